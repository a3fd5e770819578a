package journal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// lockWait is how long a change waits for other programs. They hold the lock for milliseconds, unless one of them was
// stopped in the middle.
const lockWait = 5 * time.Second

// locker takes the lock of a folder for one program. No more than one of its goroutines ever waits for the system.
type locker struct{ turn chan struct{} }

func newLocker() locker { return locker{make(chan struct{}, 1)} }

// locked makes the folder if it is missing, and runs change while no other program changes anything in it.
func (l locker) locked(ctx context.Context, dir string, change func() error) (err error) {
	if err := guard(dir); err != nil {
		return err
	}
	file, err := l.lock(ctx, filepath.Join(dir, "lock"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return change()
}

// lock waits for the lock, until the context ends. The system's own wait cannot be ended: it is left to itself then, and
// gives back at once what it gets. Until it does, others wait for their turn.
func (l locker) lock(ctx context.Context, path string) (*lockedfile.File, error) {
	type result struct {
		file *lockedfile.File
		err  error
	}
	got := make(chan result)
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait, errHeld)
	defer cancel()
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, &os.PathError{Op: "lock", Path: path, Err: context.Cause(ctx)}
	}
	go func() {
		defer func() { <-l.turn }()
		f, err := lockedfile.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		select {
		case got <- result{f, err}:
		case <-ctx.Done():
			if err == nil {
				_ = f.Close() // nothing was done under it
			}
		}
	}()
	select {
	case r := <-got:
		return r.file, r.err
	case <-ctx.Done():
		return nil, &os.PathError{Op: "lock", Path: path, Err: context.Cause(ctx)}
	}
}
