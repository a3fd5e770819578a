package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
	"flexq/tui/widget/frame"
)

func TestBox(t *testing.T) {
	t.Parallel()
	b := frame.Box{Theme: theme.New(theme.Dark, true, false), Title: "Cancel 3 jobs?", Foot: "esc keeps them", Tone: theme.Bad, Width: 24}
	got := ansi.Strip(b.Draw([]string{"88214 llama", "", "a line that is too long for it"}))
	want := strings.Join([]string{
		"╭─ Cancel 3 jobs? ─────╮",
		"│ 88214 llama          │",
		"│                      │",
		"│ a line that is too … │",
		"╰─ esc keeps them ─────╯",
	}, "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBoxIsExactlyAsWide(t *testing.T) {
	t.Parallel()
	for width := 4; width < 60; width++ {
		b := frame.Box{Theme: theme.Theme{}, Title: "日本語の題", Width: width}
		for i, line := range strings.Split(b.Draw([]string{"x", "日本語日本語日本語"}), "\n") {
			if got := ansi.StringWidth(line); got != width {
				t.Errorf("line %d of a box of %d is %d wide: %q", i, width, got, line)
			}
		}
	}
}

func TestScrollbarShowsWhereTheViewIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		total, offset int
		want          string
	}{
		{5, 0, "     "},
		{10, 0, "##|||"},
		{10, 5, "|||##"},
		{1000, 500, "||#||"},
		{1000, 995, "||||#"},
	} {
		var got []byte
		for line := range 5 {
			got = frame.Scrollbar(got, theme.Theme{}, theme.Base, line, 5, c.total, c.offset)
		}
		if string(got) != c.want {
			t.Errorf("%d of %d: %q, want %q", c.offset, c.total, got, c.want)
		}
	}
}
