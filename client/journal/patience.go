package journal

import (
	"context"
	"errors"
	"sync"
	"time"
)

// folderWait is how long a folder may take for one change: longer than one waits for its lock, and much longer than any
// disk needs that works.
const folderWait = 2 * lockWait

// ErrSlow is the end of a wait for the disk.
var ErrSlow = errors.New("it does not answer")

// Patience makes the changes of a folder one after another, and lets nobody wait for long where the folder does not
// answer, as one on another machine. What was not waited for is done nevertheless, in its order, once the folder answers
// and if the program still runs: it must do no harm then. It is safe for concurrent use, and its zero value is ready.
type Patience struct {
	mu    sync.Mutex
	todo  []func()
	busy  bool
	stuck bool // somebody has waited in vain for what is being done
}

// Run makes a change, and waits for it until ctx ends, or for so long; behind one that is stuck it does not wait. Its
// error is that of the change or of ctx, or ErrSlow.
func (p *Patience) Run(ctx context.Context, wait time.Duration, change func() error) error {
	done := make(chan error, 1)
	if p.enqueue(func() { done <- change() }) {
		wait = 0
	}
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
		return ErrSlow
	}
}

func (p *Patience) enqueue(change func()) (stuck bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.todo = append(p.todo, change)
	if !p.busy {
		p.busy = true
		go p.work()
	}
	return p.stuck
}

func (p *Patience) work() {
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
		return none, ErrSlow
	}
}
