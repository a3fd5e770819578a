package editor

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Input takes a key press: text, or one of the editing keys that shells and editors have in common.
// Tab and escape are never taken.
func (e *Editor) Input(key tea.KeyPressMsg) Event {
	if isTyped(key) {
		return e.change(e.cursor, e.cursor, key.Text, typed)
	}
	stroke := key.Keystroke()
	if to, ok := e.target(stroke); ok {
		e.past.rest()
		e.place(to)
		return Moved
	}
	if n, ok := e.leap(stroke); ok {
		e.past.rest()
		e.vertical(n)
		return Moved
	}
	switch stroke {
	case "enter", "shift+enter":
		return e.change(e.cursor, e.cursor, e.lineBreak()+e.indentation(), alone)
	case "alt+u", "ctrl+_":
		return e.Undo()
	case "alt+r":
		return e.Redo()
	}
	return e.delete(stroke)
}

// isTyped reports whether a key stands for its text.
func isTyped(key tea.KeyPressMsg) bool {
	if key.Text == "" || key.Mod.Contains(tea.ModCtrl) || key.Mod.Contains(tea.ModAlt) {
		return false
	}
	return strings.IndexFunc(key.Text, func(r rune) bool { return r < ' ' || r == del }) < 0
}

// delete takes the keys that delete.
func (e *Editor) delete(stroke string) Event {
	at := e.cursor
	line, end := e.lines[at.line], e.end(at.line)
	switch stroke {
	case "backspace", "ctrl+h", "shift+backspace":
		return e.change(e.back(), at, "", rubbed)
	case "delete", "ctrl+d":
		return e.change(at, e.forth(), "", deleted)
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		if at.at > 0 {
			return e.change(spot{at.line, wordBefore(line, at.at)}, at, "", alone)
		}
		return e.change(e.back(), at, "", alone)
	case "alt+d", "ctrl+delete":
		if at.at < end {
			return e.change(at, spot{at.line, wordAfter(line[:end], at.at)}, "", alone)
		}
		return e.change(at, e.forth(), "", alone)
	case "ctrl+u":
		if at.at > 0 {
			return e.change(spot{at.line, 0}, at, "", alone)
		}
		return e.change(e.back(), at, "", alone)
	case "ctrl+k":
		if at.at < end {
			return e.change(at, spot{at.line, end}, "", alone)
		}
		return e.change(at, e.forth(), "", alone)
	}
	return Ignored
}

// Paste inserts text at the cursor as it is. Only where its line breaks are bare carriage returns,
// as terminals send them, they become those of the text around.
func (e *Editor) Paste(text string) Event {
	if strings.Contains(text, "\r") && !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", e.lineBreak())
	}
	return e.change(e.cursor, e.cursor, text, alone)
}

// indentation returns the blanks that the line begins with, up to the cursor.
func (e *Editor) indentation() string {
	line := e.lines[e.cursor.line][:e.cursor.at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
