package editor

import "unicode/utf8"

// plain returns how many characters from offset at on are printable ASCII, at most so many: each is
// one byte and one cell.
func plain(line string, at, most int) int {
	most = max(0, min(most, len(line)-at))
	for n := range most {
		if c := line[at+n]; c < ' ' || c >= del {
			if n > 0 && c >= utf8.RuneSelf {
				return n - 1 // it can be one character with what follows
			}
			return n
		}
	}
	if most > 0 && at+most < len(line) && line[at+most] >= utf8.RuneSelf {
		return most - 1
	}
	return most
}

// columnOf returns how many cells stand before an offset.
func columnOf(line string, at int) int {
	i := plain(line, 0, at)
	column := i
	for i < at {
		c := charAt(line, i, column)
		i, column = c.end, column+c.width
		n := plain(line, i, at-i)
		i, column = i+n, column+n
	}
	return column
}

// offsetOf returns the offset and the column of the character that has the cell of that column, or
// of the end of the line.
func offsetOf(line string, column int) (at, begins int) {
	return seek(line, 0, 0, column)
}

// seek is offsetOf from an offset at a column on.
func seek(line string, at, begins, column int) (to, toColumn int) {
	for at < len(line) {
		if n := plain(line, at, column-begins); n > 0 {
			at, begins = at+n, begins+n
			continue
		}
		c := charAt(line, at, begins)
		if begins+c.width > column {
			break
		}
		at, begins = c.end, begins+c.width
	}
	return at, begins
}

// isWider reports whether a line has more than so many cells, seen from an offset at a column.
func isWider(line string, at, begins, cells int) bool {
	at, begins = seek(line, at, begins, cells)
	return at < len(line) || begins > cells
}
