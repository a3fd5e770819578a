package sim

import (
	"net/http"
	"strings"
)

// mask is a selection of fields, as the parameter fields of Google's APIs has it: a,b/c,d(e,f),g/*/h.
type mask struct {
	inner map[string]*mask // nil: everything below
}

// masked writes what a selection leaves of an answer; "" leaves all.
func masked(v value, fields string) ([]byte, *computeFault) {
	if fields == "" || fields == "*" {
		return append(v.append(nil), '\n'), nil
	}
	root := &mask{inner: map[string]*mask{}}
	rest, ok := root.read(fields)
	if !ok || rest != "" {
		return nil, &computeFault{code: http.StatusBadRequest, reason: "invalidParameter", message: "Invalid field selection " + fields}
	}
	return append(root.apply(v).append(nil), '\n'), nil
}

// read takes a list of selections up to its end or to a closing parenthesis, and returns what follows.
func (m *mask) read(s string) (rest string, ok bool) {
	for {
		if s, ok = m.readPath(s); !ok {
			return s, false
		}
		if s == "" || s[0] == ')' {
			return s, true
		}
		if s[0] != ',' {
			return s, false
		}
		s = s[1:]
	}
}

func (m *mask) readPath(s string) (rest string, ok bool) {
	at := m
	for {
		end := strings.IndexAny(s, ",/()")
		if end < 0 {
			end = len(s)
		}
		if end == 0 {
			return s, false
		}
		at = at.under(s[:end])
		s = s[end:]
		switch {
		case s == "" || s[0] == ',' || s[0] == ')':
			at.inner = nil
			return s, true
		case s[0] == '(':
			if s, ok = at.read(s[1:]); !ok || s == "" {
				return s, false
			}
			return s[1:], true
		}
		s = s[1:]
	}
}

// under returns the selection below a field.
func (m *mask) under(name string) *mask {
	x := m.inner[name]
	if x == nil {
		x = &mask{inner: map[string]*mask{}}
		m.inner[name] = x
	}
	if x.inner == nil {
		x = &mask{inner: map[string]*mask{}} // all of it is selected already
	}
	return x
}

func (m *mask) apply(v value) value {
	if m.inner == nil {
		return v
	}
	switch v.kind {
	case '{':
		out := value{kind: '{'}
		for _, f := range v.fields {
			x := m.inner[f.name]
			if x == nil {
				x = m.inner["*"]
			}
			if x != nil {
				out.fields = append(out.fields, field{name: f.name, value: x.apply(f.value)})
			}
		}
		return out
	case '[':
		out := value{kind: '['}
		for _, x := range v.items {
			out.items = append(out.items, m.apply(x))
		}
		return out
	default:
		return v
	}
}
