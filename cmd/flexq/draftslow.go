package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"flexq/client/journal"
)

// draftWait is how long the drafts are waited for: a submit waits for its own, and for the ledger after it.
const draftWait = 3 * time.Second

// inPatience does what the folder of drafts is needed for, and does not wait for long where that does not answer, as one on
// another machine. It is done later then, in its order, and finds late set.
func inPatience[T any](ctx context.Context, d *draftFiles, do func(late *atomic.Bool) (T, error)) (T, error) {
	var late atomic.Bool
	found := make(chan T, 1) // it may come when nobody waits any more
	err := d.slow.Run(ctx, draftWait, func() error {
		value, err := do(&late)
		found <- value
		return err
	})
	select {
	case value := <-found:
		if !errors.Is(err, journal.ErrSlow) {
			return value, err
		}
	default:
	}
	late.Store(true)
	if errors.Is(err, journal.ErrSlow) {
		err = scriptFault(fmt.Sprintf("%s does not answer", d.dir),
			"see whether the other machine that the folder is on can be reached, or set XDG_STATE_HOME to a folder on a disk of this one")
	}
	var none T
	return none, err
}
