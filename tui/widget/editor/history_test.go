package editor_test

import (
	"strings"
	"testing"

	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

func TestUndoPutsTheCursorBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, keys, undone, redone string }{
		{"one| two", "ctrl+w", "one| two", "| two"},
		{"a|bc", "ctrl+k left", "a|bc", "a|"},
		{"a\n|b", "backspace home", "a\n|b", "a|b"},
		{"a\r\nb|", "enter x", "a\r\nb\r\n|", "a\r\nb\r\nx|"},
		{"ab|", "x left right y", "abx|", "abxy|"},
		{"abc|", "backspace left backspace", "a|b", "|b"},
		{"|", "a b space c d", "ab |", "ab cd|"},
	} {
		e := holding(c.text)
		for _, key := range strings.Fields(c.keys) {
			e.Input(tuitest.Key(t, key))
		}
		e.Input(tuitest.Key(t, "alt+u"))
		if got := shown(e); got != c.undone {
			t.Errorf("%q, %s and undo: %q, want %q", c.text, c.keys, got, c.undone)
		}
		e.Input(tuitest.Key(t, "alt+r"))
		if got := shown(e); got != c.redone {
			t.Errorf("%q, %s, undo and redo: %q, want %q", c.text, c.keys, got, c.redone)
		}
	}
}

func TestAnEditForgetsWhatWasUndone(t *testing.T) {
	t.Parallel()
	e := holding("|")
	for _, key := range []string{"a", "alt+u", "b", "alt+r"} {
		e.Input(tuitest.Key(t, key))
	}
	if got := shown(e); got != "b|" {
		t.Errorf("%q, want b|", got)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	undos := func(e *editor.Editor) int {
		n := 0
		for e.Input(tuitest.Key(t, "alt+u")) == editor.Edited {
			n++
		}
		return n
	}
	e := holding("|")
	for range 5000 {
		e.Input(tuitest.Key(t, "enter"))
	}
	if n := undos(e); n < 500 || n > 1000 {
		t.Errorf("%d of 5,000 edits can be undone, want 500 to 1,000", n)
	}
	big := strings.Repeat("0123456789abcde\n", 1<<16) // 1 MiB
	e = holding("|")
	for range 20 {
		e.Paste(big)
	}
	if n := undos(e); n != 4 {
		t.Errorf("%d pastes of 1 MiB can be undone, want 4", n)
	}
	e = holding("|")
	e.Paste(strings.Repeat(big, 8))
	if n := undos(e); n != 1 || e.Text() != "" {
		t.Errorf("%d pastes of 8 MiB can be undone, want 1", n)
	}
	e.Paste("x")
	e.SetText("y")
	if n := undos(e); n != 0 || e.Text() != "y" {
		t.Errorf("%d edits of the text before can be undone, want 0", n)
	}
}

func TestPasteIsInsertedAsItIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, paste, want string }{
		{"a|b", "x", "ax|b"},
		{"a|b", "", "a|b"},
		{"a|b", "1\n2\n", "a1\n2\n|b"},
		{"a|b", "1\r\n2\r\n", "a1\r\n2\r\n|b"},
		{"a|b", "\t\x1b[31m\x00", "a\t\x1b[31m\x00|b"},
		{"  a|", "\n  b\n    c", "  a\n  b\n    c|"},
		{"a|b", "1\r2\r", "a1\n2\n|b"}, // what a terminal sends for line breaks
		{"a|\r\nb", "1\r2", "a1\r\n2|\r\nb"},
	} {
		e := holding(c.text)
		before := e.Version()
		got := e.Paste(c.paste)
		if shown(e) != c.want {
			t.Errorf("%q pasted into %q gives %q, want %q", c.paste, c.text, shown(e), c.want)
		}
		if edited := c.paste != ""; edited != (got == editor.Edited) || edited != (e.Version() > before) {
			t.Errorf("pasting %q is event %d", c.paste, got)
		}
	}
}

func TestVersionGrowsWithEachEditAlone(t *testing.T) {
	t.Parallel()
	e := holding("a|b")
	for _, c := range []struct {
		key   string
		grows bool
	}{{"x", true}, {"left", false}, {"backspace", true}, {"alt+u", true}, {"alt+r", true}, {"alt+r", false}, {"home", false}, {"backspace", false}, {"tab", false}, {"enter", true}} {
		before := e.Version()
		e.Input(tuitest.Key(t, c.key))
		if grew := e.Version() > before; grew != c.grows {
			t.Errorf("%s: the version grew %t, want %t", c.key, grew, c.grows)
		}
	}
	before := e.Version()
	e.SetText("other")
	if e.Version() <= before {
		t.Error("the version did not grow with SetText")
	}
}
