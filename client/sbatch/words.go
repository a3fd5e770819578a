package sbatch

import (
	"errors"
	"strings"
)

// splitWords cuts the rest of an #SBATCH line into words as sbatch does: blanks part words, single and double
// quotes group, a backslash takes the next character as it is (within quotes too), and an unquoted # ends the line.
// Errors are of the form "what; cure".
func splitWords(s string) ([]string, error) {
	var words []string
	for {
		s = strings.TrimLeft(s, blanks)
		if s == "" || s[0] == '#' {
			return words, nil
		}
		if s[0] == ':' {
			return nil, errors.New("a colon stands where an option should be, and parts of het jobs cannot be submitted this way; " +
				"put a backslash before it, or submit with sbatch on a login node")
		}
		word, rest, err := cutWord(s)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
		s = rest
	}
}

const blanks = " \t\v\f\r"

func cutWord(s string) (word, rest string, err error) {
	var b strings.Builder
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\':
			if i++; i < len(s) {
				b.WriteByte(s[i])
			}
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			return b.String(), "", nil
		case strings.IndexByte(blanks, c) >= 0:
			return b.String(), s[i:], nil
		default:
			b.WriteByte(c)
		}
	}
	if quote != 0 {
		return "", "", errors.New("a quote (" + string(quote) + ") is not closed; close it, or put a backslash before it")
	}
	return b.String(), "", nil
}
