package fault

import "strings"

const masked = "[redacted]"

// Redact returns s with everything that looks like a credential replaced: Google access and refresh tokens, API
// keys and client secrets, JSON web tokens (Slurm's are), what follows "Bearer", and private keys. It is for
// text of others that is about to be shown or logged, such as an error page; it is no licence to pass a token.
func Redact(s string) string {
	s = redactKeys(s)
	var b strings.Builder
	bearer := false
	for len(s) > 0 {
		n := wordLen(s)
		if n == 0 {
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		word := s[:n]
		s = s[n:]
		switch {
		case isSecret(word), bearer && len(word) >= 8:
			b.WriteString(masked)
		default:
			b.WriteString(word)
		}
		bearer = strings.EqualFold(word, "Bearer")
	}
	return b.String()
}

// wordLen is the length of the run of token characters that s begins with.
func wordLen(s string) int {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '-', c == '_', c == '.', c == '/', c == '+', c == '~':
		default:
			return i
		}
	}
	return len(s)
}

// isSecret knows credentials by the prefixes that their issuers give them.
func isSecret(word string) bool {
	if i := strings.Index(word, "eyJ"); i >= 0 { // the first byte of every JSON web token is {"
		return strings.Count(word[i:], ".") >= 1 && len(word)-i >= 20
	}
	for _, p := range []string{"ya29.", "1//", "GOCSPX-", "AIza"} {
		if i := strings.Index(word, p); i >= 0 && len(word)-i >= len(p)+8 {
			return true
		}
	}
	return false
}

// redactKeys masks PEM private keys, to their end or to the end of the text.
func redactKeys(s string) string {
	const begin, end, fence = "-----BEGIN ", "-----END ", "-----"
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, begin)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(masked)
		_, tail, found := strings.Cut(rest, end)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(tail, fence)
	}
}
