// Package feed keeps one kind of polled data for the screen: the last good answer, how old it is, the last
// failure, and when to ask next. It does no I/O and has no clock of its own: the root asks Begin before a call,
// gives the reply to Arrived, and schedules the next call after the delay that Arrived returns.
package feed

import (
	"errors"
	"time"

	"flexq/client/fault"
	"flexq/client/poll"
	"flexq/client/slurm"
	"flexq/tui/pane"
)

// Feed is the state of one kind of data. It is not safe for concurrent use; the root owns it.
type Feed[T any] struct {
	cadence *poll.Cadence
	list    slurm.List[T]
	has     bool
	version int
	gen     int
	ticket  int
	asking  bool
	again   bool
	asked   time.Time
	ended   time.Time // when the last answer came
	err     error
	nextTry time.Time
}

// New returns an empty feed that is polled as the cadence says.
func New[T any](c *poll.Cadence) *Feed[T] { return &Feed[T]{cadence: c} }

// Begin starts a call, unless one is under way; then it notes that another is wanted right after it, and returns
// false. The generation must come back with the reply.
func (f *Feed[T]) Begin(now time.Time) (gen int, since slurm.Time, ok bool) {
	if f.asking {
		f.again = true
		return 0, 0, false
	}
	f.asking, f.asked = true, now
	f.gen++
	f.ticket++
	return f.gen, f.list.LastUpdate, true
}

// Arrived takes a reply. Fresh reports whether there is new data to show; wait is the time to the next call and
// ticket must come back with the timer. An answer of an older generation changes nothing and has ok false.
func (f *Feed[T]) Arrived(gen int, list slurm.List[T], err error, now time.Time) (Next, bool) {
	if gen != f.gen || !f.asking {
		return Next{}, false
	}
	f.asking = false
	n := Next{}
	f.err = err
	if err == nil {
		n.Fresh = f.take(list)
	}
	n.Wait = f.cadence.Next(outcome(err, now.Sub(f.asked)))
	f.ended = now
	if f.again {
		f.again, n.Wait = false, f.cadence.Manual(0)
	}
	f.nextTry = now.Add(n.Wait)
	f.ticket++
	n.Ticket = f.ticket
	return n, true
}

func outcome(err error, took time.Duration) poll.Outcome {
	o := poll.Outcome{Took: took}
	if err == nil {
		return o
	}
	o.Result = poll.Failed
	if !fault.KindOf(err).Transient() {
		o.Result = poll.Blocked
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		o.RetryAfter = f.RetryAfter
	}
	return o
}

// Focus says whether anybody can see the screen: without, polls are rarer.
func (f *Feed[T]) Focus(on bool) { f.cadence.Focus(on) }

func (f *Feed[T]) take(list slurm.List[T]) bool {
	if list.Unchanged && f.has {
		f.list.AsOf = list.AsOf
		return false
	}
	f.list, f.has = list, true
	f.version++
	return true
}

// Next says what to do after a reply.
type Next struct {
	Fresh  bool
	Wait   time.Duration
	Ticket int
}

// Sooner brings the next call forward: because the user asks for it (byHand), or because the screen is looked at
// again. It says how long to wait even so, which is what the server asked for or what keeps a key that is held down
// from becoming many calls; the ticket must come back with the timer. While a call is under way it notes that another
// is wanted after it, and ok is false.
func (f *Feed[T]) Sooner(now time.Time, byHand bool) (n Next, ok bool) {
	if f.asking {
		f.again = f.again || byHand
		return Next{}, false
	}
	since := now.Sub(f.ended)
	if f.ended.IsZero() {
		since = time.Hour
	}
	n.Wait = f.cadence.Left(since)
	if byHand {
		n.Wait = f.cadence.Manual(since)
	}
	f.nextTry = now.Add(n.Wait)
	f.ticket++
	n.Ticket = f.ticket
	return n, true
}

// Due reports whether a timer with this ticket still counts: a call by hand in between makes it void.
func (f *Feed[T]) Due(ticket int) bool { return ticket == f.ticket && !f.asking }

// Items returns the last good data; never change it.
func (f *Feed[T]) Items() []T { return f.list.Items }

// Version grows whenever Items changes.
func (f *Feed[T]) Version() int { return f.version }

// Warnings returns what Slurm warned of in the last good answer.
func (f *Feed[T]) Warnings() []slurm.Problem { return f.list.Warnings }

// Status returns how it stands with the data.
func (f *Feed[T]) Status() pane.Status {
	s := pane.Status{Has: f.has, AsOf: f.list.AsOf, Asking: f.asking, Err: f.err, NextTry: f.nextTry}
	if n := len(f.list.Skipped); n > 0 {
		s.Partial = f.list.Skipped[0]
	}
	return s
}
