package editor

import "strconv"

const (
	// margin is how many lines are kept in sight around the cursor.
	margin = 2
	// sideMargin is how many columns are.
	sideMargin = 5
	// leastText is the room that text must have beside line numbers.
	leastText = 12
)

// Scroll moves the view by n lines and leaves the cursor where it is; the next key brings it back
// into sight. It reports whether anything moved.
func (e *Editor) Scroll(n int) bool {
	top := max(0, min(e.top+n, len(e.lines)-e.height))
	moved := top != e.top
	e.top, e.drawn = top, e.drawn && !moved
	return moved
}

// Click puts the cursor at the character in that cell of the view.
func (e *Editor) Click(x, y int) {
	e.past.rest()
	line := max(0, min(e.top+y, len(e.lines)-1))
	at, _ := offsetOf(e.lines[line], max(0, x-e.gutter())+e.left)
	e.goal = -1
	e.put(spot{line, at}, 0)
}

// gutter returns how many cells the line numbers take, the space behind them included.
func (e *Editor) gutter() int {
	n := 2
	for rest := len(e.lines) / 100; rest > 0; rest /= 10 {
		n++
	}
	if e.marks != nil {
		n++
	}
	if e.width-n-1 < leastText {
		return 0
	}
	return n + 1
}

// room returns how many cells a line of text has.
func (e *Editor) room() int { return e.width - e.gutter() }

// keep brings the cursor into sight where it is shown; elsewhere it only sees that there is no room left below the text.
func (e *Editor) keep() {
	if e.focused {
		e.follow(margin)
		return
	}
	e.scrollTo(e.top, e.left)
}

// follow scrolls so that the cursor is seen, with so many lines around it. Of one that is not shown the line is enough:
// lines are read from their beginnings.
func (e *Editor) follow(margin int) {
	if e.height > 0 {
		margin = min(margin, (e.height-1)/2)
		top := max(e.top, e.cursor.line+margin-e.height+1)
		top = min(top, e.cursor.line-margin)
		e.scrollTo(top, e.left)
	}
	switch room := e.room(); {
	case !e.focused:
		e.scrollTo(e.top, 0)
	case room > 0:
		e.scrollTo(e.top, e.sideways(room))
	}
}

// sideways returns the first column to be seen. Of the line of the cursor as much as possible is.
func (e *Editor) sideways(room int) int {
	// What is more than a screen away from the cursor makes no difference.
	line := e.lines[e.cursor.line]
	at, width := seek(line, e.cursor.at, e.column, e.column+e.under+sideMargin+room)
	if at < len(line) {
		width++
	}
	width = max(width, e.column+e.under)
	around := min(sideMargin, max(0, room-e.under)/2)
	left := max(e.left, min(e.column+e.under+around, width)-room)
	return max(0, min(left, e.column-around, width-room))
}

func (e *Editor) scrollTo(top, left int) {
	top = max(0, min(top, len(e.lines)-e.height))
	if top != e.top || left != e.left {
		e.top, e.left, e.drawn = top, left, false
	}
}

// appendNumber appends the number of a line, counted from 1, aligned to the right.
func appendNumber(dst []byte, n, width int) []byte {
	var digits [20]byte
	text := strconv.AppendInt(digits[:0], int64(n), 10)
	for range width - len(text) {
		dst = append(dst, ' ')
	}
	return append(dst, text...)
}
