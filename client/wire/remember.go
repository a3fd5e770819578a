package wire

import "github.com/go-json-experiment/json/jsontext"

// A queue has thousands of states and exit codes, and a dozen different ones: they are parsed once.
const (
	maxRemembered = 200 // values
	maxRaw        = 400 // bytes of one
)

// remembered reads the next value and parses it, unless the same bytes have been parsed before. Values that make no
// sense are not remembered.
func remembered[T any](r *reader, parse func(jsontext.Value) (T, bool)) (T, bool) {
	var zero T
	raw := r.raw()
	if r.err != nil {
		return zero, false
	}
	if v, ok := r.parsed[string(raw)].(T); ok {
		return v, true
	}
	v, ok := parse(raw)
	if ok && len(raw) <= maxRaw && len(r.parsed) < maxRemembered {
		if r.parsed == nil {
			r.parsed = make(map[string]any)
		}
		r.parsed[string(raw)] = v
	}
	return v, ok
}
