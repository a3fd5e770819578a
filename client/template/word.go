package template

import (
	"errors"
	"strings"
)

// word is a word of a #FLEXQ line.
type word struct {
	text     string // without quotes and backslashes
	quotedAt int    // where in text its first quote stood, -1 if there was none
}

// bare returns a word that has no quotes, "" for another one.
func (w word) bare() string {
	if w.quotedAt >= 0 {
		return ""
	}
	return w.text
}

// split cuts KEY=VALUE. Quotes may stand around the value only.
func (w word) split() (key, value string, ok bool) {
	key, value, ok = strings.Cut(w.text, "=")
	if ok && w.quotedAt >= 0 && w.quotedAt <= len(key) {
		return "", "", false
	}
	return key, value, ok
}

// splitWords cuts a line at blanks. Quotes group, and a backslash within quotes takes the next character as it is.
func splitWords(s string) ([]word, error) {
	var out []word
	var b strings.Builder
	quote, quotedAt, open := byte(0), -1, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0 && c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			if quotedAt < 0 {
				quotedAt = b.Len()
			}
			quote, open = c, true
		case strings.IndexByte(blanks, c) < 0:
			b.WriteByte(c)
			open = true
		case open:
			out = append(out, word{text: b.String(), quotedAt: quotedAt})
			b.Reset()
			quotedAt, open = -1, false
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote (" + string(quote) + ") is not closed; close it, or put a backslash before it")
	}
	if open {
		out = append(out, word{text: b.String(), quotedAt: quotedAt})
	}
	return out, nil
}
