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
	if !r.IsRead() || len(parts) < 3 {
		return ""
	}
	switch kind := parts[2]; {
	case kind == "job":
		return "jobs"
	case kind == "node", kind == "partition":
		return kind + "s"
	case len(parts) == 3 && slices.Contains(lists(), kind):
		return kind
	}
	return ""
}

// lists are the paths whose last part is also the name of the list in the answer.
func lists() []string {
	return []string{"jobs", "nodes", "partitions", "reservations", "licenses", "associations", "qos"}
}

// heard is what an answer had of what it must have: the list of a read, be it empty, or anything at all of what is read
// of the answer to a write. Slurm says [] of an empty queue, in all versions; null is said by nobody who has looked.
type heard struct {
	it   bool
	date bool // it says when the list was changed, as an answer does that has one
}

// noting returns fields that note what they have heard.
func noting(f wire.Fields, r Request, h *heard) wire.Fields {
	out := maps.Clone(f)
	if _, asked := f[r.list()]; r.list() != "" && !asked {
		h.it = true // nobody wants to know
		return out
	}
	for name, read := range f {
		switch {
		case name == wire.Start:
		case name == r.list() || !r.IsRead():
			out[name] = func(dec *jsontext.Decoder) error {
				kind := dec.PeekKind()
				h.it = h.it || !r.IsRead() || kind == '[' || kind == '{' // one object is a list of one
				return read(dec)
			}
		case name == "last_update":
			out[name] = func(dec *jsontext.Decoder) error {
				h.date = h.date || dec.PeekKind() != 'n'
				return read(dec)
			}
		}
	}
	return out
}

// incomplete is the fault of an answer that looks like a success and lacks what Slurm always says: {} is no empty
// cluster, and no proof that a write was carried out. What answers so is not Slurm.
func incomplete(r Request, status int, p wire.Payload, h heard) *fault.Fault {
	if h.it || status >= http.StatusMultipleChoices {
		return nil
	}
	what := ""
	switch list := r.list(); {
	case list != "" && r.asksForChange() && !h.date:
		return nil // nothing has changed
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
