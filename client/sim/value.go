package sim

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"flexq/client/sim/internal/shape"

	"github.com/go-json-experiment/json/jsontext"
)

// value is a JSON value as a client sent it, keys in their order.
type value struct {
	kind   jsontext.Kind
	text   string // of a string; of a number as written
	fields []field
	items  []value
}

type field struct {
	name  string
	value value
}

// parseValue reads a text that holds exactly one JSON value.
func parseValue(body []byte) (value, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := readValue(dec)
	if err != nil {
		return value{}, fmt.Errorf("parse JSON: %w", err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return value{}, errors.New("parse JSON: more than one value")
	}
	return v, nil
}

func readValue(dec *jsontext.Decoder) (value, error) {
	tok, err := dec.ReadToken()
	if err != nil {
		return value{}, err
	}
	v := value{kind: tok.Kind()}
	switch v.kind {
	case '"', '0':
		v.text = tok.String()
	case '{':
		for dec.PeekKind() != '}' {
			name, err := dec.ReadToken()
			if err != nil {
				return value{}, err
			}
			key := name.String()
			inner, err := readValue(dec)
			if err != nil {
				return value{}, err
			}
			v.fields = append(v.fields, field{key, inner})
		}
		_, err = dec.ReadToken()
	case '[':
		for dec.PeekKind() != ']' {
			inner, err := readValue(dec)
			if err != nil {
				return value{}, err
			}
			v.items = append(v.items, inner)
		}
		_, err = dec.ReadToken()
	default:
	}
	return v, err
}

// get returns a field of an object; the last of several of the same name.
func (v value) get(name string) (value, bool) {
	for i := len(v.fields) - 1; i >= 0; i-- {
		if v.fields[i].name == name {
			return v.fields[i].value, true
		}
	}
	return value{}, false
}

// integer reports whether v is a number without a fraction.
func (v value) integer() (int64, bool) {
	if v.kind != '0' {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil || math.Trunc(f) != f || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// slurmType is Slurm's name for the type of a value in its messages.
func (v value) slurmType() string {
	switch v.kind {
	case '{':
		return "dictionary"
	case '[':
		return "list"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case '0':
		if _, ok := v.integer(); ok {
			return "64 bit integer"
		}
		return "floating point number"
	default:
		return "null"
	}
}

func (v value) openapiType() string {
	switch v.slurmType() {
	case "dictionary":
		return "object"
	case "list":
		return "array"
	case "64 bit integer":
		return "integer"
	case "floating point number":
		return "number"
	default:
		return v.slurmType()
	}
}

// slurmText is the value as Slurm prints it in its messages: compact, with every "/" escaped.
func (v value) slurmText() string {
	return strings.ReplaceAll(string(v.append(nil)), "/", `\/`)
}

func (v value) append(b []byte) []byte {
	switch v.kind {
	case '{':
		b = append(b, '{')
		for i, f := range v.fields {
			if i > 0 {
				b = append(b, ',')
			}
			b = shape.AppendString(b, f.name)
			b = append(b, ':')
			b = f.value.append(b)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i, x := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = x.append(b)
		}
		return append(b, ']')
	case '"':
		return shape.AppendString(b, v.text)
	case '0':
		return append(b, v.text...)
	case 't':
		return append(b, "true"...)
	case 'f':
		return append(b, "false"...)
	default:
		return append(b, "null"...)
	}
}
