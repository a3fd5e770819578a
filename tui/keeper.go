package tui

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"

	"flexq/client/fault"
	"flexq/tui/pane"
)

// keeper stands between the screen and what keeps its drafts. Commands run when they like; here an older state of a
// draft never takes the place of a newer one, nor brings back one that was dropped. Neither does a draft take the place
// of what another program has made of it meanwhile: it gets a place of its own. It is safe for concurrent use.
type keeper struct {
	store Drafts

	turn sync.Mutex // held while something is stored, which may take long: the screen never waits for it

	mu     sync.Mutex // of what follows; held for moments
	next   uint64
	newest map[string]uint64 // by the draft's id: the number of what was stored last
	wrote  map[string]uint64 // when that was
	last   map[string]Draft  // what it was
	known  map[string]string // the version that this program goes by; "" of one that was never stored
	moves  map[string]move
	busy   map[string]bool // it is being stored: a list may have it before it is noted here
}

// spot says where a draft was stored.
type spot struct {
	from, id string // the id that it had, and the one that it has
	over     *Draft // what another program has made of it, nil if nothing; with an error the two are the same
}

// move is where drafts of an id have gone, those with numbers below a limit: from there on the id is the other program's
// draft again.
type move struct {
	spot
	below uint64
}

// ever is no limit: the screen does not know of the move yet.
const ever = ^uint64(0)

func newKeeper(store Drafts) *keeper {
	return &keeper{
		store: store, newest: map[string]uint64{}, wrote: map[string]uint64{}, last: map[string]Draft{},
		known: map[string]string{}, moves: map[string]move{}, busy: map[string]bool{},
	}
}

// number orders what is to be stored: a draft with a higher number is newer.
func (k *keeper) number() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.next++
	return k.next
}

// keep stores a draft, unless a newer state of it was stored before.
func (k *keeper) keep(ctx context.Context, d Draft, number uint64) (spot, error) {
	k.turn.Lock()
	defer k.turn.Unlock()
	at, over, ok := k.begin(d.ID, number)
	if !ok {
		return at, nil
	}
	defer k.end(at.id)
	d.ID = at.id
	version, err := k.store.Store(ctx, d, over)
	var o *Overtaken
	switch {
	case errors.As(err, &o) && isSame(o.Now, d):
		version, err = o.Now.Version, nil // another program found out the same
	case errors.As(err, &o):
		at = spot{from: d.ID, id: d.ID, over: &o.Now} // until it has a place of its own the other's stays unknown, and safe
		if d.ID, version, err = k.fork(ctx, d); err == nil {
			at.id = d.ID
			k.move(at)
		}
	}
	if err != nil {
		return at, err
	}
	k.note(d, version, number)
	return at, nil
}

// begin says where a draft with that number goes, and over which version of what is there; false if nothing is to be done.
func (k *keeper) begin(id string, number uint64) (at spot, over string, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at = k.place(id, number)
	if k.store == nil || id == "" || number < k.newest[at.id] {
		return at, "", false
	}
	k.busy[at.id] = true
	return at, k.known[at.id], true
}

func (k *keeper) end(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.busy, id)
}

// move notes that a draft has got out of the way of another program's.
func (k *keeper) move(at spot) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known[at.from] = at.over.Version
	k.moves[at.from] = move{at, ever}
}

func (k *keeper) note(d Draft, version string, number uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.next++
	k.newest[d.ID], k.wrote[d.ID], k.known[d.ID], k.last[d.ID] = number, k.next, version, d
}

// place is where a draft with that number goes. The lock is held.
func (k *keeper) place(id string, number uint64) spot {
	at := spot{from: id, id: id}
	for m, ok := k.moves[id]; ok && number < m.below; m, ok = k.moves[at.id] {
		at.id, at.over = m.id, m.over
	}
	return at
}

// fork stores a draft under an id that nothing has.
func (k *keeper) fork(ctx context.Context, d Draft) (id, version string, err error) {
	base := d.ID[:min(len(d.ID), longestBase)]
	for n := 2; n < mostForks; n++ {
		d.ID = base + "-" + strconv.Itoa(n)
		if k.knows(d.ID) {
			continue
		}
		version, err = k.store.Store(ctx, d, "")
		var o *Overtaken
		if !errors.As(err, &o) {
			break
		}
	}
	return d.ID, version, err
}

func (k *keeper) knows(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, known := k.known[id]
	return known
}

const (
	longestBase = 56 // of an id, so that it stays a name for a file
	mostForks   = 1000
)

// isSame reports whether nothing is lost with one of two states of a draft.
func isSame(a, b Draft) bool {
	if a.Sent() || b.Sent() {
		return a.Job == b.Job
	}
	return a.Text == b.Text && slices.Equal(a.Keys(), b.Keys()) && maps.Equal(a.Values, b.Values) && maps.Equal(a.Typed, b.Typed)
}

// moved says that the screen knows where the drafts of an id have gone: what it stores under it from now on is the other
// program's. It reports whether the screen did not know.
func (k *keeper) moved(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	m, ok := k.moves[id]
	if !ok || m.below != ever {
		return false
	}
	k.next++
	m.below = k.next
	k.moves[id] = m
	return true
}

// drop forgets a draft, unless another program has changed it meanwhile.
func (k *keeper) drop(ctx context.Context, id string, number uint64) error {
	k.turn.Lock()
	defer k.turn.Unlock()
	at, over, ok := k.begin(id, number)
	if !ok {
		return nil
	}
	defer k.end(at.id)
	if err := k.store.Drop(ctx, at.id, over); err != nil {
		return err
	}
	k.note(Draft{ID: at.id}, "", number)
	return nil
}

// unlessOffered sees to a draft that could not be stored with the key of its submit, and why: what is stored of it would be
// offered as one that was never sent. To forget it needs no space, and leaves some for it to be stored once more.
func (k *keeper) unlessOffered(ctx context.Context, d Draft, why error) (spot, error) {
	at := spot{from: d.ID, id: d.ID}
	if !k.isStored(d.ID) {
		return at, why
	}
	if err := k.drop(ctx, d.ID, k.number()); err != nil {
		what, _ := pane.Sentences(why)
		f := fault.New(fault.Other, "", "its draft still says that it was not sent: "+what)
		f.Cure = "forget it in the picker of Submit"
		return at, f
	}
	return k.keep(ctx, d, k.number())
}

// isStored reports whether a draft is stored in a state that this program knows.
func (k *keeper) isStored(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.known[id] != ""
}

// list reads what is stored, and says when.
func (k *keeper) list(ctx context.Context) (list []Draft, at uint64, err error) {
	at = k.number()
	list, err = k.store.List(ctx)
	return list, at, err
}

// isNews reports whether a draft that was read at that time is other than what this program goes by.
func (k *keeper) isNews(d Draft, at uint64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.busy[d.ID] && k.wrote[d.ID] < at && k.known[d.ID] != d.Version
}

// goBy makes a state that was read the one that this program goes by: it has seen it, and may change it.
func (k *keeper) goBy(d Draft) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known[d.ID] = d.Version
}

// stored is what was stored last of a draft that had that number; false if nothing was.
func (k *keeper) stored(u unsaved) (Draft, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	d, ok := k.last[k.place(u.draft.ID, u.number).id]
	return d, ok
}
