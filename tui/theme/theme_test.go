package theme_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
)

func TestNewChoosesByNameBackgroundAndNoColor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		dark, noColor bool
		want          string
	}{
		{"", true, false, theme.Dark},
		{theme.Auto, false, false, theme.Light},
		{"no such theme", false, false, theme.Light},
		{theme.Light, true, false, theme.Light},
		{theme.Dark, false, false, theme.Dark},
		{theme.Safe, true, false, theme.DarkSafe},
		{theme.Safe, false, false, theme.LightSafe},
		{theme.LightSafe, true, false, theme.LightSafe},
		{theme.DarkSafe, false, false, theme.DarkSafe},
		{theme.ANSI, true, false, theme.ANSI},
		{theme.Mono, true, false, theme.Mono},
		{theme.Dark, true, true, theme.Mono},
		{theme.ANSI, false, true, theme.Mono},
	} {
		th := theme.New(c.name, c.dark, c.noColor)
		if th.Name() != c.want {
			t.Errorf("New(%q, %t, %t) is %q, want %q", c.name, c.dark, c.noColor, th.Name(), c.want)
		}
		if th.IsPlain() != (c.want == theme.Mono) {
			t.Errorf("New(%q, %t, %t).IsPlain() = %t", c.name, c.dark, c.noColor, th.IsPlain())
		}
	}
}

func TestEveryListedNameIsATheme(t *testing.T) {
	t.Parallel()
	for _, name := range theme.Names() {
		got := theme.New(name, true, false).Name()
		if name != theme.Auto && name != theme.Safe && got != name {
			t.Errorf("New(%q) is %q", name, got)
		}
	}
}

func TestPaintWrapsTextAndNothingElse(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	if got, want := th.Paint(theme.Bad, "F failed"), "\x1b[38;2;255;128;120mF failed\x1b[m"; got != want {
		t.Errorf("Paint(Bad) = %q, want %q", got, want)
	}
	if got := th.Paint(theme.Normal, "plain"); got != "plain" {
		t.Errorf("Paint(Normal) = %q, want the text alone: it has the terminal's own colour", got)
	}
	if got := th.Paint(theme.Bad, ""); got != "" {
		t.Errorf("Paint(Bad, \"\") = %q, want nothing", got)
	}
	if got := th.Paint(theme.Tone(200), "x"); got != "x" {
		t.Errorf("an unknown tone painted %q", got)
	}
	if got := (theme.Theme{}).PaintOn(theme.Selection, theme.Bad, "x"); got != "x" {
		t.Errorf("the zero theme painted %q", got)
	}
}

func TestPaintAppendBeginAndStyleAgree(t *testing.T) {
	t.Parallel()
	for _, name := range theme.Names() {
		th := theme.New(name, true, false)
		for _, on := range theme.Surfaces() {
			for _, tone := range theme.Tones() {
				want := th.PaintOn(on, tone, "text")
				if got := string(th.Append(nil, on, tone, "text")); got != want {
					t.Errorf("%s: Append(%s, %s) = %q, want %q", name, on, tone, got, want)
				}
				if got := th.Begin(on, tone) + "text" + th.End(on, tone); got != want {
					t.Errorf("%s: Begin and End(%s, %s) = %q, want %q", name, on, tone, got, want)
				}
				if got := ansi.Strip(th.Style(on, tone).Render("text")); got != ansi.Strip(want) {
					t.Errorf("%s: Style(%s, %s) renders %q", name, on, tone, got)
				}
			}
		}
	}
}

func TestMonoHasNoColourAndShowsSelection(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Mono, true, false)
	for _, on := range theme.Surfaces() {
		for _, tone := range theme.Tones() {
			if fg, bg := th.Colours(on, tone); fg != nil || bg != nil {
				t.Errorf("%s on %s has a colour", tone, on)
			}
			if on == theme.Selection && tone != theme.Cursor && !th.Style(on, tone).GetReverse() {
				t.Errorf("%s on the selection is not reversed", tone)
			}
		}
	}
	if th.Paint(theme.Bad, "x") == th.Paint(theme.Normal, "x") {
		t.Error("bad looks like normal")
	}
}

func TestSelectedLooksTheSameEverywhere(t *testing.T) {
	t.Parallel()
	for _, name := range theme.Names() {
		th := theme.New(name, true, false)
		want := th.PaintOn(theme.Selection, theme.Selected, "x")
		for _, on := range theme.Surfaces() {
			if got := th.PaintOn(on, theme.Selected, "x"); got != want {
				t.Errorf("%s: selected on %s is %q, want %q", name, on, got, want)
			}
		}
	}
}

func TestNamesOfTonesAndSurfacesAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, tone := range theme.Tones() {
		seen[tone.String()] = true
	}
	for _, on := range theme.Surfaces() {
		seen[on.String()] = true
	}
	if want := len(theme.Tones()) + len(theme.Surfaces()); len(seen) != want {
		t.Errorf("%d names for %d tones and surfaces", len(seen), want)
	}
}

func TestGlyphsAreOneCellAndASCIIIsASCII(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	for _, g := range glyphList(th.Glyphs()) {
		if ansi.StringWidth(g) != 1 {
			t.Errorf("%q is %d cells wide", g, ansi.StringWidth(g))
		}
	}
	for _, g := range glyphList(th.ASCII().Glyphs()) {
		if len(g) != 1 || g[0] < 0x20 || g[0] > 0x7e {
			t.Errorf("%q is not one ASCII character", g)
		}
	}
	if th.ASCII().Paint(theme.Bad, "x") != th.Paint(theme.Bad, "x") {
		t.Error("ASCII changed the colours")
	}
	if diff := cmp.Diff((theme.Theme{}).ASCII().Glyphs(), th.ASCII().Glyphs()); diff != "" {
		t.Errorf("the zero theme has other signs (-zero +ascii):\n%s", diff)
	}
}

//nolint:paralleltest // allocations are counted for the whole process
func TestPaintingAllocatesOnlyTheResult(t *testing.T) {
	th := theme.New(theme.Dark, true, false)
	buf := make([]byte, 0, 256)
	if got := testing.AllocsPerRun(100, func() { buf = th.Append(buf[:0], theme.Selection, theme.Bad, "failed") }); got != 0 {
		t.Errorf("Append allocates %.0f times, want 0", got)
	}
	var s strings.Builder
	if got := testing.AllocsPerRun(100, func() { s.Reset(); s.WriteString(th.Paint(theme.Bad, "failed")) }); got > 2 {
		t.Errorf("Paint allocates %.0f times, want 1 for the text", got)
	}
}

func BenchmarkAppend(b *testing.B) {
	th := theme.New(theme.Dark, true, false)
	buf := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		buf = th.Append(buf[:0], theme.Selection, theme.Bad, "failed")
	}
}

// glyphList returns every sign of the set.
func glyphList(g theme.Glyphs) []string {
	var all []string
	v := reflect.ValueOf(g)
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Array {
			for j := range f.Len() {
				all = append(all, f.Index(j).String())
			}
		} else {
			all = append(all, f.String())
		}
	}
	return all
}
