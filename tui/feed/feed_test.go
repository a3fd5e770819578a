package feed_test

import (
	"errors"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/poll"
	"flexq/client/slurm"
	"flexq/tui/feed"
)

func newFeed() *feed.Feed[int] {
	return feed.New[int](poll.New(poll.Policy{Base: 5 * time.Second}, nil))
}

func answer(items ...int) slurm.List[int] { return slurm.List[int]{Items: items, LastUpdate: 7} }

func TestOneCallInFlight(t *testing.T) {
	t.Parallel()
	f, now := newFeed(), time.Unix(1000, 0)
	gen, since, ok := f.Begin(now)
	if !ok || since != 0 {
		t.Fatalf("Begin = %d, %d, %v", gen, since, ok)
	}
	if _, _, again := f.Begin(now); again {
		t.Fatal("a second call began while one was under way")
	}
	n, ok := f.Arrived(gen, answer(1, 2), nil, now)
	if !ok || !n.Fresh || n.Wait != time.Second {
		t.Errorf("Arrived = %+v, %v; want fresh data, and the call that was wanted meanwhile after a second", n, ok)
	}
	if _, since, _ := f.Begin(now); since != 7 {
		t.Errorf("since = %d, want Slurm's own last update", since)
	}
}

func TestOldReplyIsDropped(t *testing.T) {
	t.Parallel()
	f, now := newFeed(), time.Unix(1000, 0)
	gen, _, _ := f.Begin(now)
	f.Arrived(gen, answer(1), nil, now)
	if _, ok := f.Arrived(gen, answer(9), nil, now); ok || f.Items()[0] != 1 {
		t.Error("a reply counted twice")
	}
	f.Begin(now)
	if _, ok := f.Arrived(gen, answer(9), nil, now); ok {
		t.Error("a reply of an older generation counted")
	}
}

func TestFailureKeepsTheData(t *testing.T) {
	t.Parallel()
	f, now := newFeed(), time.Unix(1000, 0)
	gen, _, _ := f.Begin(now)
	list := answer(1)
	list.AsOf = now
	f.Arrived(gen, list, nil, now)
	version := f.Version()
	var waits []time.Duration
	for range 4 {
		gen, _, _ = f.Begin(now)
		n, _ := f.Arrived(gen, slurm.List[int]{}, &fault.Fault{Kind: fault.Unavailable}, now)
		waits = append(waits, n.Wait)
	}
	s := f.Status()
	if !s.Has || !s.Stale() || s.AsOf != now || f.Version() != version || len(f.Items()) != 1 {
		t.Errorf("after failures: %+v, version %d", s, f.Version())
	}
	if waits[3] <= waits[0] {
		t.Errorf("waits %v do not grow", waits)
	}
	gen, _, _ = f.Begin(now)
	f.Arrived(gen, answer(2), nil, now)
	if s := f.Status(); s.Stale() || f.Items()[0] != 2 {
		t.Errorf("after recovery: %+v", s)
	}
}

func TestUnchangedKeepsTheVersion(t *testing.T) {
	t.Parallel()
	f, now := newFeed(), time.Unix(1000, 0)
	gen, _, _ := f.Begin(now)
	f.Arrived(gen, answer(1), nil, now)
	v := f.Version()
	gen, _, _ = f.Begin(now)
	later := now.Add(time.Minute)
	n, _ := f.Arrived(gen, slurm.List[int]{Unchanged: true, AsOf: later}, nil, later)
	if n.Fresh || f.Version() != v || len(f.Items()) != 1 || f.Status().AsOf != later {
		t.Errorf("unchanged: %+v, version %d, as of %v", n, f.Version(), f.Status().AsOf)
	}
}

func TestTimerIsVoidAfterACallByHand(t *testing.T) {
	t.Parallel()
	f, now := newFeed(), time.Unix(1000, 0)
	gen, _, _ := f.Begin(now)
	n, _ := f.Arrived(gen, answer(), nil, now)
	if !f.Due(n.Ticket) {
		t.Fatal("the timer does not count")
	}
	gen, _, _ = f.Begin(now)
	if f.Due(n.Ticket) {
		t.Error("the timer counts while a call is under way")
	}
	f.Arrived(gen, answer(), errors.New("x"), now)
	if f.Due(n.Ticket) {
		t.Error("the timer of before the call by hand still counts")
	}
}

func TestSoonerIsBounded(t *testing.T) {
	t.Parallel()
	f, now := newFeed(), time.Unix(1000, 0)
	if n, ok := f.Sooner(now, true); !ok || n.Wait != 0 {
		t.Errorf("before the first call: %+v, %v", n, ok)
	}
	gen, _, _ := f.Begin(now)
	if _, ok := f.Sooner(now, true); ok {
		t.Error("a call was brought forward while one is under way")
	}
	f.Arrived(gen, answer(), &fault.Fault{Kind: fault.RateLimited, RetryAfter: 5 * time.Minute}, now)
	n, ok := f.Sooner(now.Add(10*time.Second), true)
	if !ok || n.Wait != 5*time.Minute-10*time.Second {
		t.Errorf("after Retry-After of 5 min: %+v, %v", n, ok)
	}
	if f.Due(n.Ticket - 1) {
		t.Error("the timer of before still counts")
	}
}
