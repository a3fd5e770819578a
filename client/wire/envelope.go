package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Envelope is the platform's answer to callSlurmRestApi: Slurm's HTTP status, and Slurm's answer inside.
type Envelope struct {
	Status  int // Slurm's, 200 to 599; 0 if the envelope does not say, or says something that is no status
	Payload Payload
	HasBody bool // there was an answer inside, be it empty
}

// ReadEnvelope reads {"status": 200, "structuredBody": {...}} with its members in any order. The answer of Slurm may
// also be in "body", as an object or as JSON in a string; both stream. If both members are there, structuredBody
// counts. The errors are those of ReadPayload; text instead of JSON inside is an error only if Status does not say
// that Slurm had failed anyway (Slurm refuses some requests in plain text).
func ReadEnvelope(r io.Reader, f Fields) (Envelope, error) {
	src := &source{Reader: r}
	e := envelopeReader{src: src, dec: newDecoder(src), fields: f}
	if k := e.dec.PeekKind(); k != '{' {
		err := e.dec.SkipValue()
		if err == nil {
			err = errNoObject
		}
		return Envelope{}, src.classify(err)
	}
	err := e.read()
	return e.out, src.classify(err)
}

type envelopeReader struct {
	src        io.Reader // what dec reads from
	dec        *jsontext.Decoder
	fields     Fields
	out        Envelope
	structured bool // structuredBody has been read
}

func (e *envelopeReader) read() error {
	if err := start(e.fields); err != nil {
		return err
	}
	if _, err := e.dec.ReadToken(); err != nil {
		return err
	}
	for e.dec.PeekKind() != '}' {
		r := newReader(e.dec)
		name := string(r.name())
		if r.err == nil {
			r.err = e.member(r, name)
		}
		if r.err != nil {
			return r.err
		}
	}
	if _, err := e.dec.ReadToken(); err != nil {
		return err
	}
	if err := end(e.dec); err != nil {
		return err
	}
	if e.out.Payload.Text != "" && e.out.Status < 400 {
		return errNoObject
	}
	e.out.Payload.Empty = !e.out.HasBody || e.out.Payload.Empty
	return nil
}

func (e *envelopeReader) member(r *reader, name string) error {
	switch name {
	case "status":
		if n, ok := r.number(); ok && n.set && !n.negative && n.abs >= 200 && n.abs < 600 {
			e.out.Status = int(n.abs)
		}
	case "structuredBody", "structured_body":
		e.structured = true
		return e.body()
	case "body":
		if e.structured && e.out.HasBody {
			r.skip()
			return r.err
		}
		return e.body()
	default:
		r.skip()
	}
	return r.err
}

func (e *envelopeReader) body() error {
	kind := e.dec.PeekKind()
	if kind == 'n' {
		return e.dec.SkipValue()
	}
	if kind == '"' {
		return e.stringBody()
	}
	var err error
	e.out.HasBody = true
	e.out.Payload, err = readPayload(e.dec, e.fields)
	return err
}

// stringBody reads an answer that is JSON inside a JSON string. The decoder would hold such a string whole, and an
// answer can have hundreds of megabytes; so the string is unescaped as it streams, and a new decoder takes over
// behind it.
func (e *envelopeReader) stringBody() error {
	rest := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(bytes.Clone(e.dec.UnreadBuffer())), e.src), chunkSize)
	for {
		c, err := rest.ReadByte()
		if err != nil {
			return err
		}
		if c == '"' {
			break
		}
	}
	inner := bufio.NewReaderSize(&unescaper{src: rest}, chunkSize)
	payload, err := readText(inner, e.fields)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, inner); err != nil {
		return err
	}
	e.out.Payload, e.out.HasBody = payload, true
	return e.resume(rest)
}

// chunkSize is how much of a string is unescaped at a time.
const chunkSize = 32 << 10

// resume lets a new decoder go on behind the value of a member.
func (e *envelopeReader) resume(rest *bufio.Reader) error {
	for {
		c, err := rest.ReadByte()
		if err != nil {
			return err
		}
		switch c {
		case ' ', '\n', '\r', '\t':
			continue
		case '}':
			if err := rest.UnreadByte(); err != nil {
				return err
			}
		case ',':
		default:
			return errTrailing
		}
		e.src = io.MultiReader(strings.NewReader("{"), rest)
		e.dec = newDecoder(e.src)
		_, err = e.dec.ReadToken()
		return err
	}
}

// maxText bounds the text that is kept of an answer that is not JSON.
const maxText = 400

// readText reads an answer that may turn out to be no JSON at all.
func readText(inner *bufio.Reader, f Fields) (Payload, error) {
	for {
		c, err := inner.ReadByte()
		if errors.Is(err, io.EOF) {
			return Payload{Empty: true}, start(f)
		}
		if err != nil {
			return Payload{}, err
		}
		if strings.IndexByte(" \n\r\t", c) >= 0 {
			continue
		}
		if err := inner.UnreadByte(); err != nil {
			return Payload{}, err
		}
		if c == '{' {
			return ReadPayload(inner, f)
		}
		text, err := io.ReadAll(io.LimitReader(inner, maxText))
		return Payload{Text: strings.TrimSpace(Clean(string(text)))}, err
	}
}
