package slurm

import "time"

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

// Sub returns the time from u to t, and 0 if either is unknown.
func (t Time) Sub(u Time) time.Duration {
	if t == 0 || u == 0 {
		return 0
	}
	return time.Duration(t-u) * time.Second
}
