package sim

import (
	"io"

	"flexq/client/sim/internal/shape"
)

// answer is what slurmrestd says to one request. A JSON answer is head, the items with commas between, and tail;
// items are written one by one, so that a long list needs no memory of its own.
type answer struct {
	status int
	text   string // a plain text, instead of JSON
	empty  bool   // no body at all (304)

	head, tail []byte
	items      int
	item       func(b []byte, i int) []byte
	done       func() // after the last item
}

func (a *answer) json() bool { return !a.empty && a.text == "" }

// plain is an answer in plain text, as slurmrestd gives where no handler is reached.
func plain(status int, text string) *answer { return &answer{status: status, text: text} }

const (
	noURL    = "Unable find requested URL. Please view /openapi/v3 for API reference."
	noAuth   = "Authentication failure"
	badQuery = "Unable to parse query."
	badPath  = "Unable to parse URL path."
)

// bare is an answer without data.
func bare(e *shape.Encoder, status int, t shape.Tail) *answer {
	return &answer{status: status, head: e.AppendBare(nil, t)}
}

// spillAt is how many bytes of a long answer are gathered before they are sent.
const spillAt = 48 << 10

// drop ends an answer that nobody gets.
func (a *answer) drop() {
	if a.done != nil {
		a.done()
	}
}

// writeTo sends the JSON text of the answer.
func (a *answer) writeTo(w io.Writer) error {
	if a.done != nil {
		defer a.done()
	}
	buf := make([]byte, 0, spillAt+16<<10)
	buf = append(buf, a.head...)
	for i := range a.items {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = a.item(buf, i)
		if len(buf) < spillAt {
			continue
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
		buf = buf[:0]
	}
	buf = append(buf, a.tail...)
	_, err := w.Write(buf)
	return err
}

// escaper writes what it gets as the inside of a JSON string.
type escaper struct {
	w   io.Writer
	buf []byte
}

func (e *escaper) Write(p []byte) (int, error) {
	e.buf = shape.AppendString(e.buf[:0], string(p))
	if _, err := e.w.Write(e.buf[1 : len(e.buf)-1]); err != nil {
		return 0, err
	}
	return len(p), nil
}
