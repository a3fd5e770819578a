package slurm

import (
	"math"
	"time"
)

// Time is a moment in whole seconds since 1970-01-01 UTC, as Slurm keeps it. Zero means that Slurm does not
// say: not started, not known, never.
type Time int64

// TimeOf returns t in whole seconds; the zero time.Time gives 0.
func TimeOf(t time.Time) Time {
	if t.IsZero() {
		return 0
	}
	return Time(t.Unix())
}

// IsZero reports whether the moment is not known.
func (t Time) IsZero() bool { return t == 0 }

// Std returns t as a time.Time in the local zone, and the zero time.Time for 0.
func (t Time) Std() time.Time {
	if t == 0 {
		return time.Time{}
	}
	return time.Unix(int64(t), 0)
}

// Add returns t moved by d (whole seconds); an unknown moment stays unknown.
func (t Time) Add(d time.Duration) Time {
	if t == 0 {
		return 0
	}
	return t + Time(d/time.Second)
}

// Sub returns the time from u to t, and 0 if either is unknown. What is too long for a Duration (292 years) is cut.
func (t Time) Sub(u Time) time.Duration {
	if t == 0 || u == 0 {
		return 0
	}
	d := t - u
	switch { // the difference itself may be too large
	case t > 0 && u < 0 && d < 0:
		return math.MaxInt64
	case t < 0 && u > 0 && d >= 0:
		return math.MinInt64
	}
	return seconds(int64(d))
}

// seconds turns a count into a Duration, and cuts what is too long for one.
func seconds(n int64) time.Duration {
	const most = math.MaxInt64 / int64(time.Second)
	switch {
	case n > most:
		return math.MaxInt64
	case n < -most:
		return math.MinInt64
	}
	return time.Duration(n) * time.Second
}
