package fault

import (
	"strings"
	"unicode"
)

// Excerpt makes others' text fit for a sentence on a screen: without credentials (see Redact), terminal sequences
// and anything invisible, on one line, at most limit characters, and without a full stop at its end.
func Excerpt(s string, limit int) string {
	var b strings.Builder
	for _, r := range stripSequences(Redact(s)) {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsPrint(r):
			b.WriteRune(r)
		}
	}
	s = strings.Join(strings.Fields(b.String()), " ")
	if r := []rune(s); len(r) > limit {
		s = string(r[:max(limit-1, 0)]) + "…"
	}
	if strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") {
		s = s[:len(s)-1]
	}
	return s
}

// stripSequences takes out the colours and cursor moves that programs write into their error messages.
func stripSequences(s string) string {
	const csi = "\x1b["
	var b strings.Builder
	for {
		i := strings.Index(s, csi)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+len(csi):]
		end := strings.IndexFunc(s, func(r rune) bool { return r >= 0x40 && r <= 0x7e })
		if end < 0 {
			return b.String()
		}
		s = s[end+1:]
	}
}
