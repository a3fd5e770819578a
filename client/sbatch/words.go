package sbatch

import (
	"errors"
	"strings"
)

// token is a word of an #SBATCH line, or of the command line.
type token struct {
	text       string // without quotes and backslashes
	line       int    // of the script, from 1; 0 for the command line
	start, end int    // where the word stands in its line, quotes included
}

// cut is an #SBATCH line cut into words.
type cut struct {
	words []token
	part  bool // the line begins the next part of a het job
	tail  int  // where that begins which sbatch does not read: a comment, or what stands behind an empty word
	empty bool // an empty word ended the line
}

// splitLine cuts an #SBATCH line into words as sbatch does: blanks part words, single and double quotes group, a
// backslash takes the next character as it is (within quotes too), and an unquoted # ends the line. So do an empty
// word and the words hetjob and packjob; at the line's beginning those two begin the next part. from is where the
// words begin. Errors are of the form "what; cure".
func splitLine(s string, number, from int) (cut, error) {
	c := cut{}
	for at := from; ; {
		for at < len(s) && strings.IndexByte(blanks, s[at]) >= 0 {
			at++
		}
		c.tail = at
		switch {
		case at == len(s) || s[at] == '#':
			return c, nil
		case s[at] == ':':
			return c, errors.New("a colon stands where an option should be; begin each part of a het job with a line #SBATCH hetjob")
		case isPartWord(s[at:]):
			c.part = len(c.words) == 0
			return c, nil
		}
		word, end, err := cutWord(s, at)
		if err != nil {
			return c, err
		}
		if word == "" {
			c.empty = true
			return c, nil
		}
		c.words = append(c.words, token{text: word, line: number, start: at, end: end})
		at = end
	}
}

const blanks = " \t\v\f\r"

// isPartWord reports whether s begins with hetjob or its old name packjob, in letters of any size.
func isPartWord(s string) bool {
	word := s
	if i := strings.IndexAny(s, blanks); i >= 0 {
		word = s[:i]
	}
	return strings.EqualFold(word, "hetjob") || strings.EqualFold(word, "packjob")
}

// cutWord reads the word of s at a place, and returns where it ends.
func cutWord(s string, at int) (word string, end int, err error) {
	var b strings.Builder
	quote := byte(0)
	for i := at; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\':
			if i++; i < len(s) {
				b.WriteByte(s[i])
			}
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			quote = c
		case c == '#' || strings.IndexByte(blanks, c) >= 0:
			return b.String(), i, nil
		default:
			b.WriteByte(c)
		}
	}
	if quote != 0 {
		return "", 0, errors.New("a quote (" + string(quote) + ") is not closed; close it, or put a backslash before it")
	}
	return b.String(), len(s), nil
}

// rawOffset returns where in a word as it is written its nth character without quotes and backslashes begins, and
// the quote that is open there, 0 for none. Past the last character it is the word's end.
func rawOffset(raw string, n int) (offset int, quote byte) {
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '\\':
			if n == 0 {
				return i, quote
			}
			i++
			n--
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			if n == 0 {
				return i, 0
			}
			quote = c
		default:
			if n == 0 {
				return i, quote
			}
			n--
		}
	}
	return len(raw), 0
}
