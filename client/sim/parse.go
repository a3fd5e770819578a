package sim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// Slurm's error numbers of its REST parser.
const (
	errQuery   = 9000
	errConvert = 9202
	errFlag    = 9207
	errList    = 9208
)

const queryText = "Query empty or not RFC7320 compliant"

// parser reads values as Slurm's data_parser does: it converts what it can, warns of what is of the wrong type and
// goes on, and stops only for few things.
type parser struct {
	errors, warnings []shape.Problem
	spoiled          bool // something of the wrong type keeps the request from being carried out, without an error
}

func (p *parser) mismatch(want string, v value, at string) {
	p.warnings = append(p.warnings, shape.Problem{
		Description: fmt.Sprintf("Expected OpenAPI %s but got OpenAPI type=%s (Slurm type=%s): %s", want, v.openapiType(),
			v.slurmType(), v.slurmText()),
		Source: at,
	})
}

func (p *parser) unknown(name string, v value, table, at string) {
	p.warnings = append(p.warnings, shape.Problem{
		Description: fmt.Sprintf("Ignoring unknown field %q of type %s in DATA_PARSER_%s", name, v.slurmType(), table), Source: at,
	})
}

// str reads a string. A number is taken for its text, with a warning.
func (p *parser) str(v value, at string) (string, bool) {
	switch v.kind {
	case '"':
		return v.text, true
	case 'n':
		return "", false
	case '0':
		p.mismatch("type=string (Slurm type=string)", v, at)
		return v.text, true
	case 't', 'f':
		p.mismatch("type=string (Slurm type=string)", v, at)
		return string(v.append(nil)), true
	default:
		p.mismatch("type=string (Slurm type=string)", v, at)
		p.spoiled = true
		return "", false
	}
}

// csv reads a list of names. One text with commas is taken too, with a warning.
func (p *parser) csv(v value, at string) (string, bool) {
	if v.kind == '"' {
		p.mismatch("type=array (Slurm type=list)", v, at)
		return v.text, true
	}
	list, ok := p.list(v, at)
	return strings.Join(list, ","), ok
}

// list reads a list of strings. Of an object it makes NAME=VALUE strings, with a warning.
func (p *parser) list(v value, at string) ([]string, bool) {
	var out []string
	switch v.kind {
	case '[':
		for i, x := range v.items {
			if s, ok := p.str(x, fmt.Sprintf("%s[%d]/", strings.TrimSuffix(at, "/"), i)); ok {
				out = append(out, s)
			}
		}
		return out, true
	case '{':
		p.mismatch("type=array (Slurm type=list)", v, at)
		for _, f := range v.fields {
			out = append(out, f.name+"="+f.value.text)
		}
		return out, true
	case 'n':
		return nil, false
	default:
		p.mismatch("type=array (Slurm type=list)", v, at)
		p.errors = append(p.errors, shape.Problem{
			Description: "expected a list of strings but got " + v.slurmText(), Number: errList,
			Error: "Data parser expected a list", Source: at,
		})
		return nil, false
	}
}

// int reads an integer of so many bits. Its text, a truth value and a fraction are taken, with a warning.
func (p *parser) int(v value, bits int, at string) (int64, bool) {
	if n, ok := v.integer(); ok {
		return n, true
	}
	if v.kind == 'n' {
		return 0, false
	}
	p.mismatch(fmt.Sprintf("type=integer format=int%d (Slurm type=64 bit integer)", bits), v, at)
	switch v.kind {
	case '"':
		if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
			return n, true
		}
	case '0':
		if f, err := strconv.ParseFloat(v.text, 64); err == nil {
			return int64(f), true
		}
	case 't':
		return 1, true
	case 'f':
		return 0, true
	default:
	}
	p.spoiled = true
	return 0, false
}

// num reads a number that may be unset or infinite: an integer, its text, or {set, infinite, number}.
func (p *parser) num(v value, at string) (uint32, bool) {
	switch v.kind {
	case '{':
		return p.numObject(v, at)
	case '"':
		if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
			return clamp(n), true
		}
	case '0':
		if f, err := strconv.ParseFloat(v.text, 64); err == nil {
			return clamp(int64(f)), true
		}
	case 'n':
		return 0, false
	default:
	}
	p.convert("Expected integer but got "+v.slurmText(), at)
	return 0, false
}

// convert is the error of a value that is no use at all.
func (p *parser) convert(text, at string) {
	p.errors = append(p.errors, shape.Problem{Description: text, Number: errConvert, Error: "Unable to convert Data type", Source: at})
}

func clamp(n int64) uint32 {
	switch {
	case n < 0:
		return cluster.Infinite
	case n > int64(cluster.Infinite):
		return cluster.Infinite
	default:
		return uint32(n)
	}
}

func (p *parser) numObject(v value, at string) (uint32, bool) {
	set, inf, n := true, false, int64(0)
	for _, f := range v.fields {
		switch f.name {
		case "set":
			set, _ = p.bool(f.value, at+"set/")
		case "infinite":
			inf, _ = p.bool(f.value, at+"infinite/")
		case "number":
			n, _ = p.int(f.value, 64, at+"number/")
		}
	}
	switch {
	case inf:
		return cluster.Infinite, true
	case !set:
		return cluster.NoVal, false
	default:
		return clamp(n), true
	}
}

func (p *parser) bool(v value, at string) (on, ok bool) {
	switch v.kind {
	case 't':
		return true, true
	case 'f':
		return false, true
	case '0':
		n, _ := v.integer()
		return n != 0, true
	case '"':
		switch strings.ToLower(v.text) {
		case "true", "yes", "on", "1", "t", "y":
			return true, true
		case "false", "no", "off", "0", "f", "n":
			return false, true
		}
	case 'n':
		return false, false
	default:
	}
	p.mismatch("type=boolean (Slurm type=boolean)", v, at)
	return true, true // as Slurm does with a text that says neither
}

// flag adds the error of a word that is none of a set.
func (p *parser) flag(word, at string) {
	p.errors = append(p.errors, shape.Problem{
		Description: fmt.Sprintf("Unknown flag %q", word), Number: errFlag, Error: "Data parser unable to parse invalid flag",
		Source: at,
	})
}

// rejected is the error that follows the errors of a query or a path.
func rejected(what, source string) shape.Problem {
	return shape.Problem{Description: "Rejecting request. Failure parsing " + what, Number: errQuery, Error: queryText, Source: source}
}

// slurmError is the error that carries one of slurmctld's numbers.
func slurmError(description string, err error, source string) shape.Problem {
	p := shape.Problem{Description: description, Source: source, Number: -1, Error: "Unspecified error"}
	var e cluster.Error
	if errors.As(err, &e) {
		p.Number, p.Error = int(e), e.Error()
	}
	return p
}
