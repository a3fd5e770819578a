package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks bounds the combining marks on one character, so that a name cannot paint over its neighbours' rows.
const maxMarks = 8

// Clean makes text from the cluster harmless on a terminal and keeps all that can be seen. Terminal sequences and
// control characters are taken out, line ends and tabs become blanks, marks that reverse the direction of writing
// and invisible characters are taken out (joiners stay between characters that are not ASCII, where scripts and
// emoji need them). Invalid UTF-8 becomes U+FFFD. The result never has more characters than the text, and Clean of
// it is the same again.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	last, marks, end := rune(0), 0, lastEnd(s)
	for i := 0; i < len(s); {
		if n := sequence(s[i:], end-i); n > 0 {
			i += n
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		i += size
		c = neutral(c)
		switch {
		case c < 0:
			continue
		case isJoiner(c):
			if next, _ := utf8.DecodeRuneInString(s[i:]); !joins(last) || !joins(next) || unicode.Is(unicode.M, next) {
				continue
			}
		case unicode.Is(unicode.M, c):
			if marks++; marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		b.WriteRune(c)
		last = c
	}
	return b.String()
}

// plain reports whether s is printable ASCII, which needs no cleaning.
func plain[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// neutral returns what stands for a rune: itself, a blank, or -1 for nothing.
func neutral(c rune) rune {
	switch {
	case c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f' || c == '\u0085' || c == '\u2028' || c == '\u2029':
		return ' '
	case isJoiner(c) || unicode.Is(unicode.Prepended_Concatenation_Mark, c):
		return c
	case unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Cf, c) || unicode.Is(unicode.Noncharacter_Code_Point, c):
		return -1
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, c):
		return -1 // fillers that are letters by name and blank by nature
	}
	return c
}

// isJoiner reports whether c is one of the two zero-width characters that shape the text around them.
func isJoiner(c rune) bool { return c == '\u200c' || c == '\u200d' }

// joins reports whether a joiner beside c can have a purpose.
func joins(c rune) bool {
	return c > unicode.MaxASCII && c != utf8.RuneError && neutral(c) == c && !isJoiner(c)
}

// lastEnd returns where the last end of a sequence of text stands, -1 if there is none. Behind it no such sequence ends,
// and none need be read.
func lastEnd(s string) int {
	return max(strings.LastIndexByte(s, '\a'), strings.LastIndex(s, "\x1b\\"), strings.LastIndex(s, "\u009c"))
}

// sequence returns the length of the terminal sequence at the start of s, 0 if there is none or it does not end.
// lastEnd is that of s. Without its end only the introducer is taken out (by neutral), so that the rest stays readable.
func sequence(s string, lastEnd int) int {
	kind, n := introducer(s)
	if n == 0 {
		return 0
	}
	switch kind {
	case '[':
		for i := n; i < len(s); i++ {
			switch c := s[i]; {
			case c >= 0x40 && c <= 0x7e:
				return i + 1
			case c < 0x20 || c > 0x3f:
				return 0
			}
		}
	case ']', 'P', '_', '^', 'X':
		for i := n; i <= lastEnd; i++ {
			switch {
			case s[i] == '\a':
				return i + 1
			case strings.HasPrefix(s[i:], "\x1b\\"), strings.HasPrefix(s[i:], "\u009c"):
				return i + 2
			}
		}
	}
	return 0
}

// introducer returns the kind of the sequence that s starts with, as the letter behind the escape, and its length.
func introducer(s string) (byte, int) {
	if len(s) < 2 {
		return 0, 0
	}
	if s[0] == 0x1b {
		return s[1], 2
	}
	if s[0] == 0xc2 { // the same as one character, U+0080 to U+009F
		return s[1] - 0x40, 2
	}
	return 0, 0
}
