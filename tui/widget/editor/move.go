package editor

// GoTo puts the cursor at a line and a character in it, both counted from 0, or as near as the text
// allows.
func (e *Editor) GoTo(line, col int) {
	e.past.rest()
	line = max(0, min(line, len(e.lines)-1))
	text, end, at := e.lines[line], e.end(line), 0
	for ; col > 0 && at < end; col-- {
		at = next(text, at)
	}
	e.place(spot{line, at})
}

// Cursor returns the line of the cursor and how many characters stand before it there.
func (e *Editor) Cursor() (line, col int) {
	text := e.lines[e.cursor.line]
	for at := 0; at < e.cursor.at; at = next(text, at) {
		col++
	}
	return e.cursor.line, col
}

// place puts the cursor at a spot, or behind the character that the spot is inside of, and brings
// it into sight.
func (e *Editor) place(s spot) {
	e.goal = -1
	e.put(s, margin)
}

func (e *Editor) put(s spot, margin int) {
	s.at = min(align(e.lines[s.line], s.at), e.end(s.line))
	e.cursor, e.drawn = s, false
	e.measure()
	e.follow(margin)
}

// measure finds the column of the cursor.
func (e *Editor) measure() {
	line := e.lines[e.cursor.line]
	e.column = columnOf(line, e.cursor.at)
	e.under = 1
	if e.cursor.at < len(line) {
		if c := charAt(line, e.cursor.at, e.column); c.kind != tab {
			e.under = c.width
		}
	}
}

// target returns where a key moves the cursor along the text.
func (e *Editor) target(stroke string) (spot, bool) {
	at := e.cursor
	line, end := e.lines[at.line], e.end(at.line)
	switch stroke {
	case "left", "ctrl+b":
		return e.back(), true
	case "right", "ctrl+f":
		return e.forth(), true
	case "home", "ctrl+a":
		return spot{at.line, 0}, true
	case "end", "ctrl+e":
		return spot{at.line, end}, true
	case "ctrl+home":
		return spot{}, true
	case "ctrl+end":
		return spot{len(e.lines) - 1, e.end(len(e.lines) - 1)}, true
	case "ctrl+left", "alt+left", "alt+b":
		if at.at == 0 {
			return e.back(), true
		}
		return spot{at.line, wordBefore(line, at.at)}, true
	case "ctrl+right", "alt+right", "alt+f":
		if at.at == end {
			return e.forth(), true
		}
		return spot{at.line, wordAfter(line[:end], at.at)}, true
	}
	return spot{}, false
}

// leap returns by how many lines a key moves the cursor.
func (e *Editor) leap(stroke string) (lines int, ok bool) {
	switch stroke {
	case "up":
		return -1, true
	case "down":
		return 1, true
	case "pgup":
		return -max(1, e.height-1), true
	case "pgdown":
		return max(1, e.height-1), true
	}
	return 0, false
}

// back returns the spot one character before the cursor.
func (e *Editor) back() spot {
	at := e.cursor
	switch {
	case at.at > 0:
		return spot{at.line, previous(e.lines[at.line], at.at)}
	case at.line > 0:
		return spot{at.line - 1, e.end(at.line - 1)}
	}
	return at
}

// forth returns the spot one character after the cursor.
func (e *Editor) forth() spot {
	at := e.cursor
	switch {
	case at.at < e.end(at.line):
		return spot{at.line, next(e.lines[at.line], at.at)}
	case at.line < len(e.lines)-1:
		return spot{at.line + 1, 0}
	}
	return at
}

// vertical moves the cursor by n lines; it keeps to its column where lines are long enough.
func (e *Editor) vertical(n int) {
	if e.goal < 0 {
		e.goal = e.column
	}
	line := max(0, min(e.cursor.line+n, len(e.lines)-1))
	at, _ := offsetOf(e.lines[line], e.goal)
	e.put(spot{line, at}, margin)
}
