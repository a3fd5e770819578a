package gateway

import (
	"maps"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/fault"
	"flexq/client/wire"
)

// list is the member without which an answer to a read is none; "" if there is no such.
func (r Request) list() string {
	parts := segments(r.Path)
	if !r.IsRead() || len(parts) < 3 || r.asksForChange() {
		return ""
	}
	switch kind := parts[2]; {
	case kind == "job":
		return "jobs"
	case len(parts) == 3 && slices.Contains([]string{"jobs", "nodes", "partitions", "reservations"}, kind):
		return kind
	}
	return ""
}

// noting returns fields that note that the answer had what it must have: the list of a read, anything at all of what
// is read of the answer to a write.
func noting(f wire.Fields, r Request, seen *bool) wire.Fields {
	out := maps.Clone(f)
	if _, asked := f[r.list()]; r.list() != "" && !asked {
		*seen = true // nobody wants to know
		return out
	}
	for name, read := range f {
		if name != wire.Start && (name == r.list() || !r.IsRead()) {
			out[name] = func(dec *jsontext.Decoder) error {
				*seen = true
				return read(dec)
			}
		}
	}
	return out
}

// incomplete is the fault of an answer that looks like a success and lacks what Slurm always says: {} is no empty
// cluster, and no proof that a write was carried out. What answers so is not Slurm.
func incomplete(r Request, status int, p wire.Payload, seen bool) *fault.Fault {
	if seen || status >= http.StatusMultipleChoices {
		return nil
	}
	what := ""
	switch list := r.list(); {
	case list != "":
		what = "the answer has no list of " + list
	case p.Empty && r.Method == http.MethodDelete:
		return nil // a cancel may be answered with nothing but a status
	case !r.IsRead() && p.Meta == (wire.Meta{}) && len(p.Warnings) == 0 && status != http.StatusNoContent:
		what = "the answer does not say what was done"
	default:
		return nil
	}
	f := fault.New(fault.Malformed, "", what)
	f.Status = status
	return f
}
