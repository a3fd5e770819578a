package tuitest

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Clock is time that stands still until it is advanced. It is safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*timer // in the order in which they were set
	gates  []*Gate
	idle   *idle // nil until a program runs with the clock
}

// timer is someone who sleeps.
type timer struct {
	due  time.Time
	wake chan struct{}
}

// NewClock returns a clock that shows the time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Tick is tea.Tick by this clock. A tick that waits does not keep the program from being idle.
func (c *Clock) Tick(d time.Duration, fn func(time.Time) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if err := c.Sleep(context.Background(), d); err != nil {
			return nil
		}
		return fn(c.Now())
	}
}

// Sleep returns when the clock has been advanced by d, or with the error of ctx when that ends
// first. Called from a command it does not keep the program from being idle.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	c.mu.Lock()
	t := &timer{due: c.now.Add(d), wake: make(chan struct{})}
	c.timers = append(c.timers, t)
	idle := c.idle
	c.mu.Unlock()
	idle.add(-1)
	select {
	case <-t.wake:
		return nil
	case <-ctx.Done():
		if c.remove(t) {
			idle.add(1)
		}
		return ctx.Err()
	}
}

// Advance moves the time and wakes those whose time has come, in order. With a running program use
// [Screen.Advance], which lets the program act at each step.
func (c *Clock) Advance(d time.Duration) {
	end := c.Now().Add(d)
	for c.step(end) {
	}
}

// step moves the time to the next timer that is due until end and wakes it, or to end. It reports
// whether there was one.
func (c *Clock) step(end time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := -1
	for i, t := range c.timers {
		if !t.due.After(end) && (next < 0 || t.due.Before(c.timers[next].due)) {
			next = i
		}
	}
	if next < 0 {
		c.now = end
		return false
	}
	t := c.timers[next]
	c.timers = append(c.timers[:next:next], c.timers[next+1:]...)
	if t.due.After(c.now) {
		c.now = t.due
	}
	c.idle.add(1) // whoever sleeps counts again before it wakes
	close(t.wake)
	return true
}

// remove takes a timer away. It reports whether it was still there.
func (c *Clock) remove(t *timer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.timers {
		if c.timers[i] == t {
			c.timers = append(c.timers[:i:i], c.timers[i+1:]...)
			return true
		}
	}
	return false
}

// bind lets the sleepers of a program count as idle.
func (c *Clock) bind(i *idle) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = i
}

// current returns what the clock is bound to.
func (c *Clock) current() *idle {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.idle
}

// release wakes all sleepers without moving the time and opens all gates, so that their goroutines
// end.
func (c *Clock) release() {
	c.mu.Lock()
	for _, t := range c.timers {
		close(t.wake)
	}
	c.timers = nil
	gates := c.gates
	c.mu.Unlock()
	for _, g := range gates {
		g.Open()
	}
}
