package contract

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
)

// Reply is Slurm's answer to one Exchange.
type Reply struct {
	Status int
	Body   []byte
	// Enveloped says that the answer came inside another, for JSON only: of a text there is nothing left then.
	Enveloped bool
}

// JSON returns the body as a value to look into; a body that is not JSON is the missing value.
func (r Reply) JSON() Value {
	var v any
	if err := json.Unmarshal(r.Body, &v); err != nil {
		return Value{}
	}
	return Value{v}
}

// Codes returns the error numbers of errors[].
func (r Reply) Codes() []int {
	var out []int
	for _, e := range r.JSON().Get("errors").Items() {
		out = append(out, e.Get("error_number").Int())
	}
	return out
}

// Says reports whether an error or a warning has part in its text, description or source.
func (r Reply) Says(part string) bool {
	for _, list := range []string{"errors", "warnings"} {
		for _, e := range r.JSON().Get(list).Items() {
			if strings.Contains(e.Get("error").Str()+"\n"+e.Get("description").Str()+"\n"+e.Get("source").Str(), part) {
				return true
			}
		}
	}
	return false
}

// Plain reports whether the body is no JSON but a text with part in it. An envelope for JSON only loses such a text:
// then, and only then, the body is an empty object, and that counts.
func (r Reply) Plain(part string) bool {
	return r.Enveloped && r.Empty() || r.JSON().Missing() && strings.Contains(string(r.Body), part)
}

// Empty reports whether there is no body, or the empty object that an envelope puts in its place.
func (r Reply) Empty() bool { return len(r.Body) == 0 || string(r.Body) == "{}" }

// String gives the status and the part of the body that says what went wrong.
func (r Reply) String() string {
	v := r.JSON()
	if v.Missing() {
		return fmt.Sprintf("%d %.200q", r.Status, r.Body)
	}
	return fmt.Sprintf("%d errors %v warnings %v", r.Status, v.Get("errors").v, v.Get("warnings").v)
}

// Value is one JSON value. Looking into what is not there gives the missing value, whose parts are missing too.
type Value struct{ v any }

// Missing reports whether there is no such value, or null.
func (v Value) Missing() bool { return v.v == nil }

// Get returns the member of an object.
func (v Value) Get(name string) Value {
	if m, ok := v.v.(map[string]any); ok {
		return Value{m[name]}
	}
	return Value{}
}

// At returns the item of a list.
func (v Value) At(i int) Value {
	if l, ok := v.v.([]any); ok && i < len(l) {
		return Value{l[i]}
	}
	return Value{}
}

// Items returns the items of a list.
func (v Value) Items() []Value {
	l, ok := v.v.([]any)
	if !ok {
		return nil
	}
	out := make([]Value, len(l))
	for i := range l {
		out[i] = Value{l[i]}
	}
	return out
}

// Words returns the items of a list of strings, or the one string that stands for it.
func (v Value) Words() []string {
	if s, ok := v.v.(string); ok {
		return []string{s}
	}
	var out []string
	for _, w := range v.Items() {
		out = append(out, w.Str())
	}
	return out
}

// Str returns a string, or "".
func (v Value) Str() string {
	s, ok := v.v.(string)
	if !ok {
		return ""
	}
	return s
}

// Bool returns a boolean, or false.
func (v Value) Bool() bool {
	b, ok := v.v.(bool)
	return ok && b
}

// Int returns a number, the number of a {set, infinite, number} that is set, or 0.
func (v Value) Int() int {
	if n := v.Get("number"); !n.Missing() {
		if !v.Get("set").Bool() {
			return 0
		}
		return n.Int()
	}
	f, ok := v.v.(float64)
	if !ok {
		return 0
	}
	return int(f)
}
