//go:build unix

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopsWithin is how long the system may take to stop the program: it does so before the call returns, or not at all.
const stopsWithin = 250 * time.Millisecond

// suspend stops the program, with all that runs in its process group, as ctrl-z does, and returns when it goes on. It
// reports false if the system did not stop it: it stops none that no shell waits for, as in a terminal of its own
// (`xterm -e flexq`, `tmux new flexq`, `ssh -t host flexq`), in a container, or where the signal is ignored.
func (f *factory) suspend(ctx context.Context) (stopped bool) {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	begun := f.now()
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return false
	}
	if comes(ctx, goesOn) {
		return true
	}
	// After a stop that time is over too, and the signal may be a moment behind it.
	return f.now().Sub(begun) > 2*stopsWithin && comes(ctx, goesOn)
}

// comes waits for a signal, or the end of the run, for as long as the system may take to stop the program.
func comes(ctx context.Context, got <-chan os.Signal) bool {
	late := time.NewTimer(stopsWithin)
	defer late.Stop()
	select {
	case <-got:
	case <-ctx.Done():
	case <-late.C:
		return false
	}
	return true
}
