package tuitest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
)

func TestDrawGivesTheCellsOfAFrame(t *testing.T) {
	t.Parallel()
	g := tuitest.Draw("\x1b[1;31mab\x1b[m日x that is cut\nsecond\nthird", 8, 2)
	if diff := cmp.Diff("ab日x th\nsecond", g.Text()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := g.At(1, 0); c.Text != "b" || !c.Bold || c.Fg == nil {
		t.Errorf("cell 1 is %+v", c)
	}
	if c := g.At(2, 0); c.Text != "日" || c.Width != 2 || c.Bold {
		t.Errorf("cell 2 is %+v", c)
	}
	if c := g.At(3, 0); c.Text != "" || c.Width != 0 {
		t.Errorf("the second half of a wide character is %+v", c)
	}
	if c := g.At(8, 0); c != (tuitest.Cell{}) {
		t.Errorf("outside is %+v", c)
	}
	if x, y, ok := g.Find("x th"); x != 4 || y != 0 || !ok {
		t.Errorf("found at %d, %d (%t)", x, y, ok)
	}
	if _, _, ok := g.Find("third"); ok {
		t.Error("found what is below the grid")
	}
}

func TestANSIDrawsTheSameGridAgain(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	line := th.Paint(theme.Title, "Title") + " " + th.PaintOn(theme.Selection, theme.Bad, "bad 日") + th.Paint(theme.Match, "match") + " end"
	g := tuitest.Draw(line+"\n"+th.Paint(theme.Cursor, "x"), 30, 3)
	again := tuitest.Draw(g.ANSI(), 30, 3)
	for y := range 3 {
		for x := range 30 {
			if g.At(x, y).Seen() != again.At(x, y).Seen() {
				t.Errorf("cell %d,%d is %+v, was %+v", x, y, again.At(x, y), g.At(x, y))
			}
		}
	}
}

func TestPicturesPutEveryCharacterOnItsCell(t *testing.T) {
	t.Parallel()
	svg := string(tuitest.Draw("a<b \x1b[7mrev\x1b[m\n日█\x1b[31mred\x1b[4munder\x1b[m", 20, 2).SVG(tuitest.LightLook()))
	for _, want := range []string{
		`<text x="12.0" y="25.5" fill="#1f2328" textLength="25.2" lengthAdjust="spacingAndGlyphs">a&lt;b</text>`,
		`<rect x="45.6" y="12" width="25.4" height="18" fill="#1f2328"/>`,
		`fill="#ffffff" textLength="25.2" lengthAdjust="spacingAndGlyphs">rev</text>`,
		`<text x="12.0" y="43.5" fill="#1f2328" textLength="16.8" lengthAdjust="spacingAndGlyphs">日</text>`,
		`<text x="28.8" y="43.5" fill="#1f2328" textLength="8.4" lengthAdjust="spacingAndGlyphs">█</text>`,
		`<text x="37.2" y="43.5" fill="#cd3131" textLength="25.2" lengthAdjust="spacingAndGlyphs">red</text>`,
		`text-decoration="underline">under</text>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}
