package sim

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"
)

// lateCall is a request that has its effect at a time to come, when its client has long gone.
type lateCall struct {
	at   int64
	run  handler
	call *call
}

// runUntil brings the cluster up to a time, and lets each late request have its effect on the way. The lock is held.
func (s *Sim) runUntil(t int64) {
	for len(s.late) > 0 && s.late[0].at <= t {
		x := s.late[0]
		s.late = s.late[1:]
		s.cluster.RunUntil(x.at)
		if s.refuse(x.call) == nil {
			x.run(s, x.call).drop()
		}
	}
	s.cluster.RunUntil(t)
}

// postpone keeps a request until later, and says now what the fault says; without a word of that it hangs up.
func (s *Sim) postpone(out *faulty, r *http.Request, c *call) {
	switch {
	case s.fwd != nil:
		s.fwd.later(context.WithoutCancel(r.Context()), out.f.Late, c)
	default:
		s.keepForLater(c, out.f.Late)
	}
	switch {
	case out.instead():
	case out.f.Inner == nil:
		out.hangUp()
	case c.direct:
		writeDirect(out, s.innerAnswer(c, out.f.Inner))
	default:
		s.writeEnvelope(out, s.innerAnswer(c, out.f.Inner))
	}
}

func (s *Sim) keepForLater(now *call, d time.Duration) {
	kept := *now // which goes on being answered
	c := &kept
	h, refusal := s.route(c)
	if refusal != nil {
		return
	}
	s.enter()
	defer s.mu.Unlock()
	x := lateCall{at: s.cluster.Now() + int64((d+time.Second-1)/time.Second), run: h, call: c}
	at, _ := slices.BinarySearchFunc(s.late, x.at+1, func(l lateCall, t int64) int { return int(l.at - t) })
	s.late = slices.Insert(s.late, at, x)
}

// waiting are the requests that a forwarder is to send later.
type waiting struct {
	mu     sync.Mutex
	closed bool
	timers []*time.Timer
	sent   sync.WaitGroup
}

// later sends a request after a real time. What comes back is for nobody.
func (f *forwarder) later(ctx context.Context, d time.Duration, c *call) {
	w := &f.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.sent.Add(1)
	w.timers = append(w.timers, time.AfterFunc(d, func() {
		defer w.sent.Done()
		res, err := f.do(ctx, c.method, c.path, c.body)
		if err == nil {
			_ = res.Body.Close()
		}
	}))
}

// close drops the requests that have not been sent, and waits for those that are under way.
func (w *waiting) close() {
	w.mu.Lock()
	w.closed = true
	for _, t := range w.timers {
		if t.Stop() {
			w.sent.Done()
		}
	}
	w.mu.Unlock()
	w.sent.Wait()
}
