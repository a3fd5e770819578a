package wire

import (
	"math"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// lastMoment is the end of the year 9999. What is beyond it is no second count: milliseconds, or a mark of something.
const lastMoment = 253402300799

// moment reads a time: seconds since 1970 in any form of a number, or a text with its zone (RFC 3339).
func (r *reader) moment(dst *slurm.Time) {
	if r.err != nil {
		return
	}
	if r.dec.PeekKind() == '"' {
		text := string(r.unquote(r.raw()))
		if t, err := time.Parse(time.RFC3339, text); err == nil {
			if at := slurm.TimeOf(t); at < 0 {
				r.bad("not a time")
			} else {
				*dst = at // a text has no year beyond 9999
			}
			return
		}
		n, ok := parseNumber(text)
		r.setTime(dst, n, ok)
		return
	}
	if n, ok := r.number(); ok {
		r.setTime(dst, n, true)
	}
}

func (r *reader) setTime(dst *slurm.Time, n number, ok bool) {
	if ok {
		n, ok = n.unsigned()
	}
	if !ok || n.abs > lastMoment {
		r.bad("not a time")
		return
	}
	*dst = slurm.Time(n.abs)
}

// minutes reads a time limit, which Slurm's REST answers give in minutes; a text may have any form of sbatch's.
func (r *reader) minutes(dst *slurm.Limit) {
	if r.err != nil {
		return
	}
	var n number
	var ok bool
	if r.dec.PeekKind() == '"' {
		text := strings.TrimSpace(string(r.unquote(r.raw())))
		if n, ok = parseNumber(text); !ok {
			l, err := slurm.ParseLimit(text)
			if err != nil {
				r.bad("not a time limit")
				return
			}
			*dst = l
			return
		}
	} else if n, ok = r.number(); !ok {
		return
	}
	n, ok = n.unsigned()
	switch {
	case !ok || n.abs > math.MaxInt64/60:
		r.bad("not a time limit")
	case n.infinite:
		*dst = slurm.LimitInfinite
	default:
		*dst = slurm.Limit(n.abs * 60)
	}
}

// jobState reads one state or a list of a state and its flags.
func (r *reader) jobState(dst *slurm.JobState) {
	if v, ok := state(r, slurm.ParseJobState); ok {
		*dst = v
	}
}

// nodeState reads one state or a list of a state and its flags.
func (r *reader) nodeState(dst *slurm.NodeState) {
	if v, ok := state(r, slurm.ParseNodeState); ok {
		*dst = v
	}
}

// state parses a state; most jobs of a list share a few.
func state[T any](r *reader, parse func(...string) T) (T, bool) {
	var zero T
	if r.err != nil {
		return zero, false
	}
	if k := r.dec.PeekKind(); k != '[' && k != '"' {
		r.skipBad("a state")
		return zero, false
	}
	v, ok := remembered(r, func(raw jsontext.Value) (T, bool) {
		words, ok := wordsOf(raw)
		return parse(words...), ok
	})
	if !ok {
		r.bad("not a state")
	}
	return v, ok
}

// wordsOf reads a raw string or a raw list of strings.
func wordsOf(raw jsontext.Value) ([]string, bool) {
	inner := &reader{dec: newDecoder(strings.NewReader(string(raw)))}
	var words []string
	inner.words(&words)
	return words, inner.err == nil && len(inner.skipped.Places) == 0
}

// hostlist reads node names: Slurm's compressed text, a list of names, or an object that holds one of them.
func (r *reader) hostlist(dst *slurm.Hostlist) {
	if r.err != nil {
		return
	}
	switch r.dec.PeekKind() {
	case '{':
		object(r, fields[slurm.Hostlist]{
			"list":       func(r *reader, h *slurm.Hostlist) { r.hostlist(h) },
			"range":      func(r *reader, h *slurm.Hostlist) { r.hostlist(h) },
			"nodes":      func(r *reader, h *slurm.Hostlist) { r.hostlist(h) },
			"configured": func(r *reader, h *slurm.Hostlist) { r.hostlist(h) },
		}, dst)
	case '[':
		var names []string
		r.words(&names)
		*dst = slurm.FormatHostlist(names)
	default:
		var s string
		r.text(&s)
		if s == "None assigned" || s == "(null)" {
			s = ""
		}
		*dst = slurm.Hostlist(s)
	}
}

// tresText reads a TRES string like cpu=2,mem=4G,gres/gpu=8.
func (r *reader) tresText(dst *slurm.TRES) {
	var s string
	r.text(&s)
	if s != "" {
		*dst = slurm.ParseTRES(s)
	}
}
