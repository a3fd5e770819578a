package watch

import (
	"time"

	"flexq/client/flex"
)

// oneLoss is how far apart the ends of leases are that cost a job only once: its nodes came together, and go together.
const oneLoss = 15 * time.Minute

// mostRung bounds what is remembered of lease ends that have rung; beyond it all is forgotten.
const mostRung = 10_000

// lossKey is a job that comes to the end of a lease, and how long before that it is told.
type lossKey struct {
	job    string
	within time.Duration
}

// isOfRung reports whether a lease end costs only jobs for which another lease that ends at about the same time has rung,
// and remembers it for those that come after.
func (w *Watcher) isOfRung(e *flex.Event, s flex.Settings) bool {
	if e.Type != flex.LeaseEnds || e.Ends.IsZero() {
		return false
	}
	if w.rung == nil || len(w.rung) > mostRung {
		w.rung = map[lossKey]time.Time{}
	}
	isKnown := len(e.Jobs) > 0
	for _, job := range e.Jobs {
		if !w.jobs.anyMine([]string{job}, s) {
			continue
		}
		key := lossKey{job, e.Within}
		if end, ok := w.rung[key]; !ok || end.Sub(e.Ends).Abs() > oneLoss {
			isKnown = false
			w.rung[key] = e.Ends
		}
	}
	return isKnown
}
