package poll_test

import (
	"math"
	"testing"
	"time"

	"flexq/client/poll"
)

const (
	ok      = poll.OK
	failed  = poll.Failed
	blocked = poll.Blocked
)

func TestNext(t *testing.T) {
	t.Parallel()
	five := poll.Policy{Base: 5 * time.Second}
	many := func(r poll.Result, n int) []poll.Outcome {
		var out []poll.Outcome
		for range n {
			out = append(out, poll.Outcome{Result: r})
		}
		return out
	}
	tests := []struct {
		name     string
		policy   poll.Policy
		chance   float64
		blurred  bool
		outcomes []poll.Outcome
		want     time.Duration
	}{
		{"fine", five, 0.5, false, many(ok, 1), 5 * time.Second},
		{"fine, earliest", five, 0, false, many(ok, 1), 4750 * time.Millisecond},
		{"fine, latest", five, 0.9999999999, false, many(ok, 1), 5250 * time.Millisecond},
		{"zero policy", poll.Policy{}, 0.5, false, many(ok, 1), 5 * time.Second},
		{"no focus", five, 0.5, true, many(ok, 1), 30 * time.Second},
		{"no focus, own factor", poll.Policy{Base: time.Second, Blur: 2.5}, 0.5, true, many(ok, 1), 2500 * time.Millisecond},
		{"factor below 1 does not hurry", poll.Policy{Base: time.Second, Blur: 0.1}, 0.5, true, many(ok, 1), time.Second},
		{"first fault", five, 0.5, false, many(failed, 1), 5 * time.Second},
		{"second fault", five, 0.5, false, many(failed, 2), 10 * time.Second},
		{"fourth fault", five, 0.5, false, many(failed, 4), 40 * time.Second},
		{"fourth fault, earliest", five, 0, false, many(failed, 4), 30 * time.Second},
		{"many faults", five, 0.5, false, many(failed, 1000), 2 * time.Minute},
		{"own cap", poll.Policy{Base: 5 * time.Second, Longest: 15 * time.Second}, 0.5, false, many(failed, 9), 15 * time.Second},
		{"cap is never below base", poll.Policy{Base: time.Minute, Longest: time.Second}, 0.5, false, many(failed, 9), time.Minute},
		{"faults without focus", five, 0.5, true, many(failed, 2), time.Minute},
		{"fine again", five, 0.5, false, append(many(failed, 5), many(ok, 1)...), 5 * time.Second},
		{"fault after fine", five, 0.5, false, append(append(many(failed, 5), many(ok, 1)...), many(failed, 1)...), 5 * time.Second},
		{"somebody must act", five, 0.5, false, many(blocked, 1), 2 * time.Minute},
		{"quick answer", five, 0.5, false, []poll.Outcome{{Result: ok, Took: time.Second}}, 5 * time.Second},
		{"slow answer", five, 0.5, false, []poll.Outcome{{Result: ok, Took: 4 * time.Second}}, 16 * time.Second},
		{"very slow answer", five, 0.5, false, []poll.Outcome{{Result: ok, Took: time.Hour}}, 2 * time.Minute},
		{"slow fault", five, 0.5, false, []poll.Outcome{{Result: failed, Took: 10 * time.Second}}, 40 * time.Second},
		{"slow, then quick", five, 0.5, false, []poll.Outcome{{Result: ok, Took: time.Minute}, {Result: ok}}, 5 * time.Second},
		{"half of the time may go", poll.Policy{Base: time.Second, Share: 0.5}, 0.5, false, []poll.Outcome{{Result: ok, Took: 4 * time.Second}}, 4 * time.Second},
		{"the server asks for more", five, 0, false, []poll.Outcome{{Result: failed, RetryAfter: 42 * time.Second}}, 42 * time.Second},
		{"the server asks for less", five, 0.5, false, []poll.Outcome{{Result: failed, RetryAfter: time.Second}}, 5 * time.Second},
		{"the server asks for a year", five, 0.5, false, []poll.Outcome{{Result: failed, RetryAfter: 365 * 24 * time.Hour}}, 10 * time.Minute},
		{"nonsense", five, 0.5, false, []poll.Outcome{{Result: ok, Took: -time.Hour, RetryAfter: -time.Hour}}, 5 * time.Second},
		{"no overflow", poll.Policy{Base: math.MaxInt64, Blur: 100}, 0.9, true, many(ok, 1), math.MaxInt64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := poll.New(tt.policy, func() float64 { return tt.chance })
			c.Focus(!tt.blurred)
			var got time.Duration
			for _, o := range tt.outcomes {
				got = c.Next(o)
			}
			if diff := got - tt.want; diff < -time.Millisecond || diff > time.Millisecond {
				t.Errorf("wait = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestFocusChangesTheWaitAtHand(t *testing.T) {
	t.Parallel()
	calls := 0
	c := poll.New(poll.Policy{Base: 10 * time.Second, Blur: 6}, func() float64 { calls++; return 0.5 })
	if got := c.Next(poll.Outcome{}); got != 10*time.Second {
		t.Fatalf("first wait = %v", got)
	}
	c.Focus(false)
	if got := c.Left(4 * time.Second); got != 56*time.Second {
		t.Errorf("left without focus = %v, want 56s", got)
	}
	c.Focus(true)
	if got := c.Left(4 * time.Second); got != 6*time.Second {
		t.Errorf("left with focus = %v, want 6s", got)
	}
	if got := c.Left(time.Minute); got != 0 {
		t.Errorf("left when overdue = %v, want 0", got)
	}
	if calls != 1 {
		t.Errorf("chance was drawn %d times for one wait", calls)
	}
}

func TestManual(t *testing.T) {
	t.Parallel()
	c := poll.New(poll.Policy{Base: 10 * time.Second}, nil)
	for range 5 {
		c.Next(poll.Outcome{Result: failed})
	}
	if c.Failures() != 5 {
		t.Errorf("failures = %d, want 5", c.Failures())
	}
	tests := []struct {
		since, want time.Duration
	}{
		{5 * time.Second, 0},
		{time.Second, 0},
		{300 * time.Millisecond, 700 * time.Millisecond}, // a key that is held down
		{-time.Hour, time.Second},                        // a clock that was set back
	}
	for _, tt := range tests {
		if got := c.Manual(tt.since); got != tt.want {
			t.Errorf("Manual(%v) = %v, want %v", tt.since, got, tt.want)
		}
	}
	if got := c.Next(poll.Outcome{Result: failed}); got != 10*time.Second {
		t.Errorf("the fault after a manual poll waits %v, want 10s as after a first one", got)
	}
	c.Next(poll.Outcome{Result: failed, RetryAfter: 30 * time.Second})
	if got := c.Manual(12 * time.Second); got != 18*time.Second {
		t.Errorf("Manual against the server's wish = %v, want 18s", got)
	}
}
