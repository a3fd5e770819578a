package client

import (
	"context"
	"sync"
	"time"

	"flexq/client/slurm"
)

// clockEvery is how often a cluster whose answers have no Date is asked for the time.
const clockEvery = 10 * time.Minute

// clock remembers when the cluster was last asked for its time.
type clock struct {
	mu   sync.Mutex
	dial bool // answers have no Date: it is known only to who asks
	last time.Time
}

// ClusterNow is the cluster's clock: Options.Now, set right by what answers have shown of the other side's. The times
// of leases, jobs and events are by this clock; those of answers, as List.AsOf and Pools.AsOf, by our own.
func (c *Client) ClusterNow() time.Time {
	skew, _ := c.gw.Skew()
	return c.opts.Now().Add(skew)
}

// Skew returns how far the cluster's clock is ahead of ours, 0 if they agree to about a second; false while no answer
// has shown it.
func (c *Client) Skew() (time.Duration, bool) { return c.gw.Skew() }

// Seen is what a cluster has shown of itself.
type Seen struct {
	Name  string    // what it calls itself; "" if it has not said so
	Clock time.Time // its clock, now; zero if no answer has shown it
	// DataVersion is the one in which it is asked, and Release the Slurm that serves it; "" if that is not known. Both may
	// be of an earlier run: Cluster finds out whether they still hold.
	DataVersion, Release string
}

// Seen returns what answers have shown of the cluster so far; nothing is asked.
func (c *Client) Seen() Seen {
	spoken := c.version.spoken()
	s := Seen{DataVersion: spoken.Version, Release: spoken.Release}
	if name := c.named.Load(); name != nil {
		s.Name = *name
	}
	if skew, known := c.gw.Skew(); known {
		s.Clock = c.opts.Now().Add(skew)
	}
	return s
}

// SeenNow is Seen for who is about to send a change. Unless it is the platform, whose answers all have a Date, the cluster is
// asked for its time, and Clock is zero if it does not tell it within some seconds: what was known of it may be from before
// this machine slept, or from before its own clock was set, or of a proxy that answers in between for slurmrestd.
//
// GET /slurm/{v}/diag/. Needs clusters.run.
func (c *Client) SeenNow(ctx context.Context) Seen {
	if _, isPlatform := c.gw.Platform(); isPlatform && c.isDated() {
		return c.Seen()
	}
	ctx, stop := context.WithTimeout(ctx, clockWait)
	defer stop()
	d, err := c.diagOnce(ctx)
	s := c.Seen()
	switch {
	case err == nil && !d.At.IsZero():
		s.Clock = d.At.Std()
	case !c.isDated():
		s.Clock = time.Time{}
	}
	return s
}

// clockWait is how long a change waits for the cluster's time.
const clockWait = 5 * time.Second

// isDated reports whether the cluster shows its clock in each answer.
func (c *Client) isDated() bool {
	_, known := c.gw.Skew()
	return known && !c.clock.isDial()
}

// dated returns the cluster's clock as an answer to diag has just shown it; zero if it has not. What answers say of
// slurmctld's clock and of that of a server in between need not agree: then it is the earlier, by which nothing is older
// than it is.
func (c *Client) dated(d slurm.Diag) time.Time {
	at, seen := d.At.Std(), c.Seen().Clock
	switch {
	case d.At.IsZero() && !c.isDated():
		return time.Time{}
	case d.At.IsZero(), !seen.IsZero() && seen.Before(at):
		return seen
	}
	return at
}

// sent turns a moment of our clock into one of the cluster's, and says how far off that may be.
func (c *Client) sent(at time.Time) (by time.Time, margin time.Duration) {
	skew, known := c.gw.Skew()
	if !known {
		return at, wrongClock
	}
	return at.Add(skew), clockSkew
}

// seeClock asks a cluster for its time whose answers do not show it, and waits for that no longer than for any optional
// source. An error is none: the clock stays unknown.
func (c *Client) seeClock(ctx context.Context) {
	if c.isDated() || !c.clock.due(c.opts.Now()) {
		return
	}
	ctx, stop := context.WithTimeout(ctx, sourceWait)
	defer stop()
	_, _ = c.Diag(ctx) // which sees to the clock
}

// sawClock takes the time out of an answer to diag that was asked for at a moment of ours, unless answers have a Date.
func (c *Client) sawClock(sent time.Time, d slurm.Diag) {
	if d.At.IsZero() || c.isDated() {
		return
	}
	got := c.opts.Now()
	c.clock.saw(got)
	c.gw.SawClock(sent, got, d.At.Std())
}

// due reports whether it is time to ask, and takes it for asked.
func (k *clock) due(now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.last.IsZero() && now.Sub(k.last) < clockEvery && !now.Before(k.last) {
		return false
	}
	k.last = now
	return true
}

func (k *clock) isDial() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.dial
}

// saw takes note that the cluster has told its time because it was asked.
func (k *clock) saw(at time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dial, k.last = true, at
}
