package watch

import (
	"context"
	"slices"
	"sync"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

// saveEvery is the shortest time between two saves of what is remembered.
const saveEvery = time.Minute

// Options of a watcher. Only Now is needed.
type Options struct {
	// Journal keeps events and memory between two runs; nil keeps them in this one only.
	Journal  *journal.Journal
	Settings flex.Settings // of them User can be given later, by SetUser
	Now      func() time.Time
	// Rings says which events this program rings for; nil means Notable. Of several programs on one cluster one rings
	// for an event: a program that cannot ring must say Never, or it takes events away from those that can.
	Rings func(flex.Event) bool
}

// Watcher follows one cluster. It is safe for concurrent use, but snapshots must come in the order in which they were
// taken. Methods that take a context may wait for the disk, and so are for commands and not for a screen's own loop.
// Their errors are of the disk alone: the results are good all the same, and each error is returned once until it
// changes.
type Watcher struct {
	journal *journal.Journal
	now     func() time.Time
	rings   func(flex.Event) bool
	wishes  wishes

	mu     sync.Mutex // held while the disk is asked
	loaded bool
	memory flex.Memory
	asOf   time.Time       // of memory, by the cluster's clock
	past   *past           // what was kept before this run, until it has been held against what the platform lists
	saved  time.Time       // when, by this machine's clock
	fresh  bool            // memory has changed since
	mark   uint64          // in the journal: what has been given as fresh
	said   map[string]bool // the errors of the last call, by their cures
	jobs   owners
	rung   map[lossKey]time.Time // ends of leases
}

// New returns a watcher that has seen nothing. Nothing is read yet.
func New(o Options) *Watcher {
	w := &Watcher{journal: o.Journal, now: o.Now, rings: o.Rings, wishes: wishes{settings: o.Settings}}
	if w.rings == nil {
		w.rings = Notable
	}
	if w.journal == nil {
		w.journal = journal.InMemory()
	}
	return w
}

// Observe takes the newest snapshot. Fresh are the events that it brings and those that other programs have told since
// the last call; in the first call it leaves out what the journal knew before. Notify are those of them that this
// program is to ring for: no other one does, and this one is told once; of leases that end together under one job the first.
func (w *Watcher) Observe(ctx context.Context, s flex.Snapshot) (flex.Seen, error) {
	settings := w.wishes.get()
	w.mu.Lock()
	defer w.mu.Unlock()
	unread := w.load(ctx)
	w.memory = w.memory.Mend(s.Now) // the clock that was before, perhaps of another run, may have been ahead
	begunAnew := w.makeGood(s.Pools)

	memory, events, outlook := flex.ObserveWith(w.memory, s, settings)
	w.memory, w.asOf, w.fresh = memory, s.Now, true
	w.jobs = owners{list: s.Jobs}
	seen := flex.Seen{Outlook: outlook}

	_, unwritten := w.journal.Append(ctx, events)
	seen.Fresh, w.mark = w.journal.After(w.mark)
	w.jobs.mine(seen.Fresh, settings)
	notify, unclaimed := w.claim(ctx, seen.Fresh, settings)
	seen.Notify = notify
	unsaved := w.saveNowAndThen(ctx)
	failures := append([]error{unwritten}, append(unread, begunAnew, unclaimed, unsaved)...)
	wrote := len(events) > 0 || !w.fresh // fresh is what the memory was above
	seen.Kept = wrote && !slices.ContainsFunc(failures, func(err error) bool { return err != nil })
	return seen, w.once(failures...)
}

// claim returns those events that this program rings for and no other has.
func (w *Watcher) claim(ctx context.Context, events []flex.Event, s flex.Settings) ([]flex.Event, error) {
	var ids []string
	for _, e := range events {
		if w.rings(e) {
			ids = append(ids, e.ID)
		}
	}
	ids, err := w.journal.Claim(ctx, ids)
	var out []flex.Event
	for _, e := range events {
		if slices.Contains(ids, e.ID) && !w.isOfRung(&e, s) {
			out = append(out, e)
		}
	}
	return out, err
}

// Events returns what is known from a moment of the cluster's clock on, oldest first, whichever program told it.
func (w *Watcher) Events(ctx context.Context, since time.Time) ([]flex.Event, error) {
	settings := w.wishes.get()
	w.mu.Lock()
	defer w.mu.Unlock()
	unread := w.load(ctx)
	events, err := w.journal.Read(ctx, since)
	w.jobs.mine(events, settings)
	return events, w.once(append(unread, err)...)
}

// Tell adds an event that no snapshot shows, as what was done from here. The next Observe gives it as fresh.
func (w *Watcher) Tell(ctx context.Context, e flex.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	unread := w.load(ctx)
	w.memory, w.asOf, w.fresh = w.memory.Reported(e), later(w.asOf, e.At), true
	_, err := w.journal.Append(ctx, []flex.Event{e})
	return w.once(append([]error{err}, unread...)...)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Watch says whether the user wants to know what becomes of a job as if it were his own. It does not wait.
func (w *Watcher) Watch(job uint64, on bool) { w.wishes.watch(job, on) }

// IsWatched reports whether Watch was asked for the job. It does not wait.
func (w *Watcher) IsWatched(job uint64) bool { return w.wishes.isWatched(job) }

// SetUser says whose jobs are the user's own, when that is learned. It does not wait.
func (w *Watcher) SetUser(name string) { w.wishes.setUser(name) }

// Close saves what is remembered. The watcher may be used on.
func (w *Watcher) Close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.once(w.save(ctx))
}

// load reads what an earlier run has kept, the first time.
func (w *Watcher) load(ctx context.Context) []error {
	if w.loaded {
		return nil
	}
	w.loaded = true
	memory, err := w.journal.LoadMemory(ctx)
	if err == nil {
		w.memory = memory
	}
	events, failed := w.journal.Read(ctx, time.Time{})
	damage := w.journal.Damage()
	w.past = &past{stream: events, isDamaged: damage != nil, isAlone: w.memory.Events.Clock.IsZero()}
	w.mark = w.journal.Mark()
	w.saved = w.now()
	return []error{err, failed, damage}
}

func (w *Watcher) saveNowAndThen(ctx context.Context) error {
	if since := w.now().Sub(w.saved); since >= 0 && since < saveEvery {
		return nil
	}
	return w.save(ctx)
}

func (w *Watcher) save(ctx context.Context) error {
	if !w.fresh {
		return nil
	}
	w.saved, w.fresh = w.now(), false // a save that fails is tried again after a while, with what is known then
	return w.journal.SaveMemory(ctx, w.asOf, w.memory)
}
