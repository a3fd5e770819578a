package sim

import (
	"strings"
	"sync"
	"time"
)

// Faults is a script of things that go wrong. Safe for concurrent use.
type Faults struct {
	mu    sync.Mutex
	rules []*rule
}

type rule struct {
	Fault
	seen, hit int
}

// Drop says when a connection is closed without an answer.
type Drop uint8

const (
	// DropNever answers.
	DropNever Drop = iota
	// DropBefore closes the connection before the request has any effect.
	DropBefore
	// DropAfter lets the request have its effect, then closes the connection.
	DropAfter
)

// Fault is one rule: which requests it meets and what it does to them. Several kinds may be combined.
type Fault struct {
	Method string // Slurm's method, or the HTTP method of another request; "" means any
	Path   string // part of the Slurm path with query, or of the URL path of another request; "" means any
	Skip   int    // so many matching requests pass first
	Count  int    // it meets so many requests; 0 means every one until Clear

	Latency   time.Duration // real time before anything is done; ends early when the client gives up
	Outer     *OuterError   // the platform's own error instead of an answer
	Inner     *InnerError   // Slurm's error instead of an answer
	CutAfter  int           // the connection is closed after so many bytes of the body; 0 means not, below 0 before any
	CutWhole  bool          // a body that is cut ends as HTTP has it, so that nothing but its text says that it was cut
	Slow      time.Duration // real time between pieces of the body
	SlowBytes int           // size of the pieces; 0 means 1024
	Malformed bool          // the body ends in the middle of the JSON text, with a correct HTTP end
	HTML      bool          // a proxy's page with status Outer.Code, or 502
	After     bool          // Outer, Inner and HTML let the request have its effect first; else it has none
	Drop      Drop
	// Late lets the request have its effect only so much simulated time later (real time before a real Slurm), when
	// nobody waits for it any more. Outer, Inner or HTML are sent at once; without them the connection is closed.
	Late   time.Duration
	Expire bool // the access token is found expired, and is from now on
}

// OuterError is a google.rpc error of the platform.
type OuterError struct {
	Code       int    // HTTP status, as 503
	Status     string // as UNAVAILABLE
	Message    string
	RetryAfter string // header, if not ""
}

// InnerError is an error that Slurm reports inside a good answer of the platform.
type InnerError struct {
	Status                     int // Slurm's HTTP status
	Number                     int // Slurm's error number
	Error, Description, Source string
}

// Add puts faults at the end of the script; of several that match, the first acts.
func (f *Faults) Add(faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range faults {
		f.rules = append(f.rules, &rule{Fault: x})
	}
}

// Clear ends all faults.
func (f *Faults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = nil
}

// Hits returns how many requests have met a fault since the last Clear.
func (f *Faults) Hits() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, r := range f.rules {
		n += r.hit
	}
	return n
}

// match returns the fault that a request meets, or nil.
func (f *Faults) match(method, path string) *Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.rules {
		if r.Method != "" && r.Method != method || !strings.Contains(path, r.Path) {
			continue
		}
		if r.Count > 0 && r.hit >= r.Count {
			continue
		}
		r.seen++
		if r.seen <= r.Skip {
			continue
		}
		r.hit++
		fault := r.Fault
		return &fault
	}
	return nil
}
