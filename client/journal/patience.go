package journal

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"
)

// folderWait is how long a folder may take for one change: longer than one waits for its lock, and much longer than any
// disk needs that works.
const folderWait = 2 * lockWait

// errSlow is the end of a wait for the disk.
var errSlow = errors.New("it does not answer")

// patience makes the changes of a folder one after another, and lets nobody wait for long where the folder does not
// answer, as one on another machine. What was not waited for is done nevertheless, in its order, once the folder answers
// and if the program still runs: it must do no harm then.
type patience struct {
	dir string

	mu    sync.Mutex
	todo  []func()
	busy  bool
	stuck bool // somebody has waited in vain for what is being done
}

// run makes a change, and waits for it until ctx ends, or some seconds; behind one that is stuck it does not wait.
func (p *patience) run(ctx context.Context, change func() error) error {
	done := make(chan error, 1)
	wait := p.enqueue(func() { done <- change() })
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		p.mu.Lock()
		p.stuck = p.busy
		p.mu.Unlock()
		return &os.PathError{Op: "write to", Path: p.dir, Err: errSlow}
	}
}

func (p *patience) enqueue(change func()) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.todo = append(p.todo, change)
	if !p.busy {
		p.busy = true
		go p.work()
	}
	if p.stuck {
		return 0
	}
	return folderWait
}

func (p *patience) work() {
	for {
		p.mu.Lock()
		if len(p.todo) == 0 {
			p.busy = false
			p.mu.Unlock()
			return
		}
		change := p.todo[0]
		p.todo = p.todo[1:]
		p.mu.Unlock()
		change()
		p.mu.Lock()
		p.stuck = false
		p.mu.Unlock()
	}
}

// inTime runs do, and does not wait for it longer than that. do goes on then, and what it returns is nobody's.
func inTime[T any](wait time.Duration, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := do()
		done <- result{value, err}
	}()
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-late.C:
		var none T
		return none, errSlow
	}
}
