package client

import (
	"net/url"
	"sync"
	"time"
)

// wholeEvery is how often a whole list is asked for even while the cluster says that nothing has changed. It says so by
// its own clock: after a fail-over to a controller whose clock is behind, changes are older than the last list, and
// would stay unseen for as long as the clock is behind.
const wholeEvery = 10 * time.Minute

// wholeness remembers when a list was last asked for without a question for news.
type wholeness struct {
	mu     sync.Mutex
	last   time.Time // zero: never
	forced bool
}

// due reports whether the whole list is to be asked for. The first question starts the clock: whoever asks it for news
// has a list.
func (w *wholeness) due(now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last.IsZero() {
		w.last = now
	}
	age := now.Sub(w.last)
	return w.forced || age >= wholeEvery || age < 0
}

// note takes note of an answer that held a list.
func (w *wholeness) note(now time.Time, q url.Values) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !q.Has(paramNews) {
		w.last, w.forced = now, false
	}
}

func (w *wholeness) force() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forced = true
}

// Refresh makes the next Jobs, Nodes, Partitions and Reservations ask for whole lists, whatever the cluster says of
// changes, and the next Pools ask all sources again that it had given up. Nothing is sent yet.
func (c *Client) Refresh() {
	for _, w := range []*wholeness{&c.jobsWhole, &c.nodes.whole, &c.partitions.whole, &c.reservations.whole} {
		w.force()
	}
	c.sources.refresh()
}
