package sim

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"flexq/client/sim/internal/shape"
)

// faulty is a response that a fault may spoil. Without a fault it only passes on.
type faulty struct {
	http.ResponseWriter
	r    *http.Request
	f    Fault
	sent int
	held []byte // the end of the body that a malformed one lacks
	dead bool
}

// heldBack is how many bytes a malformed body lacks.
const heldBack = 8

var errHungUp = errors.New("simulated fault: connection closed")

func newFaulty(w http.ResponseWriter, r *http.Request, f *Fault) *faulty {
	out := &faulty{ResponseWriter: w, r: r}
	if f != nil {
		out.f = *f
	}
	return out
}

// before does what a fault does to a request before it has an effect. It is true when that was all.
func (o *faulty) before() bool {
	if o.f.Latency > 0 && !o.wait(o.f.Latency) {
		return true
	}
	if o.f.Drop == DropBefore {
		o.hangUp()
		return true
	}
	return !o.f.After && o.f.Late == 0 && o.instead()
}

// after does what a fault does once the request had its effect. It is true when there is no answer.
func (o *faulty) after() bool {
	if o.f.Drop == DropAfter {
		o.hangUp()
		return true
	}
	return o.f.After && o.instead()
}

// instead sends what a proxy or the platform says in place of Slurm. It is false when it says nothing.
func (o *faulty) instead() bool {
	switch {
	case o.f.HTML:
		o.page()
	case o.f.Outer != nil:
		writeError(o.ResponseWriter, *o.f.Outer)
	default:
		return false
	}
	return true
}

// acts reports whether a request that meets the fault, and got past before, has its effect.
func (f *Fault) acts() bool { return f == nil || f.Inner == nil || f.After || f.Late > 0 }

// finish ends the body.
func (o *faulty) finish() {
	if len(o.held) > 0 && !o.dead {
		o.held = o.held[:0] // what is held back is never sent
	}
}

// wait lets real time pass; it is false when the client gave up meanwhile.
func (o *faulty) wait(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-o.r.Context().Done():
		return false
	}
}

// hangUp closes the connection as it is.
func (o *faulty) hangUp() {
	if o.dead {
		return
	}
	o.dead = true
	ctl := http.NewResponseController(o.ResponseWriter)
	if o.sent > 0 {
		if err := ctl.Flush(); err != nil {
			return
		}
	}
	conn, _, err := ctl.Hijack()
	if err != nil {
		o.WriteHeader(http.StatusBadGateway) // no connection to close (HTTP/2, a recorder)
		return
	}
	if err := conn.Close(); err != nil {
		return
	}
}

func (o *faulty) page() {
	status := http.StatusBadGateway
	if o.f.Outer != nil {
		status = o.f.Outer.Code
	}
	o.Header().Set("Content-Type", "text/html; charset=UTF-8")
	o.WriteHeader(status)
	text := "<!DOCTYPE html>\n<html><head><title>" + strconv.Itoa(status) + " " + http.StatusText(status) +
		"</title></head><body><h1>" + http.StatusText(status) + "</h1><p>The server encountered a temporary error.</p></body></html>\n"
	if _, err := o.ResponseWriter.Write([]byte(text)); err != nil {
		return
	}
}

// Write sends a piece of the body, spoiled as the fault says.
func (o *faulty) Write(p []byte) (int, error) {
	if o.dead {
		return 0, errHungUp
	}
	if o.f.Malformed {
		o.held = append(o.held, p...)
		k := max(len(o.held)-heldBack, 0)
		err := o.send(o.held[:k])
		o.held = append(o.held[:0], o.held[k:]...)
		return len(p), err
	}
	return len(p), o.send(p)
}

func (o *faulty) send(p []byte) error {
	if most := max(o.f.CutAfter, 0); o.f.CutAfter != 0 && o.sent+len(p) > most {
		if err := o.pieces(p[:most-o.sent]); err != nil {
			return err
		}
		if o.f.CutWhole {
			o.dead = true
		} else {
			o.hangUp()
		}
		return errHungUp
	}
	return o.pieces(p)
}

// pieces sends bytes, slowly if the fault says so.
func (o *faulty) pieces(p []byte) error {
	size := len(p)
	if o.f.Slow > 0 {
		if size = o.f.SlowBytes; size <= 0 {
			size = 1024
		}
	}
	for len(p) > 0 {
		k := min(size, len(p))
		n, err := o.ResponseWriter.Write(p[:k])
		o.sent += n
		if err != nil {
			return err
		}
		p = p[k:]
		if o.f.Slow > 0 {
			if err := http.NewResponseController(o.ResponseWriter).Flush(); err != nil {
				return err
			}
			if !o.wait(o.f.Slow) {
				return errHungUp
			}
		}
	}
	return nil
}

// answerOf answers a call, or gives the inner error that a fault puts in its place.
func (s *Sim) answerOf(c *call, f *Fault) *answer {
	if f == nil || f.Inner == nil {
		return s.execute(c)
	}
	if f.After {
		s.execute(c).drop()
	}
	return s.innerAnswer(c, f.Inner)
}

// innerAnswer is an error of Slurm's that a fault makes; where there is nothing to ask, what slurmrestd says to that.
func (s *Sim) innerAnswer(c *call, x *InnerError) *answer {
	if _, refusal := s.route(c); refusal != nil {
		return refusal
	}
	return bare(c.enc, x.Status, shape.Tail{DBD: c.db, Errors: []shape.Problem{{
		Description: x.Description, Number: x.Number, Error: x.Error, Source: x.Source,
	}}})
}

// writeError sends an error of the platform itself.
func writeError(w http.ResponseWriter, e OuterError) {
	b := append([]byte(`{"error":{"code":`), strconv.Itoa(e.Code)...)
	b = append(b, `,"message":`...)
	b = shape.AppendString(b, e.Message)
	b = append(b, `,"status":`...)
	b = shape.AppendString(b, e.Status)
	b = append(b, "}}\n"...)
	if e.RetryAfter != "" {
		w.Header().Set("Retry-After", e.RetryAfter)
	}
	writeJSON(w, e.Code, b)
}
