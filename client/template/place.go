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
		rest := l.text[start+len(opening):]
		inner, _, found := strings.Cut(rest[:min(len(rest), maxInside)], closing)
		name := strings.Trim(inner, blanks)
		if !found || !isName(name) {
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

// maxName bounds a name, and maxInside what may stand from its first brace to its last: some blanks more.
const (
	maxName   = 64
	maxInside = maxName + 16
)
