package sim

import (
	"math"
	"time"
)

// maxLeap is how much simulated time passes at most between two requests. A demo that nobody watched over night need
// not live through weeks before it answers.
const maxLeap = 6 * time.Hour

// clock turns real time into simulated time. Its owner holds the lock of the Sim.
type clock struct {
	speed float64
	real  func() time.Time
	last  time.Time     // real time of the last look
	frac  time.Duration // simulated time not yet given out, below one second
}

func newClock(cfg Config) clock {
	c := clock{speed: cfg.Speed, real: cfg.Now}
	if c.real != nil {
		c.last = c.real()
	}
	return c
}

// passed returns how many whole simulated seconds have passed since the last look.
func (c *clock) passed() int64 {
	if c.speed <= 0 || c.real == nil {
		return 0
	}
	now := c.real()
	d := now.Sub(c.last)
	c.last = now
	if d <= 0 {
		return 0
	}
	simulated := time.Duration(math.MaxInt64)
	if x := float64(d) * c.speed; x < float64(maxLeap) {
		simulated = time.Duration(x)
	}
	c.frac += min(simulated, maxLeap)
	whole := int64(c.frac / time.Second)
	c.frac -= time.Duration(whole) * time.Second
	return whole
}

// epoch is the moment at which a clock begins that knows no real time.
func epoch() time.Time { return time.Date(2026, time.November, 30, 1, 0, 0, 0, time.UTC) }

func (c *clock) start() time.Time {
	if c.real != nil {
		return c.real()
	}
	return epoch()
}
