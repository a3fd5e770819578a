package wire

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// reader reads values from a decoder into Go variables. Each of its methods consumes exactly one JSON value, of
// whatever kind that turns out to be. The first failure of the decoder sticks in err; after it nothing more is read.
type reader struct {
	dec     *jsontext.Decoder
	err     error
	skipped Skipped
	buf     []byte // unescaped text of the string at hand
	pool    *pool
	parsed  map[string]any // small values that repeat in a list, by their raw JSON
}

func newReader(dec *jsontext.Decoder) *reader { return &reader{dec: dec} }

// result is what a Field returns: the failure, or the skipped places, or nil.
func (r *reader) result() error {
	if r.err != nil {
		return r.err
	}
	if len(r.skipped.Places) > 0 {
		return &r.skipped
	}
	return nil
}

// raw returns the next value as it stands; it is valid until the next read. It is nil after a failure.
func (r *reader) raw() jsontext.Value {
	if r.err != nil {
		return nil
	}
	v, err := r.dec.ReadValue()
	if err != nil {
		r.err = err
		return nil
	}
	return v
}

// skip passes over the next value without holding it.
func (r *reader) skip() {
	if r.err == nil {
		r.err = r.dec.SkipValue()
	}
}

// closed makes sure that something follows the number just read: nothing in a number says where it ends, and one that
// the answer breaks off in reads like another that is whole. What was read before is not valid any more.
func (r *reader) closed() {
	if r.err == nil && r.dec.PeekKind() == 0 {
		_, r.err = r.dec.ReadToken()
	}
}

// token passes over a bracket.
func (r *reader) token() {
	if r.err == nil {
		_, r.err = r.dec.ReadToken()
	}
}

// bad notes that the value just read could not be used.
func (r *reader) bad(why string) {
	if r.err == nil {
		r.skipped.add(place(r.dec.StackPointer()) + ": " + why)
	}
}

// skipBad passes over a value of the wrong kind and notes it; null is no value and not worth a note.
func (r *reader) skipBad(want string) {
	kind := r.dec.PeekKind()
	r.skip()
	if kind != 'n' {
		r.bad("not " + want)
	}
}

// more reports whether the object or array at hand, which ends with the given bracket, has another item.
func (r *reader) more(end jsontext.Kind) bool {
	return r.err == nil && r.dec.PeekKind() != end
}

// name reads a member's name; it is valid until the next read.
func (r *reader) name() []byte {
	raw := r.raw()
	if len(raw) < 2 {
		return nil
	}
	return r.unquote(raw)
}

// place turns /jobs/3/time_limit into jobs[3].time_limit.
func place(p jsontext.Pointer) string {
	var b strings.Builder
	for tok := range p.Tokens() {
		if tok == "structuredBody" && b.Len() == 0 {
			continue
		}
		if _, err := strconv.Atoi(tok); err == nil {
			b.WriteString("[" + tok + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		if len(tok) > 60 {
			tok = tok[:60]
		}
		b.WriteString(Clean(tok))
	}
	return b.String()
}
