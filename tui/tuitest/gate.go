package tuitest

import (
	"context"
	"sync"
)

// Gate lets a fake hold back an answer until the story opens it, so that a screen can be looked at
// while it waits. It is safe for concurrent use.
type Gate struct {
	clock *Clock
	mu    sync.Mutex
	open  chan struct{} // closed while the gate is open
	count int           // who waits
}

// Gate returns a closed gate. The program that waits at it must run with this clock.
func (c *Clock) Gate() *Gate {
	g := &Gate{clock: c, open: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gates = append(c.gates, g)
	return g
}

// Wait returns when the gate is open, or with the error of ctx when that ends first. It is to be
// called from commands only: whoever waits does not keep the program from being idle.
func (g *Gate) Wait(ctx context.Context) error {
	g.mu.Lock()
	open := g.open
	select {
	case <-open:
		g.mu.Unlock()
		return nil
	default:
	}
	g.count++
	g.mu.Unlock()
	g.clock.current().add(-1)
	select {
	case <-open:
		return nil
	case <-ctx.Done():
		g.mu.Lock()
		defer g.mu.Unlock()
		select {
		case <-open: // counted again by Open
		default:
			g.count--
			g.clock.current().add(1)
		}
		return ctx.Err()
	}
}

// Open lets everyone through, those who wait and those who come later.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.open:
		return
	default:
	}
	g.clock.current().add(g.count)
	g.count = 0
	close(g.open)
}

// Shut closes the gate again for those who come later.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.open:
		g.open = make(chan struct{})
	default:
	}
}

// Waiting returns how many wait at the gate now.
func (g *Gate) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.count
}
