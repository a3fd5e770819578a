package fault

import "errors"

// From returns the first Fault in err's chain, or nil if there is none.
func From(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// WithOp returns a copy of f that says what was being done; a fault that says it already is returned as it is.
func (f *Fault) WithOp(op string) *Fault {
	if f == nil || f.Op != "" || op == "" {
		return f
	}
	g := *f
	g.Op = op
	return &g
}
