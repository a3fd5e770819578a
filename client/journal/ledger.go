package journal

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// DefaultLedgerBytes bounds the ledger where LedgerOptions say nothing: some ten thousand writes.
const DefaultLedgerBytes = 4 << 20

// LedgerOptions of a ledger.
type LedgerOptions struct {
	Dir      string           // the cluster's own folder, as for a journal; "" keeps nothing
	Now      func() time.Time // needed
	MaxBytes int64            // beyond which the older half goes; 0 means DefaultLedgerBytes
	Random   io.Reader        // names this program's entries; nil means crypto/rand
	// OnError is told why an entry could not be kept, each reason once. The write itself goes on. It must not block,
	// and may be called from several goroutines. Nil tells nobody.
	OnError func(error)
}

// Entry is one write to the cluster. It names what was changed and by whom, never what with: no script, no
// environment, no credential.
type Entry struct {
	ID      string   // set by Begin
	Op      string   // "cancel", "drain node"
	Targets []string // jobs, tasks or nodes, as users write them
	User    string   // whom it is done as: a Slurm account or a Google identity, if that is known
	Key     string   // of a submit
	Cluster string   // what the cluster calls itself, if it has said so: a tunnel can lead to another one later
	Program string   // one run of flexq; set by Begin
	Began   time.Time
	Clock   time.Time // of the cluster, when the write began; zero if it was not known
	Ended   time.Time // zero while it is under way, or if the program ended before it knew
	Outcome
}

// Outcome is how a write ended.
type Outcome struct {
	Words string // a few, as in "job 1234"
	Job   uint64 // that a submit made; 0 if it made none, or if nobody knows
	// Open is of a submit of which nobody knows whether it made a job; to be looked for by its key.
	Open bool
	// Until is the cluster's clock when the answer of such a submit was given up, zero if it was not known: this machine may
	// have slept since it was begun, with the request half sent. The latest counts.
	Until time.Time
}

// Ledger is the log of what was changed from here, in all contexts of one cluster. It is safe for concurrent use.
type Ledger struct {
	opts    LedgerOptions
	file    lines
	lock    locker
	slow    Patience
	program string

	mu    sync.Mutex
	next  uint64
	said  map[string]bool
	alive *os.File // held while the program runs, from its first submit on
}

// OpenLedger returns the ledger of a folder. Nothing is read or written yet.
func OpenLedger(o LedgerOptions) (*Ledger, error) {
	if o.Now == nil {
		return nil, errors.New("open ledger: it has no clock")
	}
	if o.Dir != "" && !filepath.IsAbs(o.Dir) {
		return nil, errors.New("open ledger: the folder " + o.Dir + " is not an absolute path")
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultLedgerBytes
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.OnError == nil {
		o.OnError = func(error) {}
	}
	id := make([]byte, 8)
	if _, err := io.ReadFull(o.Random, id); err != nil {
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	return &Ledger{
		opts: o, file: lines{path: filepath.Join(o.Dir, "ledger.jsonl"), max: o.MaxBytes},
		lock: newLocker(), program: hex.EncodeToString(id), said: map[string]bool{},
	}, nil
}

// Keeps reports whether there is a folder to keep anything in.
func (l *Ledger) Keeps() bool { return l.opts.Dir != "" }

// Begin notes that a write is about to be sent, on disk when it returns, unless OnError was told why not: also that the
// folder did not answer for some seconds. Of e it takes Op, Targets, User, Key, Cluster and Clock. done notes the outcome,
// a few words, whatever has become of ctx by then. Where more becomes known later, as of a long operation, it may be
// called again: the last word counts. A submit, which is a write with a Key, can be found by Unfinished if the program
// does not live to call it.
func (l *Ledger) Begin(ctx context.Context, e Entry) (done func(Outcome)) {
	e.Program, e.Began = l.program, l.opts.Now()
	l.mu.Lock()
	l.next++
	e.ID = l.program + "-" + strconv.FormatUint(l.next, 10)
	l.mu.Unlock()
	l.add(ctx, beginLine(e), e.Key != "")
	return func(o Outcome) { l.End(ctx, e.ID, o) }
}

// End notes how a write ended, by the ID of its entry, whatever has become of ctx by then: also one of a program that
// did not live to do it.
func (l *Ledger) End(ctx context.Context, id string, o Outcome) {
	l.add(context.WithoutCancel(ctx), endLine(id, l.opts.Now(), o), false)
}

// Read returns the writes that began at a moment or after it, in the order in which they began.
func (l *Ledger) Read(_ context.Context, since time.Time) ([]Entry, error) {
	if l.opts.Dir == "" {
		return nil, nil
	}
	c, err := inTime(folderWait, func() (chunk, error) { return l.file.read(cursor{}) })
	if errors.Is(err, ErrSlow) {
		err = &os.PathError{Op: "read", Path: l.file.path, Err: ErrSlow}
	}
	if err != nil {
		return nil, onDisk("read the ledger", "the ledger cannot be read", "nothing of it is shown", err)
	}
	var out []Entry
	for _, e := range entriesOf(c.lines) {
		if !e.Began.Before(since) {
			out = append(out, e)
		}
	}
	return out, nil
}

// add writes one line, and shortens the file where it has grown too long. alive says that others must be able to see
// whether this program still runs.
func (l *Ledger) add(ctx context.Context, v any, alive bool) {
	if l.opts.Dir == "" {
		return
	}
	data, err := appendLine(nil, v)
	if err == nil {
		err = l.locked(ctx, func() error {
			var held error
			if alive {
				held = l.hold()
			}
			size, err := l.file.append(l.head(), data, true)
			if err == nil && size > l.opts.MaxBytes {
				err = l.shorten()
			}
			return errors.Join(err, held)
		})
	}
	if err != nil {
		l.tell(onDisk("keep the ledger", "the ledger cannot be written", "changes are made without a note of them", err))
	}
}

// locked makes a change of the folder while no other program makes one. A beginning that gets to the disk after it was
// waited for is that of a program which was killed before it could note the end: whether there is a job is looked for.
func (l *Ledger) locked(ctx context.Context, change func() error) error {
	own, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	goOn := context.AfterFunc(ctx, giveUp)
	err := l.slow.Run(ctx, folderWait, func() error {
		defer giveUp()
		return l.lock.locked(own, l.opts.Dir, change)
	})
	if errors.Is(err, ErrSlow) {
		goOn() // what is to be noted is sent now, and so is noted however ctx ends
		return &os.PathError{Op: "write to", Path: l.opts.Dir, Err: err}
	}
	return err
}

// tell reports each reason once.
func (l *Ledger) tell(err error) {
	l.mu.Lock()
	said := l.said[err.Error()]
	l.said[err.Error()] = true
	l.mu.Unlock()
	if !said {
		l.opts.OnError(err)
	}
}
