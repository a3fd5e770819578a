package journal

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
)

// Bounds of the events that are kept, where Options say nothing.
const (
	DefaultMax      = 20_000
	DefaultMaxBytes = 8 << 20
)

// Options of a journal.
type Options struct {
	// Dir is the cluster's own folder, made when it is first needed. With "" nothing is kept on disk.
	Dir      string
	Max      int       // events; 0 means DefaultMax
	MaxBytes int64     // of the file of events; 0 means DefaultMaxBytes
	Random   io.Reader // names generations of the file; nil means crypto/rand
}

// Journal is the events of one cluster, of which the newest are kept. It is safe for concurrent use. Its methods may
// wait for the disk, and for other programs up to five seconds. Where they return an error that is no usage error, they
// have done their work in memory; it is on disk as soon as a later call can write.
type Journal struct {
	opts Options
	file lines
	lock locker

	mu sync.Mutex
	at cursor
	s  *store
}

// Open returns the journal of a folder. Nothing is read or written yet.
func Open(o Options) (*Journal, error) {
	if o.Dir != "" && !filepath.IsAbs(o.Dir) {
		return nil, errors.New("open journal: the folder " + o.Dir + " is not an absolute path")
	}
	if o.Max < 0 || o.MaxBytes < 0 {
		return nil, errors.New("open journal: a bound is negative")
	}
	if o.Max == 0 {
		o.Max = DefaultMax
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	file := lines{path: filepath.Join(o.Dir, "events.jsonl"), max: o.MaxBytes}
	return &Journal{opts: o, file: file, lock: newLocker(), s: newStore()}, nil
}

// Append keeps events, and returns those that no program has told before, in their order. What one more source tells of
// an event is added to it, and is no news. Two loose events are one (flex.Same) if two programs noticed them, or one
// program before and after its restart.
func (j *Journal) Append(ctx context.Context, events []flex.Event) ([]flex.Event, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var fresh []flex.Event
	err := j.change(ctx, len(events) > 0, func() {
		for _, e := range events {
			if e.ID == "" {
				e.ID = describe(e)
			}
			if j.s.tell(e) {
				fresh = append(fresh, e)
			}
		}
	})
	return fresh, onDisk("keep events", "the journal of events cannot be written", "events last only as long as this run", err)
}

// Claim lets this program ring for events: it returns those ids of which no program has claimed any before. An id that
// the journal does not have is nobody's.
func (j *Journal) Claim(ctx context.Context, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var mine []string
	err := j.change(ctx, true, func() {
		for _, id := range ids {
			if e := cmp.Or(j.s.byID[id], j.s.byAlso[id]); e != nil && !e.rung {
				e.rung, e.rungUnsaved = true, true
				mine = append(mine, id)
			}
		}
	})
	return mine, onDisk("keep events", "the journal of events cannot be written",
		"another flexq may ring for the same", err)
}

// Read returns the events from a moment on, oldest first, those that other programs have kept among them.
func (j *Journal) Read(_ context.Context, since time.Time) ([]flex.Event, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.refresh()
	return events(j.s.sorted(since)), j.unread(err)
}

// Mark is the place after the last event that this program knows of; for After.
func (j *Journal) Mark() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.s.seq
}

// After returns the events that this program came to know of after a mark, whoever told them, and the next mark. It
// looks at memory alone: Append and Read have read what others wrote.
func (j *Journal) After(mark uint64) ([]flex.Event, uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return events(j.s.after(mark)), j.s.seq
}

// Skipped returns how many lines of the file could not be read: a crash has cut them, or somebody has changed them.
func (j *Journal) Skipped() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.s.broken
}

// Damage says that lines of the file could not be read; nil if there are none. They are dropped when the file is written
// next.
func (j *Journal) Damage() error {
	n := j.Skipped()
	if n == 0 {
		return nil
	}
	lines := "1 line of " + j.file.path + " cannot be read and is left out"
	if n > 1 {
		lines = strconv.Itoa(n) + " lines of " + j.file.path + " cannot be read and are left out"
	}
	f := fault.New(fault.Other, "read events", lines)
	f.Cure = "nothing needs to be done; what the platform still lists is told again"
	return f
}

func events(list []*entry) []flex.Event {
	out := make([]flex.Event, len(list))
	for i, e := range list {
		out[i] = e.event
	}
	return out
}

// change runs do on what all programs have written up to now, and writes what comes of it. do runs once, also if the
// disk fails. Without a wish to change anything the lock is left alone, unless something is still to be written.
func (j *Journal) change(ctx context.Context, wish bool, do func()) error {
	if j.opts.Dir == "" {
		do()
		j.bound()
		return nil
	}
	if !wish && !j.hasUnsaved() {
		_, err := j.refresh()
		do()
		return err
	}
	done := false
	err := j.lock.locked(ctx, j.opts.Dir, func() error {
		torn, err := j.refresh()
		do()
		done = true
		if err != nil {
			return err
		}
		return j.write(torn)
	})
	if !done {
		_, _ = j.refresh() // reading needs no lock; where it fails, so has the lock, and that is told
		do()
	}
	if err != nil {
		j.bound()
	}
	return err
}

// bound keeps memory bounded where there is no file to compact.
func (j *Journal) bound() {
	if len(j.s.byID) > j.opts.Max {
		j.s.trim(j.opts.Max * 3 / 4)
	}
}

// refresh reads what has been added to the file. It reports whether part of a line stands at its end.
func (j *Journal) refresh() (torn bool, err error) {
	if j.opts.Dir == "" {
		return false, nil
	}
	c, err := j.file.read(j.at)
	if err != nil {
		return false, err
	}
	j.s.load(c)
	j.at = c.next
	return c.torn, nil
}

func (j *Journal) unread(err error) error {
	return onDisk("read events", "the journal of events cannot be read", "what was told in this run is there", err)
}

// newGeneration names a new file.
func (j *Journal) newGeneration() (string, error) {
	b := make([]byte, 8)
	if _, err := io.ReadFull(j.opts.Random, b); err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

// InMemory returns a journal that keeps nothing on disk.
func InMemory() *Journal {
	return &Journal{opts: Options{Max: DefaultMax, MaxBytes: DefaultMaxBytes, Random: rand.Reader}, s: newStore()}
}
