package journal

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

// trialBytes is how much is written to see whether there is room: what no file system finds place for beside a file that
// is there already, and far more than an entry.
const trialBytes = 16 << 10

// Check says why the next write could not be noted, and nil if it can be. It tries that out, under the lock, and leaves
// nothing behind but the folder. OnError is not told. The error is a *fault.Fault.
func (l *Ledger) Check(ctx context.Context) error {
	if l.opts.Dir == "" {
		return nil
	}
	err := l.locked(ctx, l.file.try)
	return onDisk("keep the ledger", "the ledger cannot be written", "changes are made without a note of them", err)
}

// try finds out whether the file can be added to, and its folder takes another one. It needs the lock.
func (l lines) try() error {
	info, err := os.Stat(l.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "write to", Path: l.path, Err: errNoFile}
	default:
		f, err := os.OpenFile(l.path, os.O_RDWR|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return tryFile(l.path + ".trial")
}

// tryFile writes a file and removes it. It does not wait for the disk, since it is done after each pause in typing: a
// file system says with the write that it is full, or with the close, as those of other machines do.
func tryFile(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, trialBytes))
	return errors.Join(err, f.Close(), os.Remove(path))
}
