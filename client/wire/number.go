package wire

import (
	"math"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// number is one of Slurm's numbers in any of its forms, before it is fitted into a type. The zero value is unset.
type number struct {
	set, infinite bool
	negative      bool
	abs           uint64
	float         float64 // the same, with its fraction
}

// Slurm's marks for "no value" and "infinite" where a data version writes a bare number.
const (
	noVal32    = math.MaxUint32 - 1
	infinite32 = math.MaxUint32
	noVal64    = math.MaxUint64 - 1
	infinite64 = math.MaxUint64
)

// unsigned reads the number as one that cannot be below zero: there -1 means infinite, and Slurm's marks count.
func (n number) unsigned() (number, bool) {
	switch {
	case !n.set || n.infinite:
		return n, true
	case n.negative && n.abs == 1, !n.negative && (n.abs == infinite32 || n.abs == infinite64):
		return number{infinite: true}, true
	case n.negative && n.abs == 2, !n.negative && (n.abs == noVal32 || n.abs == noVal64):
		return number{}, true
	}
	return n, !n.negative
}

// number reads a number: bare, as a string, as {set, infinite, number}, or null. It is false when there was
// something else, which is noted, or when nothing could be read at all.
func (r *reader) number() (number, bool) {
	if r.err != nil {
		return number{}, false
	}
	var n number
	ok := true
	switch r.dec.PeekKind() {
	case '0':
		n, ok = parseNumber(string(r.raw()))
		r.closed()
	case '"':
		n, ok = parseNumber(string(r.unquote(r.raw())))
	case '{':
		n, ok = parseStruct(r.raw())
	case 'n':
		r.skip()
	default:
		r.skip()
		ok = false
	}
	if r.err != nil {
		return number{}, false
	}
	if !ok {
		r.bad("not a number")
	}
	return n, ok
}

// parseStruct reads {"set": true, "infinite": false, "number": 7}. The raw object is known to be valid JSON.
func parseStruct(raw []byte) (number, bool) {
	var n number
	set, infinite, ok, known := true, false, true, false
	flat := eachMember(raw, func(name, value []byte) {
		switch string(name) {
		case "set":
			set, known = string(value) == "true", true
		case "infinite":
			infinite, known = string(value) == "true", true
		case "number":
			known = true
			if string(value) != "null" {
				n, ok = parseNumber(strings.Trim(string(value), `"`))
			}
		}
	})
	switch {
	case !flat || !known:
		return number{}, false
	case infinite:
		return number{infinite: true}, true
	case !set:
		return number{}, true
	}
	return n, ok
}

// eachMember calls visit for each member of a raw object whose values are no objects or lists; it is false if one
// is.
func eachMember(raw []byte, visit func(name, value []byte)) bool {
	for i := 1; i < len(raw); {
		i = skipBlank(raw, i)
		if raw[i] != '"' {
			return raw[i] == '}'
		}
		end := i + scalarLen(raw[i:])
		name := raw[i+1 : end-1]
		i = skipBlank(raw, end)
		i = skipBlank(raw, i+1) // the colon
		if raw[i] == '{' || raw[i] == '[' {
			return false
		}
		end = i + scalarLen(raw[i:])
		visit(name, raw[i:end])
		i = skipBlank(raw, end)
		if raw[i] == ',' {
			i++
		}
	}
	return true
}

func skipBlank(b []byte, i int) int {
	for i < len(b)-1 && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// scalarLen returns the length of the string, number, boolean or null that b starts with.
func scalarLen(b []byte) int {
	if b[0] == '"' {
		for i := 1; i < len(b); i++ {
			switch b[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(b)
	}
	for i, c := range b {
		switch c {
		case ',', '}', ']', ' ', '\n', '\r', '\t':
			return i
		}
	}
	return len(b)
}

// parseNumber reads digits, a sign, a fraction, an exponent, or one of Slurm's words for no number.
func parseNumber(s string) (number, bool) {
	if n, err := strconv.ParseUint(s, 10, 64); err == nil {
		return number{set: true, abs: n, float: float64(n)}, true
	}
	switch strings.ToUpper(strings.TrimSpace(s)) {
	case "", "N/A", "NONE", "UNKNOWN", "NULL", "(NULL)", "NAN", "NO_VAL":
		return number{}, true
	case "UNLIMITED", "INFINITE", "INFINITY", "INF":
		return number{infinite: true}, true
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.Abs(f) >= 1<<64 || math.IsNaN(f) {
		return number{}, false
	}
	n := number{set: true, negative: f < 0, abs: uint64(math.Abs(f)), float: f}
	if i, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); err == nil && i < 0 {
		n.abs = -uint64(i)
	}
	return n, true
}

// num reads a number that may be unset or infinite. An infinite one is not Set.
func (r *reader) num(dst *slurm.Num) {
	n, ok := r.number()
	if !ok {
		return
	}
	if n, ok = n.unsigned(); !ok {
		r.bad("below zero")
		return
	}
	*dst = slurm.Num{Value: n.abs, Set: n.set, Infinite: n.infinite}
}

// u64 reads a number that counts something; unset and infinite give 0.
func (r *reader) u64(dst *uint64) { r.bounded(dst, math.MaxUint64) }

// u32 is u64 for smaller numbers.
func (r *reader) u32(dst *uint32) {
	v := uint64(*dst)
	r.bounded(&v, math.MaxUint32)
	*dst = uint32(v)
}

func (r *reader) bounded(dst *uint64, most uint64) {
	n, ok := r.number()
	if !ok {
		return
	}
	n, ok = n.unsigned()
	switch {
	case !ok:
		r.bad("below zero")
	case n.abs > most:
		r.bad("too large")
	default:
		*dst = n.abs
	}
}

// id reads the number of a job: a part of one is none.
func (r *reader) id(dst *uint64) {
	n, ok := r.number()
	if !ok {
		return
	}
	n, ok = n.unsigned()
	if !ok || n.set && n.float != math.Trunc(n.float) {
		r.bad("not the number of a job")
		return
	}
	*dst = n.abs
}

// i64 reads a number that may be below zero; unset and infinite give 0.
func (r *reader) i64(dst *int64) {
	n, ok := r.number()
	switch {
	case !ok:
	case n.abs > math.MaxInt64:
		r.bad("too large")
	case n.negative:
		*dst = -int64(n.abs)
	default:
		*dst = int64(n.abs)
	}
}

// seconds reads a length of time; unset and infinite give 0.
func (r *reader) seconds(dst *int64) {
	v := uint64(max(*dst, 0))
	r.bounded(&v, math.MaxInt64)
	*dst = int64(v)
}

// boolean reads true or false, also as a word, as 0 or 1, or as a list that holds such a word.
func (r *reader) boolean(dst *bool) {
	var words []string
	if r.err != nil {
		return
	}
	switch r.dec.PeekKind() {
	case 't', 'f':
		*dst = string(r.raw()) == "true"
		return
	case '{':
		n, _ := r.number()
		*dst = n.abs != 0
		return
	default:
		r.words(&words)
	}
	for _, w := range words {
		switch strings.ToLower(w) {
		case "true", "yes", "on", "1", "y":
			*dst = true
		case "false", "no", "off", "0", "n", "none":
			*dst = false
		default:
			r.bad("neither true nor false")
		}
	}
}

// integer reads a small signed number.
func (r *reader) integer(dst *int) {
	v := int64(*dst)
	r.i64(&v)
	*dst = int(v)
}
