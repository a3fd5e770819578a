package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// draftLockWait is how long the lock of the drafts is waited for. Others hold it for milliseconds, unless they were
// stopped in the middle.
const draftLockWait = time.Second

// lock keeps other programs from changing the drafts until it is given back. Where it cannot be had, as on a file system
// without locks, what was typed is stored all the same: only what two programs store in the same moment needs it. The
// caller holds d.mu.
func (d *draftFiles) lock(ctx context.Context) (unlock func()) {
	ctx, cancel := context.WithTimeout(ctx, draftLockWait)
	defer cancel()
	return d.waiter.wait(ctx, func() (io.Closer, error) {
		return lockedfile.OpenFile(filepath.Join(d.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	})
}

// oneWaiter waits for a lock with the system's own wait, which cannot be ended: where nobody waits any more it goes on by
// itself, and gives back what it gets. There is never more than one, and while there is, nobody waits beside it: whoever
// holds the lock for so long was stopped.
type oneWaiter struct{ over chan struct{} }

// wait returns what gives the lock back, which does nothing if it could not be had before the context ended.
func (w *oneWaiter) wait(ctx context.Context, open func() (io.Closer, error)) (unlock func()) {
	if w.over != nil {
		select {
		case <-w.over:
		default:
			return func() {}
		}
	}
	over, got := make(chan struct{}), make(chan io.Closer)
	w.over = over
	go func() {
		defer close(over)
		file, err := open()
		if err != nil {
			file = io.NopCloser(nil)
		}
		select {
		case got <- file:
		case <-ctx.Done():
			_ = file.Close()
		}
	}()
	select {
	case file := <-got:
		<-over
		return func() { _ = file.Close() }
	case <-ctx.Done():
		return func() {}
	}
}
