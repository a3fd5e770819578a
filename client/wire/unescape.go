package wire

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// unescaper reads the text of a JSON string from src, which stands behind the opening quote. It ends with io.EOF at
// the closing quote, which it consumes.
type unescaper struct {
	src  *bufio.Reader
	out  []byte // unescaped
	pos  int    // how much of out has been handed out
	done bool
	err  error
}

// Read implements io.Reader.
func (u *unescaper) Read(p []byte) (int, error) {
	for u.pos == len(u.out) && u.err == nil && !u.done {
		u.out, u.pos = u.out[:0], 0
		u.err = u.fill()
	}
	if u.pos < len(u.out) {
		n := copy(p, u.out[u.pos:])
		u.pos += n
		return n, nil
	}
	if u.err != nil {
		return 0, u.err
	}
	return 0, io.EOF
}

// fill unescapes what the source has at hand.
func (u *unescaper) fill() error {
	if _, err := u.src.Peek(2); err != nil && u.src.Buffered() == 0 {
		return unexpected(err)
	}
	chunk, err := u.src.Peek(u.src.Buffered())
	if err != nil {
		return unexpected(err)
	}
	used := 0
	for used < len(chunk) && !u.done {
		n := runLength(chunk[used:])
		u.out = append(u.out, chunk[used:used+n]...)
		used += n
		rest := chunk[used:]
		switch {
		case len(rest) == 0:
		case rest[0] == '"':
			u.done = true
			used++
		case len(rest) == 1 && used == 0:
			return io.ErrUnexpectedEOF // Peek(2) above found no more
		case len(rest) == 1:
			return u.discard(used)
		case rest[1] == 'u':
			if err := u.discard(used + 2); err != nil {
				return err
			}
			return u.unicode()
		default:
			c, ok := simpleEscape(rest[1])
			if !ok {
				return errEscape
			}
			u.out = append(u.out, c)
			used += 2
		}
	}
	return u.discard(used)
}

// runLength returns how many bytes at the start of b stand for themselves.
func runLength(b []byte) int {
	for i, c := range b {
		if c == '"' || c == '\\' {
			return i
		}
	}
	return len(b)
}

// simpleEscape returns the character that a backslash and c stand for.
func simpleEscape(c byte) (byte, bool) {
	switch c {
	case '"', '\\', '/':
		return c, true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}

func (u *unescaper) discard(n int) error {
	_, err := u.src.Discard(n)
	return err
}

// unicode reads the four digits of \uXXXX, and the second half of a pair. A lone half becomes U+FFFD.
func (u *unescaper) unicode() error {
	c, err := u.hex()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(c) {
		next, err := u.src.Peek(2)
		if err != nil {
			return unexpected(err)
		}
		if string(next) == `\u` {
			if err := u.discard(2); err != nil {
				return err
			}
			low, err := u.hex()
			if err != nil {
				return err
			}
			c = utf16.DecodeRune(c, low)
		}
	}
	u.out = utf8.AppendRune(u.out, c)
	return nil
}

func (u *unescaper) hex() (rune, error) {
	b, err := u.src.Peek(4)
	if err != nil {
		return 0, unexpected(err)
	}
	v, err := strconv.ParseUint(string(b), 16, 16)
	if err != nil {
		return 0, errEscape
	}
	return rune(v), u.discard(4)
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
