package tui

import (
	"io"
	"strings"
)

// tty is a terminal as Bubble Tea reads it: its reads can be cancelled, and it can be made raw.
type tty interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// pasted is a terminal whose pastes come whole. Bubble Tea reads what is pasted as if it were typed and leaves out the
// escape sequences that are no keys, as colours, without a word: here the escape of each comes as a mark that is text to
// it, and unmarked puts it back. Such sequences are seen in the script then, as those of a file are.
type pasted struct {
	tty
	inside bool // of a paste
	// matched is how many bytes there are of what ends the paste; of what begins one, outside of it. Those of the end are
	// kept back until it is clear what they are.
	matched int
	rest    []byte // for the next read
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	// escapeMark stands for an escape within a paste. It is the last character there is, which is given to nothing.
	escapeMark = "\U0010fffd"
)

// whole has a terminal give pastes whole; another input stays as it is.
func whole(in io.Reader) io.Reader {
	if t, ok := in.(tty); ok {
		return &pasted{tty: t}
	}
	return in
}

// unmarked is what was pasted.
func unmarked(text string) string { return strings.ReplaceAll(text, escapeMark, "\x1b") }

// Read reads what is typed. It may return nothing where the end of a paste is not all there.
func (p *pasted) Read(out []byte) (int, error) {
	if len(p.rest) == 0 {
		in := make([]byte, max(1, len(out)/len(escapeMark)-len(pasteEnds))) // so that there is room for what it becomes
		n, err := p.tty.Read(in)
		p.rest = p.mark(in[:n])
		if err != nil {
			n, p.rest = copy(out, p.rest), nil
			return n, err
		}
	}
	n := copy(out, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// mark replaces the escapes within pastes.
func (p *pasted) mark(in []byte) []byte {
	var out []byte
	for _, b := range in {
		wanted := pasteBegins
		if p.inside {
			wanted = pasteEnds
		}
		fits := b == wanted[p.matched]
		switch {
		case fits && p.matched+1 == len(wanted):
			if p.inside {
				out = append(out, wanted...)
			} else {
				out = append(out, b)
			}
			p.inside, p.matched = !p.inside, 0
		case fits && p.inside:
			p.matched++
		case fits:
			out, p.matched = append(out, b), p.matched+1
		default:
			out = append(p.released(out), b)
			if b == '\x1b' { // it begins another
				if p.matched = 1; p.inside {
					out = out[:len(out)-1]
				}
			}
		}
	}
	return out
}

// released adds what was kept back as the end of a paste and is none.
func (p *pasted) released(out []byte) []byte {
	if p.inside && p.matched > 0 {
		out = append(append(out, escapeMark...), pasteEnds[1:p.matched]...)
	}
	p.matched = 0
	return out
}
