package editor_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

// mono has no colours, so that what is drawn can be read in a test.
func mono() theme.Theme { return theme.New(theme.Mono, true, false) }

// holding returns a focused editor with that text, the cursor where the bar stands.
func holding(text string) *editor.Editor {
	e := editor.New(mono())
	e.Resize(60, 10)
	e.SetFocused(true)
	before, after, ok := strings.Cut(text, "|")
	e.SetText(before + after)
	if ok {
		at := before[strings.LastIndexByte(before, '\n')+1:]
		col := 0
		for ; at != ""; col++ {
			cluster, _ := ansi.FirstGraphemeCluster(at, ansi.GraphemeWidth)
			at = at[len(cluster):]
		}
		e.GoTo(strings.Count(before, "\n"), col)
	}
	return e
}

// shown returns the text of an editor with a bar at its cursor.
func shown(e *editor.Editor) string {
	line, col := e.Cursor()
	lines := strings.SplitAfter(e.Text(), "\n")
	rest, at := lines[line], 0
	for range col {
		cluster, _ := ansi.FirstGraphemeCluster(rest[at:], ansi.GraphemeWidth)
		at += len(cluster)
	}
	lines[line] = rest[:at] + "|" + rest[at:]
	return strings.Join(lines, "")
}

func TestKeysEdit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, keys, want string
		last             editor.Event
	}{
		{"|", "a b c", "abc|", editor.Edited},
		{"a|c", "b", "ab|c", editor.Edited},
		{"one|two", "enter", "one\n|two", editor.Edited},
		{"\t  one|two", "enter", "\t  one\n\t  |two", editor.Edited},
		{" |  one", "enter", " \n |  one", editor.Edited},
		{"a\r\nb|c\r\nd", "enter", "a\r\nb\r\n|c\r\nd", editor.Edited},
		{"a\r\nb|c", "enter", "a\r\nb\r\n|c", editor.Edited},
		{"a\n|b", "backspace", "a|b", editor.Edited},
		{"a\r\n|b", "backspace", "a|b", editor.Edited},
		{"a|\r\nb", "delete", "a|b", editor.Edited},
		{"a|\nb", "ctrl+d", "a|b", editor.Edited},
		{"|a", "backspace", "|a", editor.Moved},
		{"a|", "delete", "a|", editor.Moved},
		{"a\r\nb", "end x", "ax|\r\nb", editor.Edited},
		{"|a\nb", "right right", "a\n|b", editor.Moved},
		{"a\r\n|b", "left", "a|\r\nb", editor.Moved},
		{"one tw|o x", "ctrl+w", "one |o x", editor.Edited},
		{"a\n|b", "ctrl+w", "a|b", editor.Edited},
		{"a b|c d\nx", "ctrl+k", "a b|\nx", editor.Edited},
		{"a|\nx", "ctrl+k", "a|x", editor.Edited},
		{"a b|c\r\nx", "ctrl+k", "a b|\r\nx", editor.Edited},
		{"a b|c d", "ctrl+u", "|c d", editor.Edited},
		{"a\n|c", "ctrl+u", "a|c", editor.Edited},
		{"a\tb|", "backspace backspace", "a|", editor.Edited},
		{"日本|", "backspace", "日|", editor.Edited},
		{"long line|\nx\nlong line", "down down", "long line\nx\nlong line|", editor.Moved},
		{"a|b\ncd\nef", "ctrl+end", "ab\ncd\nef|", editor.Moved},
		{"ab\ncd\ne|f", "ctrl+home", "|ab\ncd\nef", editor.Moved},
		{"|a b\nc", "ctrl+right ctrl+right ctrl+right ctrl+right", "a b\nc|", editor.Moved},
		{"a b\nc|", "alt+left alt+left alt+left", "a |b\nc", editor.Moved},
		{"|", "a b c alt+u", "|", editor.Edited},
		{"|", "a space b c alt+u", "a |", editor.Edited},
		{"|", "a b alt+u alt+r", "ab|", editor.Edited},
		{"|", "a enter b ctrl+_ ctrl+_", "a|", editor.Edited},
		{"abc|", "backspace backspace alt+u", "abc|", editor.Edited},
		{"|abc", "delete delete alt+u", "|abc", editor.Edited},
		{"|abc", "alt+u", "|abc", editor.Moved},
		{"|abc", "alt+r", "|abc", editor.Moved},
		{"|abc", "tab", "|abc", editor.Ignored},
		{"|abc", "shift+tab", "|abc", editor.Ignored},
		{"|abc", "esc", "|abc", editor.Ignored},
		{"|abc", "f1", "|abc", editor.Ignored},
		{"|abc", "ctrl+s", "|abc", editor.Ignored},
		{"|abc", "ctrl+p", "|abc", editor.Ignored},
		{"|abc", "ctrl+o", "|abc", editor.Ignored},
		{"|abc", "ctrl+c", "|abc", editor.Ignored},
		{"|abc", "ctrl+z", "|abc", editor.Ignored},
	} {
		e := holding(c.text)
		var last editor.Event
		for _, key := range strings.Fields(c.keys) {
			last = e.Input(tuitest.Key(t, key))
		}
		if got := shown(e); got != c.want || last != c.last {
			t.Errorf("%q and %s: %q (%d), want %q (%d)", c.text, c.keys, got, last, c.want, c.last)
		}
	}
}

func TestTextComesBackAsItWas(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "a", "a\n", "a\r\nb\r\n", "\r", "\ta\x00\x1b[31m\xff\xfe\u202e", "a\n\n\n", "\xef\xbb\xbf#!/bin/sh"} {
		e := editor.New(mono())
		e.SetText(text)
		if got := e.Text(); got != text {
			t.Errorf("%q came back as %q", text, got)
		}
	}
}
