package journal

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A program that submits holds a file of its own in the folder for as long as it runs: the system gives it back however
// the program ends. Such a file that nobody holds is of a program that was killed.
const (
	alivePrefix = "program-"
	aliveSuffix = ".lock"
)

// IsUnfinished reports whether an entry is of a submit of which it is not known what became of it. Its program may be
// about to find out: see Unfinished.
func (e *Entry) IsUnfinished() bool { return e.Key != "" && (e.Ended.IsZero() || e.Open) }

// Unfinished returns the submits from a moment on of which nobody knows what became of them, in the order in which they
// began: those that ended so, and those of programs that do not run any more and have left no word. One that another
// program is just sending is not among them.
func (l *Ledger) Unfinished(ctx context.Context, since time.Time) ([]Entry, error) {
	before, err := l.unfinished(ctx, since)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	running, err := l.whoRuns(ctx)
	if err != nil {
		return nil, err
	}
	// A program that has ended since the first look has left its word before that: it is there at the second. One that
	// began since is not among those of the first.
	after, err := l.unfinished(ctx, since)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool, len(before))
	for i := range before {
		seen[before[i].ID] = true
	}
	var out []Entry
	for _, e := range after {
		if e.Open || seen[e.ID] && !running[e.Program] {
			out = append(out, e)
		}
	}
	return out, nil
}

// unfinished are the submits without a known end, those included that a program is just sending.
func (l *Ledger) unfinished(ctx context.Context, since time.Time) ([]Entry, error) {
	all, err := l.Read(ctx, since)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(e Entry) bool { return !e.IsUnfinished() }), nil
}

// IsUnderWay reports whether the program of an entry still runs and has said no word of the entry's end: it may be about
// to send it yet.
func (l *Ledger) IsUnderWay(ctx context.Context, e Entry) (bool, error) {
	if !e.Ended.IsZero() || e.Program == "" || l.opts.Dir == "" {
		return false, nil
	}
	running, err := l.whoRuns(ctx)
	return running[e.Program], err
}

// whoRuns are the programs that hold their files.
func (l *Ledger) whoRuns(ctx context.Context) (map[string]bool, error) {
	found := make(chan map[string]bool, 1) // it may come when nobody waits any more
	err := l.locked(ctx, func() error {
		running, err := l.running()
		found <- running
		return err
	})
	if err != nil {
		return nil, onDisk("read the ledger", "it cannot be told which programs still run", "nothing is done about their submits", err)
	}
	return <-found, nil
}

// hold shows others that this program runs, and removes what programs that were killed have left. The lock of the folder
// is held: nobody takes the file for that of a program that has ended before it is held.
func (l *Ledger) hold() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.alive != nil {
		return nil
	}
	_, swept := l.running()
	f, err := holdFile(filepath.Join(l.opts.Dir, alivePrefix+l.program+aliveSuffix))
	l.alive = f
	return errors.Join(err, swept)
}

// letGo returns the file that this program holds, to be given back by the caller; nil if there is none.
func (l *Ledger) letGo() *os.File {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.alive
	l.alive = nil
	return f
}

// running are the programs that hold their files; the files of others are removed. The lock of the folder is held.
func (l *Ledger) running() (map[string]bool, error) {
	files, err := os.ReadDir(l.opts.Dir)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, f := range files {
		name, isAlive := strings.CutPrefix(f.Name(), alivePrefix)
		program, isLock := strings.CutSuffix(name, aliveSuffix)
		if !isAlive || !isLock {
			continue
		}
		if isHeld(filepath.Join(l.opts.Dir, f.Name())) {
			out[program] = true
		}
	}
	return out, nil
}

// Close says that this program is about to end. A program that does not come to it does no harm.
func (l *Ledger) Close() error {
	f := l.letGo()
	if f == nil {
		return nil
	}
	err := l.locked(context.Background(), func() error {
		err := os.Remove(f.Name())
		closed := f.Close()
		if err != nil { // not while it is open, on some systems
			err = os.Remove(f.Name())
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return errors.Join(err, closed)
	})
	if errors.Is(err, ErrSlow) {
		return nil // the system gives the file back
	}
	return err
}
