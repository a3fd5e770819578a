package watch

import (
	"maps"
	"sync"

	"flexq/client/flex"
)

// wishes are the user's, which may change at any moment, also while the disk is asked.
type wishes struct {
	mu       sync.Mutex
	settings flex.Settings
	watched  map[uint64]bool // never changed, but replaced
}

// get returns the settings as they are now, for good.
func (w *wishes) get() flex.Settings {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, watched := w.settings, w.watched
	others := s.Watched
	s.Watched = func(job uint64) bool { return watched[job] || others != nil && others(job) }
	return s
}

func (w *wishes) watch(job uint64, on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	watched := maps.Clone(w.watched)
	if watched == nil {
		watched = map[uint64]bool{}
	}
	if on {
		watched[job] = true
	} else {
		delete(watched, job)
	}
	w.watched = watched
}

func (w *wishes) isWatched(job uint64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.watched[job]
}

func (w *wishes) setUser(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settings.User = name
}
