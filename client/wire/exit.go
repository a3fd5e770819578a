package wire

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// exit reads how something ended: {status, return_code, signal{id|signal_id, name}}, the wait status of old
// versions (256 is exit code 1), or "code:signal".
func (r *reader) exit(dst *slurm.Exit) {
	if r.err != nil {
		return
	}
	switch r.dec.PeekKind() {
	case '{':
		e, ok := remembered(r, parseExit)
		if !ok {
			r.bad("not all of it is an exit code")
		}
		*dst = e
	case '0':
		if n, ok := r.number(); ok {
			r.waitStatus(dst, n)
		}
	case '"':
		r.exitText(dst, string(r.unquote(r.raw())))
	default:
		r.skipBad("an exit code")
	}
}

func (r *reader) waitStatus(dst *slurm.Exit, n number) {
	n, ok := n.unsigned()
	switch {
	case !ok || n.abs > 0xffff:
		r.bad("not an exit code")
	case n.set:
		w := uint32(n.abs)
		*dst = slurm.Exit{Set: true, Code: w >> 8, Signal: w & 0x7f, CoreDumped: w&0x80 != 0}
	}
}

func (r *reader) exitText(dst *slurm.Exit, text string) {
	code, signal, _ := strings.Cut(text, ":")
	c, ok := parseNumber(code)
	s, ok2 := parseNumber(signal)
	if !ok || !ok2 || c.negative || s.negative || c.abs > 0xffff || s.abs > 0xffff {
		r.bad("not an exit code")
		return
	}
	*dst = slurm.Exit{Set: c.set, Code: uint32(c.abs), Signal: uint32(s.abs)}
}

// exitParts is the object form while it is read.
type exitParts struct {
	status       []string
	code, signal slurm.Num
	name         string
}

// parseExit reads the object form; it is false if a part of it made no sense.
func parseExit(raw jsontext.Value) (slurm.Exit, bool) {
	signal := fields[exitParts]{
		"id":        func(r *reader, p *exitParts) { r.num(&p.signal) },
		"signal_id": func(r *reader, p *exitParts) { r.num(&p.signal) },
		"name":      func(r *reader, p *exitParts) { r.text(&p.name) },
	}
	var p exitParts
	r := newReader(newDecoder(bytes.NewReader(raw)))
	object(r, fields[exitParts]{
		"status":      func(r *reader, p *exitParts) { r.words(&p.status) },
		"return_code": func(r *reader, p *exitParts) { r.num(&p.code) },
		"signal":      nestedOr(signal, func(r *reader, p *exitParts) { r.num(&p.signal) }),
	}, &p)
	if p.code.Value > math.MaxUint32 || p.signal.Value > math.MaxUint32 {
		return slurm.Exit{}, false
	}
	e := slurm.Exit{
		Set: p.code.Set || p.signal.Set, Code: uint32(p.code.Value), Signal: uint32(p.signal.Value), SignalName: p.name,
		CoreDumped: slices.Contains(p.status, "CORE_DUMPED"),
	}
	return e, r.result() == nil
}
