package editor

import (
	"slices"
	"strings"
)

// spot is a place in the text: a line, and an offset in bytes.
type spot struct {
	line, at int
}

// after returns the spot behind text that begins here.
func (s spot) after(text string) spot {
	n := strings.Count(text, "\n")
	if n == 0 {
		return spot{s.line, s.at + len(text)}
	}
	return spot{s.line + n, len(text) - strings.LastIndexByte(text, '\n') - 1}
}

// between returns a copy of what stands between two spots, so that it keeps nothing else alive.
func (e *Editor) between(from, to spot) string {
	if from.line == to.line {
		return strings.Clone(e.lines[from.line][from.at:to.at])
	}
	var b strings.Builder
	b.WriteString(e.lines[from.line][from.at:])
	for _, line := range e.lines[from.line+1 : to.line] {
		b.WriteByte('\n')
		b.WriteString(line)
	}
	b.WriteByte('\n')
	b.WriteString(e.lines[to.line][:to.at])
	return b.String()
}

// splice puts text in the place of what stands between two spots.
func (e *Editor) splice(from, to spot, text string) {
	head, tail := e.lines[from.line][:from.at], e.lines[to.line][to.at:]
	e.version++
	e.text, e.joined, e.drawn = "", false, false
	if from.line == to.line && strings.IndexByte(text, '\n') < 0 {
		e.lines[from.line] = head + text + tail
		return
	}
	pieces := strings.Split(text, "\n")
	pieces[0] = head + pieces[0]
	pieces[len(pieces)-1] += tail
	e.lines = slices.Replace(e.lines, from.line, to.line+1, pieces...)
}

// end returns the offset of the end of a line: before the CR of a CRLF, which is one with the break.
func (e *Editor) end(line int) int {
	text := e.lines[line]
	if line < len(e.lines)-1 && strings.HasSuffix(text, "\r") {
		return len(text) - 1
	}
	return len(text)
}

// lineBreak returns the break that the text has at the cursor: that of its line, or of the line
// before the last one.
func (e *Editor) lineBreak() string {
	line := e.cursor.line
	if line == len(e.lines)-1 {
		line--
	}
	if line >= 0 && e.end(line) < len(e.lines[line]) {
		return "\r\n"
	}
	return "\n"
}

// change is an edit by the user: text instead of what stands between two spots. The cursor goes
// behind the text.
func (e *Editor) change(from, to spot, text string, how manner) Event {
	if from == to && text == "" {
		return e.still()
	}
	s := step{at: from, removed: e.between(from, to), inserted: text, before: e.cursor, how: how}
	e.splice(from, to, text)
	e.place(from.after(text))
	s.after = e.cursor
	e.past.add(s)
	return Edited
}

// still is a key that had no effect; it brings the cursor into sight as any other.
func (e *Editor) still() Event {
	e.past.rest()
	e.follow(margin)
	return Moved
}
