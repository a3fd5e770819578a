package client

import (
	"context"
	"sync"
	"time"
)

// clockEvery is how often a cluster whose answers have no Date is asked for the time.
const clockEvery = 10 * time.Minute

// clock remembers when the cluster was last asked for its time.
type clock struct {
	mu   sync.Mutex
	dial bool // it has to be asked
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
	_, known := c.gw.Skew()
	if !c.clock.due(c.opts.Now(), known) {
		return
	}
	ctx, stop := context.WithTimeout(ctx, sourceWait)
	defer stop()
	sent := c.opts.Now()
	d, err := c.Diag(ctx)
	if err == nil && !d.At.IsZero() {
		c.gw.SawClock(sent, c.opts.Now(), d.At.Std())
	}
}

// due reports whether it is time to ask, and takes it for asked.
func (k *clock) due(now time.Time, known bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if known && !k.dial || k.dial && now.Sub(k.last) < clockEvery && !now.Before(k.last) {
		return false
	}
	k.dial, k.last = true, now
	return true
}
