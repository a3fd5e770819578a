package gateway

import (
	"net/http"
	"sync"
	"time"
)

// skew is how far the other side's clock is ahead of ours, as an interval: what one answer shows is uncertain by the
// time it took and by the second that a Date header leaves open. Answers that agree narrow it down.
type skew struct {
	mu     sync.Mutex
	known  bool
	lo, hi time.Duration
}

// dateGrain is how exact a Date header is.
const dateGrain = time.Second

// see takes note of a moment of the other side's clock, cut off to the grain, that lies between two of ours.
func (s *skew) see(sent, got, theirs time.Time, grain time.Duration) {
	if got.Before(sent) { // our clock was set meanwhile
		return
	}
	lo, hi := theirs.Sub(got), theirs.Add(grain).Sub(sent)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known && lo <= s.hi && s.lo <= hi {
		lo, hi = max(lo, s.lo), min(hi, s.hi)
	}
	s.known, s.lo, s.hi = true, lo, hi
}

// get returns the middle of the interval: 0 if the clocks may agree.
func (s *skew) get() (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lo <= 0 && s.hi >= 0 {
		return 0, s.known
	}
	return s.lo + (s.hi-s.lo)/2, s.known
}

// seeDate takes the Date of an answer, unless a cache gave it.
func (s *skew) seeDate(h http.Header, sent, got time.Time) {
	if h.Get("Age") != "" {
		return
	}
	if theirs, err := http.ParseTime(h.Get("Date")); err == nil {
		s.see(sent, got, theirs, dateGrain)
	}
}

// Skew returns how far the other side's clock is ahead of Options.Now, 0 if they agree as far as answers can show;
// false until an answer has shown its clock. It is good to about a second.
func (g *Gateway) Skew() (time.Duration, bool) { return g.skew.get() }

// SawClock takes note of a moment of the cluster's clock, in whole seconds, that an answer held: it was read between
// two moments of ours. It is for servers whose answers have no Date.
func (g *Gateway) SawClock(sent, got, theirs time.Time) { g.skew.see(sent, got, theirs, dateGrain) }
