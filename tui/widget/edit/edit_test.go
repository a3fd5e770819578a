package edit_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/edit"
)

// press returns the key press of that name: a single character, or one of the named keys.
func press(name string) tea.KeyPressMsg {
	var k tea.Key
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			break
		}
		switch mod {
		case "ctrl":
			k.Mod |= tea.ModCtrl
		case "alt":
			k.Mod |= tea.ModAlt
		}
		name = rest
	}
	codes := map[string]rune{
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "enter": tea.KeyEnter, "esc": tea.KeyEscape,
		"tab": tea.KeyTab, "up": tea.KeyUp,
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return tea.KeyPressMsg(k)
	}
	k.Code, _ = utf8.DecodeRuneInString(name)
	if k.Mod == 0 {
		k.Text = name
	}
	return tea.KeyPressMsg(k)
}

// shown returns the line with the cursor as a bar before its character.
func shown(l *edit.Line) string {
	th := theme.New(theme.Mono, true, false)
	s := l.View(edit.Look{Theme: th, Width: 200, Focused: true})
	s = strings.Replace(s, th.Begin(theme.Base, theme.Cursor), "|", 1)
	return strings.TrimRight(ansi.Strip(s), " ")
}

func TestKeysEdit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		keys string
		want string
		last edit.Change
	}{
		{"", "a b c", "abc|", edit.Edited},
		{"abc", "left X", "abX|c", edit.Edited},
		{"abc", "home X", "X|abc", edit.Edited},
		{"abc", "ctrl+a right X ctrl+e Y", "aXbcY|", edit.Edited},
		{"abc", "backspace", "ab|", edit.Edited},
		{"abc", "home backspace", "|abc", edit.Moved},
		{"abc", "home delete", "|bc", edit.Edited},
		{"abc", "delete", "abc|", edit.Moved},
		{"one two", "ctrl+w", "one |", edit.Edited},
		{"user:alice", "ctrl+w", "user:|", edit.Edited},
		{"one two ", "alt+backspace", "one |", edit.Edited},
		{"one two", "home alt+d", "| two", edit.Edited},
		{"one two", "alt+b alt+b alt+f X", "oneX| two", edit.Edited},
		{"one two", "ctrl+left ctrl+u", "|two", edit.Edited},
		{"one two", "ctrl+left ctrl+k", "one |", edit.Edited},
		{"日本", "backspace", "日|", edit.Edited},
		{"日本", "left left X", "X|日本", edit.Edited},
		{"ae\u0301", "backspace", "a|", edit.Edited},
		{"👩‍🚀x", "left backspace", "|x", edit.Edited},
		{"e", "\u0301", "e\u0301|", edit.Edited},
		{"abc", "enter", "abc|", edit.Ignored},
		{"abc", "esc", "abc|", edit.Ignored},
		{"abc", "tab", "abc|", edit.Ignored},
		{"abc", "up", "abc|", edit.Ignored},
		{"abc", "ctrl+x", "abc|", edit.Ignored},
		{"abc", "alt+x", "abc|", edit.Ignored},
	} {
		l := edit.New(c.text)
		var last edit.Change
		for _, key := range strings.Fields(c.keys) {
			last = l.Input(press(key))
		}
		got := strings.TrimRight(shown(&l), " ")
		if want := strings.TrimRight(c.want, " "); got != want || last != c.last {
			t.Errorf("%q and %s: %q (%d), want %q (%d)", c.text, c.keys, got, last, want, c.last)
		}
	}
}

func TestPasteStaysOneLineOfText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"ends with a break\n", "ends with a break"},
		{"\r\nrm -rf /\r\nyes\r\n", "rm -rf / yes"},
		{"a\tb\x07c", "a b c"},
		{"\x1b[31mred\x1b[m", " [31mred [m"},
		{"a\u202eb", "a b"},
		{"日本", "日本"},
	} {
		var l edit.Line
		l.Paste(c.in)
		if l.Text() != c.want {
			t.Errorf("pasting %q gives %q, want %q", c.in, l.Text(), c.want)
		}
	}
}

func TestLimitCutsAtACharacter(t *testing.T) {
	t.Parallel()
	l := edit.New("ab")
	l.SetLimit(6)
	if got := l.Paste("日本語"); got != edit.Edited || l.Text() != "ab日" {
		t.Errorf("%q (%d), want ab日", l.Text(), got)
	}
	if got := l.Paste("日"); got != edit.Moved || l.Text() != "ab日" {
		t.Errorf("a full line took more: %q (%d)", l.Text(), got)
	}
}

func TestViewScrollsWithTheCursor(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Mono, true, false)
	draw := func(l *edit.Line, width int) string {
		return ansi.Strip(l.View(edit.Look{Theme: th, Width: width, Focused: true}))
	}
	l := edit.New("abcdefghij")
	if got, want := draw(&l, 12), "abcdefghij  "; got != want {
		t.Errorf("wide: %q, want %q", got, want)
	}
	if got, want := draw(&l, 6), "…ghij "; got != want {
		t.Errorf("at the end: %q, want %q", got, want)
	}
	l.Input(press("home"))
	if got, want := draw(&l, 6), "abcde…"; got != want {
		t.Errorf("at the beginning: %q, want %q", got, want)
	}
	for range 5 {
		l.Input(press("right"))
	}
	if got, want := draw(&l, 6), "…cdef…"; got != want {
		t.Errorf("in the middle: %q, want %q", got, want)
	}
}

func TestPlaceholderStandsInAnEmptyLine(t *testing.T) {
	t.Parallel()
	var l edit.Line
	k := edit.Look{Theme: theme.New(theme.Dark, true, false), Width: 10, Focused: true, Placeholder: "user:alice state:pd"}
	if got, want := ansi.Strip(l.View(k)), "user:alic…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	l.Input(press("x"))
	if got, want := ansi.Strip(l.View(k)), "x         "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestClickPutsTheCursor(t *testing.T) {
	t.Parallel()
	l := edit.New("日本x")
	for _, c := range []struct {
		x    int
		want string
	}{{0, "|日本x"}, {1, "|日本x"}, {2, "日|本x"}, {4, "日本|x"}, {9, "日本x|"}} {
		l.Click(c.x)
		if got := shown(&l); got != c.want {
			t.Errorf("a click at %d: %q, want %q", c.x, got, c.want)
		}
	}
}

func TestViewIsExactlyAsWideAndShowsTheCursor(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Mono, true, false)
	keys := []string{"a", "日", "é", "\u0301", "👩", "left", "right", "home", "end", "backspace", "delete", "ctrl+w", "alt+b", "alt+f"}
	rapid.Check(t, func(t *rapid.T) {
		l := edit.New(rapid.StringOf(rapid.RuneFrom([]rune("ab c日é\u0301/"))).Draw(t, "text"))
		for _, key := range rapid.SliceOfN(rapid.SampledFrom(keys), 0, 30).Draw(t, "keys") {
			l.Input(press(key))
			width := rapid.IntRange(1, 20).Draw(t, "width")
			got := l.View(edit.Look{Theme: th, Width: width, Focused: true})
			if w := ansi.StringWidth(got); w != width {
				t.Fatalf("%q is %d wide, want %d", ansi.Strip(got), w, width)
			}
			if width > 1 && strings.Count(got, th.Begin(theme.Base, theme.Cursor)) != 1 {
				t.Fatalf("%q has no cursor", got)
			}
			if !utf8.ValidString(l.Text()) {
				t.Fatalf("%q is not UTF-8", l.Text())
			}
		}
	})
}

func BenchmarkViewOfALongPaste(b *testing.B) {
	l := edit.New(strings.Repeat("日本語 ", 400))
	k := edit.Look{Theme: theme.New(theme.Dark, true, false), Width: 40, Focused: true}
	b.ReportAllocs()
	for b.Loop() {
		l.Input(press("home"))
		l.View(k)
		l.Input(press("end"))
		l.View(k)
	}
}
