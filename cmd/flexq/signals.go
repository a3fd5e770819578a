package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopped is the cause of a context that a signal has ended.
type stopped struct{ signal os.Signal }

func (s *stopped) Error() string { return "stopped by a signal: " + s.signal.String() }

// code is the exit code by which shells know that a signal ended a program: 130 for ctrl-c, 143 for SIGTERM.
func (s *stopped) code() int {
	if n, ok := s.signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return exitInterrupted
}

// untilSignal returns a context that the first of the signals ends, so that the program ends in good order. From then
// on they do again what they do by default: a second one ends the program at once. One of the same kind does so only when
// the channel of again has told that the first is over: timeout sends SIGTERM to the program and, a moment later, to its
// group. A ctrl-c while the terminal is lent is left to who has it.
func untilSignal(
	parent context.Context, signals []os.Signal, terminal *lent, again func() <-chan time.Time,
) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	got := make(chan os.Signal, 1)
	if len(signals) > 0 { // Notify would take none for all of them
		signal.Notify(got, signals...)
	}
	go func() {
		defer signal.Stop(got)
		for {
			select {
			case s := <-got:
				if s == os.Interrupt && terminal.isOut() {
					continue
				}
				same := make(chan os.Signal, 1) // which nobody reads
				signal.Notify(same, s)
				defer signal.Stop(same)
				signal.Stop(got)
				cancel(&stopped{signal: s})
				<-again()
			case <-ctx.Done():
			}
			return
		}
	}()
	return ctx, func() { cancel(nil) }
}

// unlessEnded does what cannot be told to stop, as to open or read a pipe into which nobody writes. When the run ends
// first (done is closed), it is left behind: the program is about to end. The error is then context.Canceled.
func unlessEnded[T any](done <-chan struct{}, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	results := make(chan result, 1)
	go func() {
		value, err := work()
		results <- result{value, err}
	}()
	select {
	case <-done:
		var none T
		return none, context.Canceled
	case got := <-results:
		return got.value, got.err
	}
}
