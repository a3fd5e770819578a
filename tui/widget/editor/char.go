package editor

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	// tabSize is how far tab stops are apart, as terminals have them.
	tabSize = 8
	// longest is how many bytes a character may have to be sent to the terminal; the longest emoji
	// has 35.
	longest = 64
	del     = 0x7f
)

// kind is how a character is shown.
type kind uint8

const (
	printed kind = iota // as it is
	tab
	control // a C0 control character or DEL
	odd     // what has no cell of its own, would change its surroundings, or is no UTF-8
)

// char is a character as it is seen: one or more runes, or one byte that is not UTF-8.
type char struct {
	end   int // the offset after it
	width int // in cells, at least 1
	kind  kind
}

// charAt returns the character at offset at, which must be in the line. column matters for tabs
// alone.
func charAt(line string, at, column int) char {
	c := line[at]
	switch {
	case c == '\t':
		return char{at + 1, tabSize - column%tabSize, tab}
	case c < ' ' || c == del:
		return char{at + 1, 1, control}
	case c < utf8.RuneSelf && (at+1 == len(line) || line[at+1] < utf8.RuneSelf):
		return char{at + 1, 1, printed}
	}
	r, size := utf8.DecodeRuneInString(line[at:])
	if r == utf8.RuneError && size <= 1 || isFormat(r) {
		return char{at + size, 1, odd}
	}
	return cluster(line, at)
}

// cluster returns the character at offset at, which begins with a rune of its own.
func cluster(line string, at int) char {
	text, width := ansi.FirstGraphemeCluster(line[at:], ansi.GraphemeWidth)
	if valid := validPrefix(text); valid < len(text) {
		text = text[:valid]
		width = ansi.StringWidth(text)
	}
	if width <= 0 || len(text) > longest || isLoose(text) {
		return char{at + len(text), 1, odd}
	}
	return char{at + len(text), width, printed}
}

// isLoose reports whether a character would become one with what is drawn before or behind it, which
// can be another than what stands there in the text.
func isLoose(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return joinsBefore(first) || joinsBehind(last)
}

// joinsBefore reports whether a rune always becomes one with the character before it.
func joinsBefore(r rune) bool {
	const saraAm, laoAm = 0x0e33, 0x0eb3 // the only letters that do
	// Marks and modifiers are asked for, and what Unicode added since the tables of Go were made.
	if r < 0x300 || r != saraAm && r != laoAm && unicode.In(r, unicode.Lo, unicode.Ll, unicode.Lu, unicode.N, unicode.P, unicode.So, unicode.Sm) {
		return false
	}
	both := "x" + string(r)
	text, _ := ansi.FirstGraphemeCluster(both, ansi.GraphemeWidth)
	return len(text) == len(both)
}

// joinsBehind reports whether a rune always becomes one with the character behind it.
func joinsBehind(r rune) bool {
	switch {
	case r < 0x0d4e:
		return false
	case r == 0x0d4e, r == 0x1193f, r == 0x11941, r == 0x11a3a, r == 0x11d46, r == 0x11f02:
		return true
	}
	return r == 0x111c2 || r == 0x111c3 || r == 0x113d1 || r >= 0x11a84 && r <= 0x11a89
}

// validPrefix returns how many bytes of text are UTF-8.
func validPrefix(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// isFormat reports whether a rune beyond ASCII controls what is around it: C1, direction, joiners
// and tags that stand alone, line separators.
func isFormat(r rune) bool {
	if r < 0xa0 {
		return r >= del
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// next returns the offset after the character at offset at.
func next(line string, at int) int {
	if at >= len(line) {
		return len(line)
	}
	return charAt(line, at, 0).end
}

// anchor returns an offset before at where a character begins for sure: between two bytes of ASCII
// two characters always part, and others can only be told apart from the beginning.
func anchor(line string, at int) int {
	for i := at - 1; i > 0; i-- {
		if line[i] < utf8.RuneSelf && line[i-1] < utf8.RuneSelf {
			return i
		}
	}
	return 0
}

// previous returns the offset of the last character that begins before offset at.
func previous(line string, at int) int {
	i := anchor(line, at)
	for i < at {
		n := next(line, i)
		if n >= at {
			return i
		}
		i = n
	}
	return i
}

// align returns the first offset from at on that is not inside a character.
func align(line string, at int) int {
	i := anchor(line, at)
	for i < at {
		i = next(line, i)
	}
	return i
}

// wordBefore returns the offset of the beginning of the word before at.
func wordBefore(line string, at int) int {
	for at > 0 && isSeparator(line[at-1]) {
		at--
	}
	for at > 0 && !isSeparator(line[at-1]) {
		at--
	}
	if aligned := align(line, at); aligned > at { // a separator can be part of a character
		return previous(line, at)
	}
	return at
}

// wordAfter returns the offset of the end of the word after at.
func wordAfter(line string, at int) int {
	for at < len(line) && isSeparator(line[at]) {
		at++
	}
	for at < len(line) && !isSeparator(line[at]) {
		at++
	}
	return align(line, at)
}

// isSeparator reports whether the byte parts words: blank, or what parts the words of a path, an
// assignment or a host list.
func isSeparator(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '/', ',', ':', '=', '[', ']':
		return true
	}
	return false
}
