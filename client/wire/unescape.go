package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// unescaper reads the text of a JSON string from src, which stands behind the opening quote. It ends with io.EOF at
// the closing quote, which it consumes.
type unescaper struct {
	src  *bufio.Reader
	out  []byte // unescaped and not yet handed out
	done bool
	err  error
}

// Read implements io.Reader.
func (u *unescaper) Read(p []byte) (int, error) {
	for len(u.out) == 0 && u.err == nil && !u.done {
		u.err = u.fill()
	}
	if len(u.out) > 0 {
		n := copy(p, u.out)
		u.out = u.out[n:]
		return n, nil
	}
	if u.err != nil {
		return 0, u.err
	}
	return 0, io.EOF
}

// fill unescapes what the source has at hand.
func (u *unescaper) fill() error {
	if _, err := u.src.Peek(1); err != nil {
		return unexpected(err)
	}
	chunk, err := u.src.Peek(u.src.Buffered())
	if err != nil {
		return unexpected(err)
	}
	n := 0
	for n < len(chunk) && chunk[n] != '"' && chunk[n] != '\\' {
		n++
	}
	u.out = append(u.out[:0], chunk[:n]...)
	if _, err := u.src.Discard(n); err != nil {
		return unexpected(err)
	}
	if n == len(chunk) {
		return nil
	}
	if chunk[n] == '"' {
		u.done = true
		_, err = u.src.Discard(1)
		return err
	}
	return u.escape()
}

// escape reads one escape sequence.
func (u *unescaper) escape() error {
	b, err := u.take(2)
	if err != nil {
		return err
	}
	switch b[1] {
	case '"', '\\', '/':
		u.out = append(u.out, b[1])
	case 'b':
		u.out = append(u.out, '\b')
	case 'f':
		u.out = append(u.out, '\f')
	case 'n':
		u.out = append(u.out, '\n')
	case 'r':
		u.out = append(u.out, '\r')
	case 't':
		u.out = append(u.out, '\t')
	case 'u':
		return u.unicode()
	default:
		return fmt.Errorf("%w: bad escape in a string", ErrMalformed)
	}
	return nil
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
		if string(next) != `\u` {
			u.out = utf8.AppendRune(u.out, utf8.RuneError)
			return nil
		}
		if _, err := u.take(2); err != nil {
			return err
		}
		low, err := u.hex()
		if err != nil {
			return err
		}
		c = utf16.DecodeRune(c, low)
	}
	u.out = utf8.AppendRune(u.out, c)
	return nil
}

func (u *unescaper) hex() (rune, error) {
	b, err := u.take(4)
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseUint(string(b[:4]), 16, 16)
	if err != nil {
		return 0, fmt.Errorf("%w: bad escape in a string", ErrMalformed)
	}
	return rune(v), nil
}

func (u *unescaper) take(n int) (b [4]byte, err error) {
	if _, err := io.ReadFull(u.src, b[:n]); err != nil {
		return b, unexpected(err)
	}
	return b, nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
