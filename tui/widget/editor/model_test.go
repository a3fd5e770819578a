package editor_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

// model is the simplest editor there is: runes and the index of the cursor. CRLF is one break.
type model struct {
	text []rune
	at   int
}

func (m *model) insert(text string) {
	m.text = slices.Insert(m.text, m.at, []rune(text)...)
	m.at += len([]rune(text))
}

// isBreak returns how many runes the line break at i has, 0 if there is none.
func (m *model) isBreak(i int) int {
	switch {
	case i < len(m.text) && m.text[i] == '\n':
		return 1
	case i+1 < len(m.text) && m.text[i] == '\r' && m.text[i+1] == '\n':
		return 2
	}
	return 0
}

func (m *model) right() int {
	if m.at == len(m.text) {
		return m.at
	}
	return m.at + max(1, m.isBreak(m.at))
}

func (m *model) left() int {
	switch {
	case m.at == 0:
		return 0
	case m.at > 1 && m.text[m.at-1] == '\n' && m.text[m.at-2] == '\r':
		return m.at - 2
	}
	return m.at - 1
}

func (m *model) home() int {
	i := m.at
	for i > 0 && m.text[i-1] != '\n' {
		i--
	}
	return i
}

func (m *model) end() int {
	i := m.at
	for i < len(m.text) && m.isBreak(i) == 0 {
		i++
	}
	return i
}

func (m *model) delete(from, to int) {
	m.text = slices.Delete(m.text, from, to)
	m.at = from
	if m.at > 0 && m.isBreak(m.at) == 1 && m.text[m.at-1] == '\r' {
		m.at-- // the CR before the cursor became part of a break
	}
}

// lineBreak returns the break of the line of the cursor, or of the one before the last one.
func (m *model) lineBreak() string {
	i := m.end()
	if i == len(m.text) {
		i = max(0, m.home()-1)
		if i > 0 && m.text[i-1] == '\r' {
			i--
		}
	}
	if m.isBreak(i) == 2 {
		return "\r\n"
	}
	return "\n"
}

func (m *model) enter() {
	from := m.home()
	to := from
	for to < m.at && (m.text[to] == ' ' || m.text[to] == '\t') {
		to++
	}
	m.insert(m.lineBreak() + string(m.text[from:to]))
}

// press does what a key does.
func (m *model) press(key string) {
	switch key {
	case "left":
		m.at = m.left()
	case "right":
		m.at = m.right()
	case "home":
		m.at = m.home()
	case "end":
		m.at = m.end()
	case "ctrl+home":
		m.at = 0
	case "ctrl+end":
		m.at = len(m.text)
	case "enter":
		m.enter()
	case "backspace":
		m.delete(m.left(), m.at)
	case "delete":
		m.delete(m.at, m.right())
	case "ctrl+k":
		if end := m.end(); end > m.at {
			m.delete(m.at, end)
		} else {
			m.delete(m.at, m.right())
		}
	case "ctrl+u":
		if home := m.home(); home < m.at {
			m.delete(home, m.at)
		} else {
			m.delete(m.left(), m.at)
		}
	case "space":
		m.insert(" ")
	default:
		m.insert(key)
	}
}

// position returns the cursor as line and character.
func (m *model) position() (line, col int) {
	return strings.Count(string(m.text[:m.at]), "\n"), m.at - m.home()
}

// simple is text of characters that are one rune each.
func simple() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOf(rapid.SampledFrom([]string{
		"a", "b", " ", "\t", "日", "é", "\x01", "\x1b", "\n", "\n", "\r\n", "\r",
	})), func(s []string) string { return strings.Join(s, "") })
}

func TestEditsAreThoseOfASimpleModel(t *testing.T) {
	t.Parallel()
	keys := []string{
		"left", "right", "home", "end", "ctrl+home", "ctrl+end", "enter", "backspace", "delete",
		"ctrl+k", "ctrl+u", "space", "x", "日", "é",
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := simple().Draw(rt, "text")
		m := &model{text: []rune(text)}
		e := editor.New(mono())
		e.Resize(30, 6)
		e.SetText(text)
		for range rapid.IntRange(0, 60).Draw(rt, "steps") {
			version, before := e.Version(), e.Text()
			var got editor.Event
			if rapid.IntRange(0, 9).Draw(rt, "what") == 0 {
				text := simple().Filter(func(s string) bool {
					return strings.Contains(s, "\n") || !strings.Contains(s, "\r")
				}).Draw(rt, "paste")
				got = e.Paste(text)
				m.insert(text)
				m.delete(m.at, m.at) // a CR before a break is part of it
			} else {
				key := rapid.SampledFrom(keys).Draw(rt, "key")
				got = e.Input(tuitest.Key(t, key))
				m.press(key)
			}
			if e.Text() != string(m.text) {
				rt.Fatalf("the text is %q, want %q", e.Text(), string(m.text))
			}
			line, col := e.Cursor()
			if l, c := m.position(); line != l || col != c {
				rt.Fatalf("the cursor in %q is at %d:%d, want %d:%d", e.Text(), line, col, l, c)
			}
			if edited := e.Version() > version; edited != (got == editor.Edited) || !edited && e.Text() != before {
				rt.Fatalf("event %d, version from %d to %d", got, version, e.Version())
			}
		}
		check(rt, e, 30, 6)
	})
}
