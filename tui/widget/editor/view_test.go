package editor_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

// drawn returns the lines of the view, the cell of the cursor as a bar.
func drawn(e *editor.Editor) []string {
	view := e.View()
	begin, end := mono().Begin(theme.Field, theme.Cursor), mono().End(theme.Field, theme.Cursor)
	if before, after, ok := strings.Cut(view, begin); ok {
		_, after, _ = strings.Cut(after, end)
		view = before + "|" + after
	}
	return strings.Split(ansi.Strip(view), "\n")
}

func TestViewShowsTheTextAsItIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", []string{" 1 |                ", strings.Repeat(" ", 20)}},
		{"numbers, and a line behind the last break", "one\n", []string{" 1 |ne              ", " 2                  "}},
		{"tabs to stops of eight", "x\ta\n\tb", []string{" 1 |       a        ", " 2         b        "}},
		{"a tab under the cursor is one cell", "\ta", []string{" 1 |       a        ", strings.Repeat(" ", 20)}},
		{"control characters as signs", "x\x1b[m\x00\x7f", []string{" 1 |␛[m␀␡           ", strings.Repeat(" ", 20)}},
		{"what is no UTF-8, and what changes direction", "x\xffa\u202eb", []string{" 1 |�a�b            ", strings.Repeat(" ", 20)}},
		{"the CR of a CRLF", "xa\r\nb", []string{" 1 |a␍              ", " 2 b                "}},
		{"wide and combined characters", "x日e\u0301👩‍🚀.", []string{" 1 |日e\u0301👩‍🚀.          ", strings.Repeat(" ", 20)}},
		{"a long line", "x234567890abcdefghij", []string{" 1 |234567890abcdef…", strings.Repeat(" ", 20)}},
		{"a line that just fits", "x234567890abcdefg", []string{" 1 |234567890abcdefg", strings.Repeat(" ", 20)}},
		{"a wide character at the edge", "x234567890abcde日x", []string{" 1 |234567890abcde …", strings.Repeat(" ", 20)}},
		{"a tab at the edge", "x234567890abcde\txy", []string{" 1 |234567890abcde …", strings.Repeat(" ", 20)}},
	} {
		e := editor.New(mono())
		e.Resize(20, 2)
		e.SetFocused(true)
		e.SetText(c.text)
		if diff := cmp.Diff(c.want, drawn(e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestASCIIThemeHasASCIISigns(t *testing.T) {
	t.Parallel()
	e := editor.New(mono().ASCII())
	e.Resize(20, 1)
	e.SetText("a\x1b\xff" + strings.Repeat("x", 30))
	if got, want := ansi.Strip(e.View()), " 1 a??xxxxxxxxxxxxx~"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestViewScrollsSidewaysWithTheCursor(t *testing.T) {
	t.Parallel()
	e := editor.New(mono())
	e.Resize(22, 2)
	e.SetFocused(true)
	e.SetText("abcdefghijklmnopqrstuvwxyz0123456789\nxyz")
	for _, c := range []struct {
		keys string
		want []string
	}{
		{"home", []string{" 1 |bcdefghijklmnopqr…", " 2 xyz                "}},
		{"end", []string{" 1 …tuvwxyz0123456789|", " 2 …                  "}},
		{"home right right right right right right right right right right right right right right right", []string{
			" 1 …defghijklmno|qrst…", " 2 …                  ",
		}},
		{"down", []string{" 1 abcdefghijklmnopqr…", " 2 xyz|               "}},
	} {
		for _, key := range strings.Fields(c.keys) {
			e.Input(tuitest.Key(t, key))
		}
		if diff := cmp.Diff(c.want, drawn(e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.keys, diff)
		}
	}
}

func TestViewKeepsLinesAroundTheCursor(t *testing.T) {
	t.Parallel()
	e := editor.New(mono())
	e.Resize(20, 7)
	e.SetText(strings.Repeat("x\n", 50))
	first := func() string { return strings.Fields(ansi.Strip(e.View()))[0] }
	for _, c := range []struct {
		line int
		want string
	}{{4, "1"}, {5, "2"}, {20, "17"}, {17, "16"}, {50, "45"}, {47, "45"}, {46, "45"}, {0, "1"}} {
		e.GoTo(c.line, 0)
		if got := first(); got != c.want {
			t.Errorf("line %d: the first one seen is %s, want %s", c.line+1, got, c.want)
		}
	}
}

func TestScrollLeavesTheCursorUntilTheNextKey(t *testing.T) {
	t.Parallel()
	e := editor.New(mono())
	e.Resize(20, 5)
	e.SetFocused(true)
	e.SetText(strings.Repeat("x\n", 20))
	if e.Scroll(-1) || !e.Scroll(30) || e.Scroll(1) {
		t.Error("scrolling does not stop at the ends")
	}
	if got, want := drawn(e)[4], "21                  "; got != want {
		t.Errorf("line 29 is %q, want %q", got, want)
	}
	if line, col := e.Cursor(); line != 0 || col != 0 {
		t.Errorf("the cursor went to %d:%d", line, col)
	}
	e.Input(tuitest.Key(t, "backspace"))
	if got, want := drawn(e)[0], " 1 |                "; got != want {
		t.Errorf("the first line is %q, want %q", got, want)
	}
}

func TestClickPutsTheCursor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, y int
		want string
	}{
		{3, 0, "|日本\n\tb\r\nc"},
		{4, 0, "|日本\n\tb\r\nc"},
		{5, 0, "日|本\n\tb\r\nc"},
		{15, 0, "日本|\n\tb\r\nc"},
		{0, 1, "日本\n|\tb\r\nc"},
		{10, 1, "日本\n|\tb\r\nc"},
		{11, 1, "日本\n\t|b\r\nc"},
		{12, 1, "日本\n\tb|\r\nc"},
		{19, 1, "日本\n\tb|\r\nc"},
		{3, 4, "日本\n\tb\r\n|c"},
		{9, 9, "日本\n\tb\r\nc|"},
		{-1, -1, "|日本\n\tb\r\nc"},
	} {
		e := editor.New(mono())
		e.Resize(20, 5)
		e.SetText("日本\n\tb\r\nc")
		e.Click(c.x, c.y)
		if got := shown(e); got != c.want {
			t.Errorf("a click at %d, %d: %q, want %q", c.x, c.y, got, c.want)
		}
	}
}

func TestAClickDoesNotScroll(t *testing.T) {
	t.Parallel()
	e := editor.New(mono())
	e.Resize(20, 5)
	e.SetText(strings.Repeat("x\n", 20))
	e.Scroll(3)
	for _, y := range []int{0, 4} {
		e.Click(4, y)
		if got := strings.Fields(ansi.Strip(e.View()))[0]; got != "4" {
			t.Errorf("after a click in line %d of the view it begins with %s", y, got)
		}
	}
}

func TestNumbersMakeRoomWhereThereIsLittle(t *testing.T) {
	t.Parallel()
	e := editor.New(mono())
	e.SetText(strings.Repeat("echo\n", 2000))
	for _, c := range []struct {
		width int
		want  string
	}{{17, "   1 echo        "}, {16, "echo            "}, {3, "ec…"}, {2, "ec"}, {1, "e"}, {0, ""}} {
		e.Resize(c.width, 1)
		if got := ansi.Strip(e.View()); got != c.want {
			t.Errorf("%d wide: %q, want %q", c.width, got, c.want)
		}
	}
}

func TestFocusShowsTheCursorAndItsLine(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	e := editor.New(th)
	e.Resize(20, 2)
	e.SetText("a\nb")
	if view := e.View(); strings.Contains(view, th.Begin(theme.Field, theme.Normal)) || cursors(e, th) != 0 {
		t.Errorf("without the keys it is drawn as with them: %q", view)
	}
	e.SetFocused(true)
	want := th.Paint(theme.Normal, " 1") + " " + th.PaintOn(theme.Field, theme.Cursor, "a") +
		th.PaintOn(theme.Field, theme.Normal, strings.Repeat(" ", 16)) + "\n" + th.Paint(theme.Dim, " 2") + " b" + strings.Repeat(" ", 16)
	if got := e.View(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	light := theme.New(theme.Light, false, false)
	e.SetTheme(light)
	if cursors(e, light) != 1 {
		t.Error("a new theme does not show")
	}
}

func TestWhereNoCursorIsShownTheViewStays(t *testing.T) {
	t.Parallel()
	e := editor.New(mono())
	e.SetText(strings.Repeat("a line that is longer than the room\n", 30))
	e.GoTo(20, 30)
	e.Show(0)
	for _, c := range []struct {
		name   string
		change func()
	}{
		{"a first size", func() { e.Resize(30, 5) }},
		{"marks", func() { e.SetMarks(map[int]editor.Mark{25: {Sign: "x"}}) }},
		{"other marks", func() { e.SetMarks(map[int]editor.Mark{}) }},
		{"another size", func() { e.Resize(25, 6) }},
	} {
		if c.change(); !strings.HasPrefix(strings.TrimLeft(drawn(e)[0], " "), "1 ") || !strings.Contains(drawn(e)[0], " a line") {
			t.Errorf("%s: the first line is %q", c.name, drawn(e)[0])
		}
	}
	e.SetFocused(true)
	if got := strings.Join(drawn(e), "\n"); !strings.Contains(got, "|") {
		t.Errorf("the cursor is not in sight:\n%s", got)
	}
	e.SetFocused(false)
	e.Show(28)
	if got := drawn(e)[3]; !strings.HasPrefix(got, "29  a line") {
		t.Errorf("line 29 is %q", got)
	}
}
