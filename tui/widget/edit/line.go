package edit

import (
	"strings"

	"flexq/tui/fit"
)

// defaultLimit keeps a stray paste of a whole file from becoming a line.
const defaultLimit = 4096

// Change is what an input did to a line.
type Change uint8

// The changes.
const (
	// Ignored means that the input was not for the line.
	Ignored Change = iota
	// Moved means that only the cursor moved, or that the input was taken without any effect.
	Moved
	// Edited means that the text is another.
	Edited
)

// Line is one line of text with a cursor. The zero value is an empty line.
type Line struct {
	text   string
	at     int // the cursor, as a byte offset that is never inside a character
	scroll int // the byte offset of the first character that is seen
	limit  int // bytes; 0 means defaultLimit
}

// New returns a line with that text and the cursor at its end.
func New(text string) Line {
	var l Line
	l.Set(text)
	return l
}

// Text returns what stands in the line.
func (l *Line) Text() string { return l.text }

// Set replaces the text, as if it had been pasted into an empty line.
func (l *Line) Set(text string) {
	l.text, l.at, l.scroll = "", 0, 0
	l.insert(text)
}

// AtEnd reports whether the cursor stands behind the last character.
func (l *Line) AtEnd() bool { return l.at == len(l.text) }

// SetLimit sets how many bytes the line takes; what is there already stays.
func (l *Line) SetLimit(bytes int) { l.limit = bytes }

// Paste inserts text at the cursor. Line breaks at its ends are dropped and those inside become
// spaces, as do control characters: a paste never submits and never moves.
func (l *Line) Paste(text string) Change {
	return l.insert(strings.Trim(text, "\r\n"))
}

// insert puts text at the cursor, as much of it as the limit allows.
func (l *Line) insert(text string) Change {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = fit.Clean(text)
	limit := l.limit
	if limit <= 0 {
		limit = defaultLimit
	}
	text = upTo(text, limit-len(l.text))
	if text == "" {
		return Moved
	}
	l.text = l.text[:l.at] + text + l.text[l.at:]
	l.at = align(l.text, l.at+len(text))
	return Edited
}

// delete takes out what lies between two offsets and leaves the cursor there.
func (l *Line) delete(from, to int) Change {
	if from >= to {
		return Moved
	}
	l.text = l.text[:from] + l.text[to:]
	l.at = align(l.text, from)
	return Edited
}
