package fit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Overlay returns the lines of under with the lines of over put on top of them, the upper left
// corner of over at column x and row y. What reaches beyond under is left out. It splices only the
// lines that are covered, which is some fifty times cheaper than composing layers of cells.
func Overlay(under, over string, x, y int) string {
	lines := strings.Split(under, "\n")
	for i, top := range strings.Split(over, "\n") {
		row := y + i
		if row < 0 || row >= len(lines) {
			continue
		}
		lines[row] = Splice(lines[row], top, x)
	}
	return strings.Join(lines, "\n")
}

// Splice returns line with top written over it from column x on; line is as wide afterwards as it
// was before.
func Splice(line, top string, x int) string {
	width := Width(line)
	if x < 0 {
		top = ansi.TruncateLeft(top, -x, "")
		x = 0
	}
	if x >= width {
		return line
	}
	top = ansi.Truncate(top, width-x, "")
	end := x + Width(top)
	left := ansi.Truncate(line, x, "")
	right := ansi.TruncateLeft(line, end, "")
	if Width(right) > width-end { // it begins with a wide character of which half is covered
		right = ansi.TruncateLeft(line, end+1, "")
	}
	var b strings.Builder
	b.Grow(len(line) + len(top) + 16)
	b.WriteString(left)
	b.WriteString(ansi.ResetStyle)
	b.WriteString(Spaces(x - Width(left))) // half of a wide character was cut off
	b.WriteString(top)
	b.WriteString(ansi.ResetStyle)
	b.WriteString(Spaces(width - end - Width(right)))
	b.WriteString(right)
	return b.String()
}
