package wire

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrMalformed is in the chain of an error about an answer that is not the JSON object it should be: an HTML page,
// garbage behind the object, a broken string. An answer that merely ends too early has io.ErrUnexpectedEOF in its
// chain instead, and a failed read has the reader's own error.
var ErrMalformed = errors.New("the answer is not valid JSON")

// Skipped is what a Field returns when it has consumed its value and yet could not use all of it. It is no failure:
// ReadPayload collects the places in Payload.Skipped and reads on.
type Skipped struct {
	Places []string // "jobs[3].time_limit: not a number"
	More   int      // how many further places were not kept
}

// maxSkipped bounds the places that are kept, of one field and of one payload.
const maxSkipped = 20

// Error gives the places in one line.
func (s *Skipped) Error() string {
	text := "skipped " + strings.Join(s.Places, "; ")
	if s.More > 0 {
		text += fmt.Sprintf("; and %d more", s.More)
	}
	return text
}

func (s *Skipped) add(place string) {
	if len(s.Places) < maxSkipped {
		s.Places = append(s.Places, place)
		return
	}
	s.More++
}

// collect takes the skipped places out of err; what is left is a real failure.
func (s *Skipped) collect(err error) error {
	var other *Skipped
	if !errors.As(err, &other) {
		return err
	}
	for _, p := range other.Places {
		s.add(p)
	}
	s.More += other.More
	return nil
}

// list returns the places, the last one saying how many were left out.
func (s *Skipped) list() []string {
	if s.More == 0 {
		return s.Places
	}
	return append(s.Places, fmt.Sprintf("and %d more", s.More))
}

// source remembers how reading failed: the decoder reports a failed read as if it were an error of syntax.
type source struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// classify marks what the decoder found wrong as cut or malformed, unless reading had failed before.
func (s *source) classify(err error) error {
	switch {
	case err == nil:
		return nil
	case s.err != nil:
		return s.err
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return err
}

var (
	errTrailing = fmt.Errorf("%w: something follows it", ErrMalformed)
	errEscape   = fmt.Errorf("%w: bad escape in a string", ErrMalformed)
	errNoObject = fmt.Errorf("%w: it is not an object", ErrMalformed)
)
