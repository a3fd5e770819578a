package journal

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"flexq/client/flex"
)

// Hurry keeps an event as far as a held lock allows in a moment.
func (j *Journal) Hurry(t *testing.T, e flex.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := j.Append(ctx, []flex.Event{e}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// HoldLock takes the lock of a folder as another program would, and returns what gives it back.
func HoldLock(t *testing.T, dir string) func() {
	t.Helper()
	f, err := newLocker().lock(t.Context(), filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Hang lets the folder of a ledger answer nothing until the channel is closed.
func (l *Ledger) Hang(until <-chan struct{}) { l.slow.enqueue(func() { <-until }) }
