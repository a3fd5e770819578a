package poll

import (
	"math"
	"time"
)

// Result is how a poll ended.
type Result uint8

// The results of a poll.
const (
	OK      Result = iota // there was an answer, be it that nothing changed
	Failed                // a fault that may pass by itself
	Blocked               // a fault that somebody has to do something about: no access, no such cluster
)

// Outcome is what the next wait depends on.
type Outcome struct {
	Result     Result
	Took       time.Duration // from the request to the end of the answer, retries included
	RetryAfter time.Duration // what the server asked for; 0 if it did not
}

// Policy is how one kind of data is polled. Zero values mean what is in the comments.
type Policy struct {
	Base    time.Duration // between polls while all is well and the screen has focus; 5 s
	Longest time.Duration // between polls while there are faults or answers are slow; 2 min, and never below Base
	MinGap  time.Duration // between two polls that the user asks for; 1 s
	Blur    float64       // how many times slower without focus; 6; below 1 is 1
	Share   float64       // part of the time that may go into waiting for answers; 0.2
}

// maxRetryAfter bounds what a server may ask for.
const maxRetryAfter = 10 * time.Minute

func (p Policy) orDefaults() Policy {
	or := func(d *time.Duration, otherwise time.Duration) {
		if *d <= 0 {
			*d = otherwise
		}
	}
	or(&p.Base, 5*time.Second)
	or(&p.Longest, 2*time.Minute)
	or(&p.MinGap, time.Second)
	p.Longest = max(p.Longest, p.Base)
	switch {
	case p.Blur == 0:
		p.Blur = 6
	case p.Blur < 1:
		p.Blur = 1
	}
	if p.Share <= 0 || p.Share > 1 {
		p.Share = 0.2
	}
	return p
}

// Cadence is the state of polling one kind of data. It is for one goroutine.
type Cadence struct {
	policy   Policy
	rand     func() float64
	last     Outcome
	failures int     // in a row
	chance   float64 // of the current wait, so that it stays the same however often it is asked for
	blurred  bool
}

// New returns a Cadence that has focus and no outcome yet. rand gives numbers in [0, 1); nil gives 0.5 always.
func New(p Policy, rand func() float64) *Cadence {
	if rand == nil {
		rand = func() float64 { return 0.5 }
	}
	return &Cadence{policy: p.orDefaults(), rand: rand, chance: 0.5}
}

// Next takes the outcome of a poll and says how long to wait, from the end of its answer, before the next.
func (c *Cadence) Next(o Outcome) time.Duration {
	if o.Result == OK {
		c.failures = 0
	} else if c.failures < math.MaxInt32 {
		c.failures++
	}
	c.last, c.chance = o, c.rand()
	return c.wait()
}

// Left says how long to wait from now, when the last answer ended since ago; for use after Focus. It is 0 when the
// poll is due.
func (c *Cadence) Left(since time.Duration) time.Duration { return max(c.wait()-max(since, 0), 0) }

// Focus says whether anybody can see the screen. Ask Left afterwards.
func (c *Cadence) Focus(focused bool) { c.blurred = !focused }

// Manual says how long to wait from now when the user asks for fresh data and the last answer ended since ago: not
// at all, but for a key that is held down and for what the server asked for. It forgets the faults in a row, so that
// the next wait is short again.
func (c *Cadence) Manual(since time.Duration) time.Duration {
	c.failures = 0
	return max(max(c.policy.MinGap, c.asked())-max(since, 0), 0)
}

// Failures is how many polls in a row have failed.
func (c *Cadence) Failures() int { return c.failures }

func (c *Cadence) asked() time.Duration { return min(max(c.last.RetryAfter, 0), maxRetryAfter) }

// wait works out the wait for the last outcome.
func (c *Cadence) wait() time.Duration {
	p := c.policy
	d := p.Base
	spread := 0.1 // of the wait, half of it to either side: many clients shall not poll in step
	switch c.last.Result {
	case OK:
	case Failed:
		d, spread = backoff(p.Base, p.Longest, c.failures), 0.5
	case Blocked:
		d = p.Longest
	}
	if slow := scale(c.last.Took, 1/p.Share-1); slow > d {
		d = min(slow, max(p.Longest, d))
	}
	if c.blurred {
		d = scale(d, p.Blur)
	}
	d = scale(d, 1+spread*(c.chance-0.5))
	return max(d, c.asked())
}

// backoff doubles base for each fault in a row after the first, up to longest.
func backoff(base, longest time.Duration, failures int) time.Duration {
	for range failures - 1 {
		if base >= longest {
			break
		}
		base *= 2
	}
	return min(base, longest)
}

// scale multiplies without overflow.
func scale(d time.Duration, by float64) time.Duration {
	f := float64(max(d, 0)) * by
	if f >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(f)
}
