package edit

import (
	tea "charm.land/bubbletea/v2"

	"flexq/tui/fit"
)

// Input takes a key press: text, or one of the editing keys that shells have in common. Enter,
// escape, tab and the vertical arrows are never taken.
func (l *Line) Input(key tea.KeyPressMsg) Change {
	if text := key.Text; text != "" && !key.Mod.Contains(tea.ModCtrl) && !key.Mod.Contains(tea.ModAlt) {
		return l.insert(text)
	}
	switch key.Keystroke() {
	case "left", "ctrl+b", "right", "ctrl+f", "home", "ctrl+a", "end", "ctrl+e",
		"ctrl+left", "alt+left", "alt+b", "ctrl+right", "alt+right", "alt+f":
		l.at = l.target(key.Keystroke())
		return Moved
	case "backspace", "ctrl+h", "shift+backspace":
		return l.delete(previous(l.text, l.at), l.at)
	case "delete", "ctrl+d":
		return l.delete(l.at, next(l.text, l.at))
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		return l.delete(wordBefore(l.text, l.at), l.at)
	case "alt+d", "ctrl+delete":
		return l.delete(l.at, wordAfter(l.text, l.at))
	case "ctrl+u":
		return l.delete(0, l.at)
	case "ctrl+k":
		return l.delete(l.at, len(l.text))
	}
	return Ignored
}

// target returns where a moving key puts the cursor.
func (l *Line) target(stroke string) int {
	switch stroke {
	case "left", "ctrl+b":
		return previous(l.text, l.at)
	case "right", "ctrl+f":
		return next(l.text, l.at)
	case "home", "ctrl+a":
		return 0
	case "ctrl+left", "alt+left", "alt+b":
		return wordBefore(l.text, l.at)
	case "ctrl+right", "alt+right", "alt+f":
		return wordAfter(l.text, l.at)
	}
	return len(l.text)
}

// Click puts the cursor at the character in that cell of the line as it was drawn last.
func (l *Line) Click(x int) {
	at := l.scroll
	if at > 0 {
		x-- // the ellipsis
	}
	for x > 0 && at < len(l.text) {
		n := next(l.text, at)
		x -= fit.Width(l.text[at:n])
		if x < 0 {
			break
		}
		at = n
	}
	l.at = at
}
