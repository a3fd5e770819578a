package editor_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

var styling = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// fatal is a test of either kind.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// check holds what must be true of the view and the cursor whatever the text.
func check(t fatal, e *editor.Editor, width, height int) {
	t.Helper()
	line, col := e.Cursor()
	if line < 0 || line >= e.Lines() || e.Lines() != strings.Count(e.Text(), "\n")+1 {
		t.Fatalf("the cursor is in line %d of %d", line, e.Lines())
	}
	view := e.View()
	lines := strings.Split(view, "\n")
	if len(lines) != max(1, height) {
		t.Fatalf("%d lines, want %d", len(lines), height)
	}
	for _, l := range lines {
		if w := ansi.StringWidth(l); w != width && height > 0 {
			t.Fatalf("%q is %d wide, want %d", l, w, width)
		}
		for _, r := range styling.ReplaceAllString(l, "") {
			if unicode.IsControl(r) || r == '\u202e' {
				t.Fatalf("%q goes to the terminal with %q in it", l, r)
			}
		}
		if !utf8.ValidString(l) {
			t.Fatalf("%q is not UTF-8", l)
		}
	}
	e.GoTo(line, col)
	if l, c := e.Cursor(); l != line || c != col {
		t.Fatalf("going to %d:%d leads to %d:%d", line, col, l, c)
	}
}

// cursors returns how often the cursor is seen.
func cursors(e *editor.Editor, th theme.Theme) int {
	return strings.Count(e.View(), th.Begin(theme.Field, theme.Cursor))
}

// nasty is text with everything that editors get wrong.
func nasty() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"a", "word ", "\t", "日本", "e\u0301", "\u0301", "👩‍🚀", "🇫🇷", "🏻", "\u200d", "\u202e", "\ufeff", "\u00ad", "\u0600", "क्षि",
			"\x00", "\x1b[2J", "\x7f", "\u009b", "\u2028", "\xff", "\xe2\x82", "\xed\xa0\x80", "\r", "\r\n", "\n", "\n", "ｶﾞ", "각", "\U000e0041",
		}),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 6), func(b []byte) string { return string(b) }),
	)
	return rapid.Map(rapid.SliceOf(piece), func(s []string) string { return strings.Join(s, "") })
}

func everyKey() []string {
	return []string{
		"a", "Z", "space", "日", "🚀", "enter", "backspace", "delete", "left", "right", "up", "down", "home", "end", "ctrl+a", "ctrl+e",
		"ctrl+home", "ctrl+end", "pgup", "pgdown", "alt+left", "ctrl+right", "ctrl+w", "alt+backspace", "alt+d", "ctrl+k", "ctrl+u",
		"ctrl+d", "alt+u", "alt+r", "ctrl+_", "tab", "esc",
	}
}

func TestAnyTextComesBackAsItWas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := nasty().Draw(rt, "text")
		e := editor.New(mono())
		e.SetText("something else")
		e.SetText(text)
		if e.Text() != text {
			rt.Fatalf("%q came back as %q", text, e.Text())
		}
		e.Input(tuitest.Key(t, "x"))
		e.Input(tuitest.Key(t, "alt+u"))
		if e.Text() != text {
			rt.Fatalf("%q came back as %q after an edit was undone", text, e.Text())
		}
		other := nasty().Filter(func(s string) bool { return strings.Contains(s, "\n") }).Draw(rt, "paste")
		e.Paste(other)
		if e.Text() != other+text {
			rt.Fatalf("%q pasted before %q gives %q", other, text, e.Text())
		}
	})
}

func TestWhateverIsDoneTheViewIsWholeAndTheCursorInSight(t *testing.T) {
	t.Parallel()
	themes := []theme.Theme{mono(), mono().ASCII(), theme.New(theme.Dark, true, false)}
	rapid.Check(t, func(rt *rapid.T) {
		th := rapid.SampledFrom(themes).Draw(rt, "theme")
		e := editor.New(th)
		e.SetText(nasty().Draw(rt, "text"))
		e.SetFocused(true)
		width, height := 20, 5
		e.Resize(width, height)
		seen := true
		rt.Repeat(map[string]func(*rapid.T){
			"": func(rt *rapid.T) {
				if want := min(1, width, height); seen && cursors(e, th) != want {
					rt.Fatalf("%q shows %d cursors, want %d", e.View(), cursors(e, th), want)
				}
				if !seen {
					e.View()
					return
				}
				check(rt, e, width, height)
			},
			"key": func(rt *rapid.T) {
				key := rapid.SampledFrom(everyKey()).Draw(rt, "key")
				if e.Input(tuitest.Key(t, key)) != editor.Ignored {
					seen = true
				}
			},
			"paste": func(rt *rapid.T) {
				e.Paste(nasty().Draw(rt, "paste"))
				seen = true
			},
			"resize": func(rt *rapid.T) {
				w, h := rapid.IntRange(0, 40).Draw(rt, "w"), rapid.IntRange(0, 12).Draw(rt, "h")
				seen = seen || w != width || h != height
				width, height = w, h
				e.Resize(w, h)
			},
			"click": func(rt *rapid.T) {
				e.Click(rapid.IntRange(-2, 45).Draw(rt, "x"), rapid.IntRange(-2, 15).Draw(rt, "y"))
				seen = true
			},
			"scroll": func(rt *rapid.T) {
				if e.Scroll(rapid.IntRange(-9, 9).Draw(rt, "n")) {
					seen = false
				}
			},
			"go": func(rt *rapid.T) {
				e.GoTo(rapid.IntRange(-2, 30).Draw(rt, "line"), rapid.IntRange(-2, 60).Draw(rt, "col"))
				seen = true
			},
		})
	})
}

func TestUndoAndRedoGoAllTheWay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := nasty().Draw(rt, "text")
		e := editor.New(mono())
		e.Resize(30, 6)
		e.SetText(text)
		for range rapid.IntRange(0, 80).Draw(rt, "steps") {
			if rapid.IntRange(0, 9).Draw(rt, "what") == 0 {
				e.Paste(nasty().Draw(rt, "paste"))
				continue
			}
			e.Input(tuitest.Key(t, rapid.SampledFrom(everyKey()).Draw(rt, "key")))
		}
		for e.Input(tuitest.Key(t, "alt+r")) == editor.Edited { // undone while drawn at random
		}
		last := e.Text()
		for e.Input(tuitest.Key(t, "alt+u")) == editor.Edited {
		}
		if e.Text() != text {
			rt.Fatalf("undoing everything gives %q, want %q", e.Text(), text)
		}
		for e.Input(tuitest.Key(t, "alt+r")) == editor.Edited {
		}
		if e.Text() != last {
			rt.Fatalf("redoing everything gives %q, want %q", e.Text(), last)
		}
	})
}
