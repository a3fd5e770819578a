package main

import (
	"fmt"
	"io"
	"unicode/utf8"

	"flexq/client/wire"
)

// cleaned is where everything goes that is said to a person, line by line. Names and words of others get into it by many
// ways (scripts, templates, options, Slurm): what a terminal would obey is taken out here, once for all of them.
type cleaned struct{ io.Writer }

// Write implements io.Writer.
func (c cleaned) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.Writer, harmless(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// bare is the stream itself, for another program, which says what it likes.
func bare(w io.Writer) io.Writer {
	if c, ok := w.(cleaned); ok {
		return c.Writer
	}
	return w
}

// escaping is where JSON goes that a terminal may show. Texts of this machine stay what they are, but characters in them
// that a terminal would obey, or that cannot be seen, are written as JSON's escapes: those below U+0080 are anyway.
type escaping struct {
	io.Writer
	half *[]byte // of a character whose rest is to come
}

func escapingTo(w io.Writer) escaping { return escaping{w, new([]byte)} }

// Write implements io.Writer.
func (e escaping) Write(p []byte) (int, error) {
	text := append(*e.half, p...)
	whole := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if at := len(text) - n; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				whole = at
			}
			break
		}
	}
	*e.half = append([]byte(nil), text[whole:]...)
	if _, err := e.Writer.Write(escapeUnseen(text[:whole])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// escapeUnseen writes characters of JSON that cannot be seen as escapes. Beyond ASCII they stand in strings alone.
func escapeUnseen(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		switch {
		case c < utf8.RuneSelf || c == utf8.RuneError || wire.Clean(string(c)) == string(c):
			out = append(out, text[:size]...)
		case c > 0xffff:
			c -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+c>>10, 0xdc00+c&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, c)
		}
		text = text[size:]
	}
	return out
}
