package shape

import "strconv"

func appendInt(b []byte, v int64) []byte { return strconv.AppendInt(b, v, 10) }

// AppendString writes a JSON string. Bytes that are not UTF-8 go out as they are, as from slurmrestd.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		ch := s[i]
		if ch >= 0x20 && ch != '"' && ch != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		b = appendEscape(b, ch)
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

func appendEscape(b []byte, ch byte) []byte {
	const hex = "0123456789abcdef"
	switch ch {
	case '"', '\\':
		return append(b, '\\', ch)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	default:
		return append(b, '\\', 'u', '0', '0', hex[ch>>4], hex[ch&15])
	}
}

const (
	unset    = `{"set":false,"infinite":false,"number":0}`
	infinite = `{"set":false,"infinite":true,"number":0}`
	zero     = `{"set":true,"infinite":false,"number":0}`
)

// AppendNum writes one of Slurm's numbers that may be unset.
func AppendNum(b []byte, v int64) []byte {
	b = append(b, `{"set":true,"infinite":false,"number":`...)
	b = appendInt(b, v)
	return append(b, '}')
}

// appendNum32 writes a number of 32 bits with Slurm's two special values.
func appendNum32(b []byte, v uint32) []byte {
	switch v {
	case 0xfffffffe:
		return append(b, unset...)
	case 0xffffffff:
		return append(b, infinite...)
	default:
		return AppendNum(b, int64(v))
	}
}

func appendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendString(b, s)
	}
	return append(b, ']')
}

// object writes the fields of a small object.
type object struct {
	b     []byte
	comma bool
}

func open(b []byte) *object { return &object{b: append(b, '{')} }

func (o *object) key(k string) {
	if o.comma {
		o.b = append(o.b, ',')
	}
	o.comma = true
	o.b = append(o.b, '"')
	o.b = append(o.b, k...)
	o.b = append(o.b, '"', ':')
}

func (o *object) str(k, v string)           { o.key(k); o.b = AppendString(o.b, v) }
func (o *object) int(k string, v int64)     { o.key(k); o.b = appendInt(o.b, v) }
func (o *object) bool(k string, v bool)     { o.key(k); o.b = appendBool(o.b, v) }
func (o *object) num(k string, v int64)     { o.key(k); o.b = AppendNum(o.b, v) }
func (o *object) num32(k string, v uint32)  { o.key(k); o.b = appendNum32(o.b, v) }
func (o *object) list(k string, v []string) { o.key(k); o.b = appendStrings(o.b, v) }
func (o *object) raw(k, json string)        { o.key(k); o.b = append(o.b, json...) }
func (o *object) with(k string, f func([]byte) []byte) {
	o.key(k)
	o.b = f(o.b)
}
func (o *object) close() []byte { return append(o.b, '}') }
