package tui

import (
	"context"
	"sync"
)

// keeper stands between the screen and what keeps its drafts. Commands run when they like; here an older state of a
// draft never takes the place of a newer one, nor brings back one that was dropped. It is safe for concurrent use.
type keeper struct {
	store Drafts

	mu     sync.Mutex
	next   uint64
	newest map[string]uint64 // by the draft's id: the number of what was stored last
}

func newKeeper(store Drafts) *keeper { return &keeper{store: store, newest: map[string]uint64{}} }

// number orders what is to be stored: a draft with a higher number is newer.
func (k *keeper) number() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.next++
	return k.next
}

// keep stores a draft, unless a newer state of it was stored before.
func (k *keeper) keep(ctx context.Context, d Draft, number uint64) error {
	return k.write(d.ID, number, func() error { return k.store.Keep(ctx, d) })
}

func (k *keeper) drop(ctx context.Context, id string, number uint64) error {
	return k.write(id, number, func() error { return k.store.Drop(ctx, id) })
}

func (k *keeper) write(id string, number uint64, write func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.store == nil || id == "" || number < k.newest[id] {
		return nil
	}
	if err := write(); err != nil {
		return err
	}
	k.newest[id] = number
	return nil
}
