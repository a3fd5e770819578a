package main

import "sync/atomic"

// lent says whether another program, as the user's editor, has the terminal. The terminal sends ctrl-c to all that run
// in it: then it is meant for the other one. It is safe for concurrent use, and nil is a terminal that is never lent.
type lent struct{ out atomic.Int32 }

func (l *lent) lend() {
	if l != nil {
		l.out.Add(1)
	}
}

func (l *lent) back() {
	if l != nil {
		l.out.Add(-1)
	}
}

func (l *lent) isOut() bool { return l != nil && l.out.Load() > 0 }
