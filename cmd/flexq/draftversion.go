package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"flexq/tui"
)

// versionOf names the state of a draft by what its file holds.
func versionOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// overtaken returns a *tui.Overtaken if the file of a draft holds another version than that one, be it no draft at all.
// Nothing in it is in nobody's way. The lock is held.
func (d *draftFiles) overtaken(id, over string) error {
	now, err := readDraft(d.path(id))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && now.Version == over:
		return nil
	case err != nil || now.ID != id:
		return &tui.Overtaken{}
	}
	return &tui.Overtaken{Now: now}
}

// draftLockWait is how long the lock of the drafts is waited for. Others hold it for milliseconds, unless they were
// stopped in the middle.
const draftLockWait = time.Second

// lock keeps other programs from changing the drafts until it is given back. Where it cannot be had, as on a file system
// without locks, what was typed is stored all the same: only what two programs store in the same moment needs it.
func (d *draftFiles) lock(ctx context.Context) (unlock func()) {
	ctx, cancel := context.WithTimeout(ctx, draftLockWait)
	got := make(chan *lockedfile.File)
	go func() { // the system's own wait cannot be ended
		f, err := lockedfile.OpenFile(filepath.Join(d.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			f = nil
		}
		select {
		case got <- f:
		case <-ctx.Done():
			if f != nil {
				_ = f.Close()
			}
		}
	}()
	select {
	case f := <-got:
		return func() {
			cancel()
			if f != nil {
				_ = f.Close()
			}
		}
	case <-ctx.Done():
		return cancel
	}
}
