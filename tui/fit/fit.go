package fit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Align says where text goes when it is narrower than its room.
type Align uint8

// The alignments. Words go left, numbers go right.
const (
	Left Align = iota
	Right
	Center
)

const (
	escape = 0x1b
	joiner = '\u200d'
)

// spaces is what padding is cut from.
const spaces = "                                                                                "

// Width returns how many cells text takes on one line.
func Width(text string) int {
	if isPlain(text) {
		return len(text)
	}
	return ansi.StringWidth(text)
}

// Cut returns text shortened to at most width cells, ending in the ellipsis if it was longer.
func Cut(text string, width int, ellipsis string) string {
	if width <= 0 {
		return ""
	}
	if !isPlain(text) {
		return ansi.Truncate(text, width, ellipsis)
	}
	if len(text) <= width {
		return text
	}
	room := width - ansi.StringWidth(ellipsis)
	if room < 0 {
		return text[:width]
	}
	return text[:room] + ellipsis
}

// Append appends text to dst as exactly width cells: cut if it is longer, padded if it is shorter.
// Control characters are shown as spaces, so that no text can break the grid; escape sequences
// that set colours pass.
func Append(dst []byte, text string, width int, align Align, ellipsis string) []byte {
	text, before, after := Place(text, width, align, ellipsis)
	dst = Pad(dst, before)
	dst = append(dst, text...)
	return Pad(dst, after)
}

// Place returns what Append appends in its parts: the text that is shown, and how many spaces stand
// before and after it.
func Place(text string, width int, align Align, ellipsis string) (shown string, before, after int) {
	if width <= 0 {
		return "", 0, 0
	}
	w := len(text)
	if !isPlain(text) {
		text = Line(text)
		w = ansi.StringWidth(text)
	}
	if w > width {
		text = Cut(text, width, ellipsis)
		w = Width(text)
	}
	rest := width - w
	switch align {
	case Right:
		return text, rest, 0
	case Center:
		return text, rest / 2, rest - rest/2
	case Left:
	}
	return text, 0, rest
}

// String returns what Append appends.
func String(text string, width int, align Align, ellipsis string) string {
	if align == Left && len(text) == width && isPlain(text) {
		return text
	}
	return string(Append(make([]byte, 0, max(width, 0)+8), text, width, align, ellipsis))
}

// Pad appends n spaces to dst; none if n is not positive.
func Pad(dst []byte, n int) []byte {
	for n > len(spaces) {
		dst = append(dst, spaces...)
		n -= len(spaces)
	}
	if n > 0 {
		dst = append(dst, spaces[:n]...)
	}
	return dst
}

// Spaces returns n spaces; none if n is not positive.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}

// Line returns text with every control and format character replaced by a space, so that it stays
// one line that reads from left to right. Escape sequences and joined emoji stay.
func Line(text string) string {
	if strings.IndexFunc(text, isControl) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, text)
}

// Clean is Line for text that nobody has looked at yet, as what a file says: escape characters become spaces too, so that
// no terminal acts on anything in it.
func Clean(text string) string { return Line(strings.ReplaceAll(text, "\x1b", " ")) }

func isControl(r rune) bool {
	if r < 0xa0 {
		return r < 0x20 && r != escape || r >= 0x7f
	}
	return r == utf8.RuneError || r != joiner && unicode.Is(unicode.Cf, r)
}

// isPlain reports whether every byte is one printable ASCII character, one cell wide.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c > 0x7e {
			return false
		}
	}
	return true
}
