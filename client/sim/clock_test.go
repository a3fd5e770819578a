package sim_test

import (
	"sync"
	"testing"
	"time"

	"flexq/client/sim"
)

// wall is a real clock that a test moves.
type wall struct {
	mu sync.Mutex
	at time.Time
}

func (w *wall) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *wall) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func TestClockRunsFaster(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	w := &wall{at: begin}
	s := serve(t, sim.Config{Now: w.now, Speed: 60})
	if !s.Now().Equal(begin) {
		t.Errorf("starts at %v", s.Now())
	}
	s.direct("alice", "POST", submitPath, sleeper)
	for _, k := range []struct {
		pass, want time.Duration
	}{
		{time.Second, time.Minute},
		{10 * time.Millisecond, time.Minute},
		{10 * time.Millisecond, time.Minute + time.Second}, // fractions add up
		{-time.Second, time.Minute + time.Second},
		{9 * time.Second, 9*time.Minute + time.Minute + time.Second},
		{24 * time.Hour, 6*time.Hour + 10*time.Minute + time.Second}, // nobody lives through weeks at once
	} {
		w.pass(k.pass)
		if got := s.Now().Sub(begin); got != k.want {
			t.Errorf("after %v: %v, want %v", k.pass, got, k.want)
		}
	}
	s.Advance(30 * time.Second)
	if got := s.Now().Sub(begin); got != 6*time.Hour+10*time.Minute+31*time.Second {
		t.Errorf("advanced to %v", got)
	}
	r := s.direct("alice", "GET", "/slurmdb/v0.0.42/job/1", "")
	if jobs, ok := r.at("jobs").([]any); !ok || len(jobs) != 1 {
		t.Errorf("the job is not in accounting: %s", r.body)
	}
	if _, err := sim.New(sim.Config{Speed: 2}); err == nil {
		t.Error("a speed without a clock is taken")
	}
}
