package main

import (
	"context"
	"io"
	"testing"
)

// handle counts how often it was closed.
type handle struct{ closed chan struct{} }

func (h handle) Close() error {
	h.closed <- struct{}{}
	return nil
}

// While another program holds the lock, no more than one goroutine waits for it, and only the first caller.
func TestOneWaiterForALock(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	h := handle{make(chan struct{}, 1)}
	free, opened := make(chan struct{}), make(chan struct{}, 9)
	open := func() (io.Closer, error) {
		opened <- struct{}{}
		<-free
		return h, nil
	}
	var w oneWaiter
	w.wait(ended, open)()
	for range 5 {
		w.wait(t.Context(), open)() // the context never ends: to wait would hang
	}
	<-opened
	if len(opened) != 0 {
		t.Errorf("%d more wait", len(opened))
	}
	close(free)
	<-w.over
	<-h.closed // what came too late was given back

	unlock := w.wait(t.Context(), open)
	if len(opened) != 1 || len(h.closed) != 0 {
		t.Errorf("opened %d, closed %d", len(opened), len(h.closed))
	}
	unlock()
	if len(h.closed) != 1 {
		t.Error("the lock is still held")
	}
}
