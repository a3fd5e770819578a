package wire

import (
	"bytes"
	"hash/maphash"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// text reads a string. A number or a boolean counts as its text, a list of strings as its items joined by commas.
func (r *reader) text(dst *string) {
	if r.err != nil {
		return
	}
	switch r.dec.PeekKind() {
	case '"', '0', 't', 'f':
		*dst = r.string(r.raw())
	case '[':
		var words []string
		r.words(&words)
		*dst = strings.Join(words, ",")
	default:
		r.skipBad("text")
	}
}

// words reads a list of strings; one string counts as a list of one, an empty string as an empty list.
func (r *reader) words(dst *[]string) {
	if r.err != nil {
		return
	}
	*dst = nil
	switch r.dec.PeekKind() {
	case '"', '0':
		if s := r.string(r.raw()); s != "" {
			*dst = []string{s}
		}
	case '[':
		r.token()
		for r.more(']') {
			if k := r.dec.PeekKind(); k != '"' && k != '0' {
				r.skipBad("text")
				continue
			}
			if s := r.string(r.raw()); s != "" {
				*dst = append(*dst, s)
			}
		}
		r.token()
	default:
		r.skipBad("a list of words")
	}
}

// csv reads a list of strings, or one string that holds them separated by commas.
func (r *reader) csv(dst *[]string) {
	var words []string
	r.words(&words)
	*dst = nil
	for _, w := range words {
		for part := range strings.SplitSeq(w, ",") {
			if part != "" {
				*dst = append(*dst, part)
			}
		}
	}
}

// string gives the clean text of a raw string, number or boolean.
func (r *reader) string(raw jsontext.Value) string {
	if len(raw) == 0 {
		return ""
	}
	b := []byte(raw)
	if raw[0] == '"' {
		b = r.unquote(raw)
	}
	if !plain(b) {
		return Clean(string(b))
	}
	return r.intern(b)
}

// unquote gives the text of a raw JSON string, valid until the next read. Invalid UTF-8 becomes U+FFFD.
func (r *reader) unquote(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return raw
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	// The decoder has already accepted the string, so that an error can only be about invalid UTF-8, which is
	// replaced in the result.
	r.buf, _ = jsontext.AppendUnquote(r.buf[:0], raw)
	return r.buf
}

// pool hands out one string for equal texts that come near each other: users, partitions, reasons... It is a small
// cache with one place for each hash, so that its size does not grow with the queue.
type pool struct {
	seed  maphash.Seed
	slots [1024]string
}

// maxPooled is the longest text that is looked up; longer ones seldom repeat.
const maxPooled = 160

func (r *reader) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > maxPooled {
		return string(b)
	}
	if r.pool == nil {
		r.pool = &pool{seed: maphash.MakeSeed()}
	}
	slot := &r.pool.slots[maphash.Bytes(r.pool.seed, b)%uint64(len(r.pool.slots))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}
