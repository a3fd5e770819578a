package pager_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/pager"
)

// numbered returns a pager over the lines "line 1" to "line n".
func numbered(n, width, height int) *pager.Pager {
	p := pager.New(theme.Theme{})
	p.SetLines(lines(n))
	p.Resize(width, height)
	return p
}

func lines(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("line %d", i+1)
	}
	return out
}

// seen returns the view without the scrollbar.
func seen(p *pager.Pager) []string {
	var out []string
	for _, line := range strings.Split(ansi.Strip(p.View()), "\n") {
		out = append(out, strings.TrimRight(strings.TrimRight(line, "|# "), " "))
	}
	return out
}

func TestScrolling(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(*pager.Pager)
		want []string
	}{
		{"at first", func(*pager.Pager) {}, []string{"line 1", "line 2", "line 3"}},
		{"down", func(p *pager.Pager) { p.Scroll(2) }, []string{"line 3", "line 4", "line 5"}},
		{"up beyond the top", func(p *pager.Pager) { p.Scroll(2); p.Scroll(-9) }, []string{"line 1", "line 2", "line 3"}},
		{"page keeps a line", func(p *pager.Pager) { p.Page(1) }, []string{"line 3", "line 4", "line 5"}},
		{"half a page", func(p *pager.Pager) { p.HalfPage(3) }, []string{"line 4", "line 5", "line 6"}},
		{"beyond the end", func(p *pager.Pager) { p.Scroll(99) }, []string{"line 8", "line 9", "line 10"}},
		{"bottom and up", func(p *pager.Pager) { p.Bottom(); p.Scroll(-1) }, []string{"line 7", "line 8", "line 9"}},
		{"top again", func(p *pager.Pager) { p.Bottom(); p.Top() }, []string{"line 1", "line 2", "line 3"}},
		{"go to", func(p *pager.Pager) { p.GoTo(4) }, []string{"line 5", "line 6", "line 7"}},
		{"go to the end", func(p *pager.Pager) { p.GoTo(400) }, []string{"line 8", "line 9", "line 10"}},
		{"fewer lines", func(p *pager.Pager) { p.Bottom(); p.SetLines(lines(2)) }, []string{"line 1", "line 2", ""}},
		{"no lines", func(p *pager.Pager) { p.Bottom(); p.SetLines(nil) }, []string{"", "", ""}},
		{"more lines stay at the place", func(p *pager.Pager) { p.Scroll(4); p.SetLines(lines(20)) }, []string{"line 5", "line 6", "line 7"}},
	} {
		p := numbered(10, 20, 3)
		c.do(p)
		if diff := cmp.Diff(c.want, seen(p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestFollowKeepsTheEndInSight(t *testing.T) {
	t.Parallel()
	p := numbered(3, 20, 2)
	p.Follow(true)
	p.Append("new")
	if diff := cmp.Diff([]string{"line 3", "new"}, seen(p)); diff != "" {
		t.Errorf("following (-want +got):\n%s", diff)
	}
	p.Scroll(-1)
	p.Append("newer")
	if p.Following() {
		t.Error("scrolling up did not end the following")
	}
	if diff := cmp.Diff([]string{"line 2", "line 3"}, seen(p)); diff != "" {
		t.Errorf("after scrolling up (-want +got):\n%s", diff)
	}
}

func TestLongLinesAreCutOrWrapped(t *testing.T) {
	t.Parallel()
	p := pager.New(theme.Theme{})
	p.SetLines([]string{"abcdefghij", "日本語日本", "\tx", "a\x07b"})
	p.Resize(7, 5)
	if diff := cmp.Diff([]string{"abcde~", "日本~", "     ~", "a b", ""}, seen(p)); diff != "" {
		t.Errorf("cut (-want +got):\n%s", diff)
	}
	p.Shift(4)
	if diff := cmp.Diff([]string{"efghij", "語日本", "    x", "", ""}, seen(p)); diff != "" {
		t.Errorf("shifted (-want +got):\n%s", diff)
	}
	p.Wrap(true)
	if diff := cmp.Diff([]string{"abcdef", "ghij", "日本語", "日本", ""}, seen(p)); diff != "" {
		t.Errorf("wrapped (-want +got):\n%s", diff)
	}
	p.Bottom()
	if diff := cmp.Diff([]string{"日本語", "日本", "", "  x", "a b"}, seen(p)); diff != "" {
		t.Errorf("wrapped, at the bottom (-want +got):\n%s", diff)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	p := numbered(30, 20, 3)
	p.SetLines(append(lines(30), "An ERROR here", "\x1b[31mred error\x1b[m"))
	if p.Search("nothing like it") {
		t.Error("found what is not there")
	}
	if !p.Search("error") || p.Matches() != 2 {
		t.Errorf("%d matches, want 2", p.Matches())
	}
	if first, last, _ := p.Position(); first > 31 || last < 31 {
		t.Errorf("line 31 is not among %d to %d", first, last)
	}
	p.Next(1)
	p.Next(1)
	p.Next(-1)
	if first, last, _ := p.Position(); first > 32 || last < 32 {
		t.Errorf("after going round, line 32 is not among %d to %d", first, last)
	}
	if !p.Search("line 2") {
		t.Error("the search does not start over at the top")
	}
	if p.Search("") || p.Next(1) {
		t.Error("an ended search still finds")
	}
}

func TestMatchesAreHighlightedInPlace(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	p := pager.New(th)
	p.SetLines([]string{"日本 Error " + th.Paint(theme.Bad, "errors")})
	p.Resize(30, 1)
	p.Search("error")
	got := p.View()
	for _, want := range []string{th.Paint(theme.Match, "Error"), th.Paint(theme.Match, "error")} {
		if !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
	if got := strings.TrimSpace(ansi.Strip(got)); got != "日本 Error errors" {
		t.Errorf("the text became %q", got)
	}
}

func TestEveryLineIsExactlyAsWide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := pager.New(theme.Theme{})
		p.SetLines(rapid.SliceOfN(rapid.StringOf(rapid.RuneFrom([]rune("ab 日é\t"))), 0, 30).Draw(t, "lines"))
		p.Wrap(rapid.Bool().Draw(t, "wrap"))
		t.Repeat(map[string]func(*rapid.T){
			"scroll": func(t *rapid.T) { p.Scroll(rapid.IntRange(-9, 9).Draw(t, "n")) },
			"shift":  func(t *rapid.T) { p.Shift(rapid.IntRange(-9, 9).Draw(t, "n")) },
			"bottom": func(*rapid.T) { p.Bottom() },
			"search": func(t *rapid.T) { p.Search(rapid.SampledFrom([]string{"a", "日", "é", ""}).Draw(t, "q")); p.Next(1) },
			"resize": func(t *rapid.T) {
				w, h := rapid.IntRange(1, 20).Draw(t, "w"), rapid.IntRange(1, 8).Draw(t, "h")
				p.Resize(w, h)
				out := strings.Split(p.View(), "\n")
				if len(out) != h {
					t.Fatalf("%d lines in a height of %d", len(out), h)
				}
				for _, line := range out {
					if got := ansi.StringWidth(line); got != w {
						t.Fatalf("%q is %d wide, want %d", line, got, w)
					}
				}
			},
		})
	})
}

//nolint:paralleltest // allocations are counted for the whole process
func TestScrollingLooksAtTheLinesInSightOnly(t *testing.T) {
	p := numbered(200_000, 80, 40)
	p.Wrap(true)
	p.Bottom()
	few := numbered(1000, 80, 40)
	few.Wrap(true)
	few.Bottom()
	count := func(p *pager.Pager) float64 {
		return testing.AllocsPerRun(20, func() {
			p.Scroll(-1)
			p.View()
		})
	}
	if many, little := count(p), count(few); many > little+5 {
		t.Errorf("a scroll among 200,000 lines allocates %.0f times, among 1,000 %.0f", many, little)
	}
}

func BenchmarkScrollAndView(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := numbered(n, 180, 50)
			p.Wrap(true)
			b.ReportAllocs()
			for b.Loop() {
				if !p.Scroll(1) {
					p.Top()
				}
				p.View()
			}
		})
	}
}

func TestTheWholeViewLiesOnTheSurface(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	p := pager.New(th)
	p.On(theme.Panel)
	p.SetLines([]string{"plain", th.PaintOn(theme.Panel, theme.Bad, "painted"), ""})
	p.Resize(12, 4)
	want := strings.Join([]string{
		th.PaintOn(theme.Panel, theme.Normal, "plain") + th.PaintOn(theme.Panel, theme.Normal, "      "),
		th.PaintOn(theme.Panel, theme.Bad, "painted") + th.PaintOn(theme.Panel, theme.Normal, "    "),
		th.PaintOn(theme.Panel, theme.Normal, "           "),
		th.PaintOn(theme.Panel, theme.Normal, "           "),
	}, "\n")
	blank := th.PaintOn(theme.Panel, theme.Normal, " ")
	if diff := cmp.Diff(strings.ReplaceAll(want, "\n", blank+"\n")+blank, p.View()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
