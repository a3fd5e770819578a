package wire

import (
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// Field reads the value of one member of an answer; it consumes exactly one JSON value. It returns a *Skipped if a
// part of the value made no sense, and any other error only if reading cannot go on.
type Field func(dec *jsontext.Decoder) error

// Fields says which members of an answer are read, and how. The member Start is no member: its Field is called with
// nil before each answer, so that a reply forgets what a broken attempt has left in it.
type Fields map[string]Field

// Start is the name in Fields of what is to be done before an answer is read.
const Start = ""

// Meta is what an answer says of the service that gave it. Any of it may be missing.
type Meta struct {
	Release    string // of Slurm: 24.11.5
	Cluster    string // ClusterName of slurm.conf
	DataParser string // data version: v0.0.42
	Accounting string // accounting plug-in: slurmdbd, or none
	User       string // user that runs slurmrestd's side of the connection; not the one whose token was sent
}

// Payload is the part that all answers have in common.
type Payload struct {
	Meta     Meta
	Errors   []slurm.Problem
	Warnings []slurm.Problem
	Skipped  []string // fields that could not be used, at most 20, each with its place
	Empty    bool     // there was no answer at all: no body, or only blanks
	Text     string   // start of an answer that was text instead of JSON (in an envelope only), cleaned
}

// ReadPayload reads a plain answer of slurmrestd, filling the replies behind f as it streams. An empty body is no
// error but Payload.Empty. Errors have io.ErrUnexpectedEOF in their chain for a cut answer, ErrMalformed for one
// that is not JSON, else r's own error; what was filled in before is then worth nothing.
func ReadPayload(r io.Reader, f Fields) (Payload, error) {
	src := &source{Reader: r}
	dec := newDecoder(src)
	if dec.PeekKind() == 0 {
		if _, err := dec.ReadToken(); errors.Is(err, io.EOF) {
			return Payload{Empty: true}, start(f)
		} else if err != nil {
			return Payload{}, src.classify(err)
		}
	}
	p, err := readPayload(dec, f)
	if err == nil {
		err = end(dec)
	}
	return p, src.classify(err)
}

// newDecoder returns a decoder that lets pass what Slurm really sends: job names are bytes, not always UTF-8, and
// to look for duplicate names would cost more than all the rest.
func newDecoder(r io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// end checks that nothing follows.
func end(dec *jsontext.Decoder) error {
	_, err := dec.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return errTrailing
}

func start(f Fields) error {
	if begin, ok := f[Start]; ok {
		return begin(nil)
	}
	return nil
}

// readPayload reads the object that comes next.
func readPayload(dec *jsontext.Decoder, f Fields) (Payload, error) {
	var p Payload
	if err := start(f); err != nil {
		return p, err
	}
	r := newReader(dec)
	if k := dec.PeekKind(); k != '{' {
		r.skip()
		if r.err == nil {
			r.err = errNoObject
		}
		return p, r.err
	}
	r.token()
	common := commonFields(&p)
	for r.more('}') {
		name := string(r.name())
		read, ok := common[name]
		if !ok {
			read, ok = f[name]
		}
		if r.err != nil || !ok || name == Start {
			r.skip()
			continue
		}
		r.err = r.skipped.collect(read(dec))
	}
	r.token()
	p.Skipped = r.skipped.list()
	return p, r.err
}

func commonFields(p *Payload) Fields {
	return Fields{
		"meta":     valueField(func(r *reader) { object(r, metaFields(), &p.Meta) }),
		"errors":   listField(&p.Errors, problemFields, nil),
		"warnings": listField(&p.Warnings, problemFields, nil),
	}
}

func problemFields() fields[slurm.Problem] {
	return fields[slurm.Problem]{
		"error_number": func(r *reader, p *slurm.Problem) { r.integer(&p.Number) },
		"errno":        func(r *reader, p *slurm.Problem) { r.integer(&p.Number) },
		"error":        func(r *reader, p *slurm.Problem) { r.text(&p.Error) },
		"description":  func(r *reader, p *slurm.Problem) { r.text(&p.Description) },
		"source":       func(r *reader, p *slurm.Problem) { r.text(&p.Source) },
	}
}

func metaFields() fields[Meta] {
	last := func(r *reader, dst *string) {
		var s string
		r.text(&s)
		*dst = s[strings.LastIndexByte(s, '/')+1:]
	}
	about := func(r *reader, m *Meta) {
		object(r, fields[Meta]{
			"release": func(r *reader, m *Meta) { r.text(&m.Release) },
			"cluster": func(r *reader, m *Meta) { r.text(&m.Cluster) },
		}, m)
	}
	return fields[Meta]{
		"slurm": about,
		"Slurm": about,
		"plugin": func(r *reader, m *Meta) {
			object(r, fields[Meta]{
				"data_parser":        func(r *reader, m *Meta) { last(r, &m.DataParser) },
				"accounting_storage": func(r *reader, m *Meta) { last(r, &m.Accounting) },
			}, m)
		},
		"client": func(r *reader, m *Meta) {
			object(r, fields[Meta]{"user": func(r *reader, m *Meta) { r.text(&m.User) }}, m)
		},
	}
}
