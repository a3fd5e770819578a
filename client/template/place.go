package template

import "strings"

// What stands around a name.
const (
	opening = "{{"
	closing = "}}"
)

// place is where a line has a name in double braces, declared or not.
type place struct {
	name       string
	start, end int  // in the line, braces included
	blank      bool // there are blanks inside the braces
}

// places finds the names of a line. A #FLEXQ line has none: there braces are part of a default.
func places(l line) []place {
	if l.kind == declaring || !strings.Contains(l.text, opening) {
		return nil
	}
	var out []place
	for at := 0; ; {
		i := strings.Index(l.text[at:], opening)
		if i < 0 {
			return out
		}
		start := at + i
		for strings.HasPrefix(l.text[start+1:], opening) { // of {{{NAME}} the last two count
			start++
		}
		inner, _, found := strings.Cut(l.text[start+len(opening):], closing)
		if !found {
			return out
		}
		name := strings.Trim(inner, blanks)
		if !isName(name) {
			at = start + len(opening)
			continue
		}
		at = start + len(opening) + len(inner) + len(closing)
		out = append(out, place{name: name, start: start, end: at, blank: name != inner})
	}
}

// isName reports whether a word can name a parameter.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}

// maxName bounds a name.
const maxName = 64
