package tui

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"flexq/client/flex"
)

// inMemory is the Observer of a program that keeps nothing on disk.
type inMemory struct {
	mu     sync.Mutex
	memory flex.Memory
	events []flex.Event

	wishes  sync.Mutex // apart, so that Watch never waits for an Observe
	user    string
	watched map[uint64]bool
}

func newInMemory(user string) *inMemory {
	return &inMemory{user: user, watched: map[uint64]bool{}}
}

func (o *inMemory) settings() flex.Settings {
	o.wishes.Lock()
	defer o.wishes.Unlock()
	watched := maps.Clone(o.watched)
	return flex.Settings{User: o.user, Watched: func(job uint64) bool { return watched[job] }}
}

// mostInMemory bounds the events; the oldest go first.
const mostInMemory = 5000

// Observe compares the snapshot with what was seen before.
func (o *inMemory) Observe(_ context.Context, s flex.Snapshot) (flex.Seen, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var seen flex.Seen
	var events []flex.Event
	o.memory, events, seen.Outlook = flex.ObserveWith(o.memory, s, o.settings())
	for _, e := range events {
		if o.add(e) {
			seen.Fresh = append(seen.Fresh, e)
			if e.Mine {
				seen.Notify = append(seen.Notify, e)
			}
		}
	}
	return seen, nil
}

// add keeps an event unless it has been told already. What can be the same is near the end.
func (o *inMemory) add(e flex.Event) bool {
	for _, old := range slices.Backward(o.events) {
		if flex.Same(old, e) {
			return false
		}
	}
	o.events = append(o.events, e)
	if extra := len(o.events) - mostInMemory; extra > 0 {
		o.events = slices.Clone(o.events[extra:])
	}
	return true
}

// Events returns what was seen since a moment.
func (o *inMemory) Events(_ context.Context, since time.Time) ([]flex.Event, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out []flex.Event
	for i := range o.events {
		if !o.events[i].At.Before(since) {
			out = append(out, o.events[i])
		}
	}
	return out, nil
}

// Tell adds an event.
func (o *inMemory) Tell(_ context.Context, e flex.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.add(e)
	return nil
}

// Watch says whether notices shall tell of a job.
func (o *inMemory) Watch(job uint64, on bool) {
	o.wishes.Lock()
	defer o.wishes.Unlock()
	if on {
		o.watched[job] = true
		return
	}
	delete(o.watched, job)
}

// SetUser tells whose jobs are the user's own, once that is known.
func (o *inMemory) SetUser(user string) {
	o.wishes.Lock()
	defer o.wishes.Unlock()
	o.user = user
}
