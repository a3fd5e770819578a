package client

import (
	"context"
	"strings"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/gateway"
)

const (
	// sourceWait is how long an optional source may take: it must not hold up the others.
	sourceWait = 10 * time.Second
	// sourcePause is how long an optional source that failed is left alone.
	sourcePause = 2 * time.Minute
)

// source is one of the places from which something is known of nodes, with the last that it said. Its zero value with a
// name is ready to use.
type source[T any] struct {
	name  string
	needs gateway.Permission // what to ask for when it is forbidden
	// pause and wait are 0 for a source that is not optional.
	pause, wait time.Duration

	mu      sync.Mutex
	turn    uint64 // of the last that asked
	last    uint64 // of those whose answers count, the last
	state   flex.SourceState
	value   T
	has     bool
	notSoon time.Time // do not ask before
}

// answered is what is known from a source.
type answered[T any] struct {
	value T
	has   bool
	state flex.SourceState
	fresh bool  // it has just been said
	err   error // why there is nothing new; nil for a source that is off or left alone
}

// ask gets what the source says now, or keeps what it said before; of two that ask at once, what was asked for later
// counts. fetch returns with its value a note on what that lacks, "" for nothing.
func (s *source[T]) ask(ctx context.Context, now func() time.Time, fetch func(context.Context) (T, string, error)) answered[T] {
	turn, a, done := s.without(now())
	if done {
		return a
	}
	if s.wait > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.wait)
		defer stop()
	}
	value, note, err := fetch(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn < s.last && s.has {
		return answered[T]{s.value, true, s.state, false, nil}
	}
	s.last = max(s.last, turn)
	switch {
	case err == nil:
		s.value, s.has, s.notSoon = value, true, time.Time{}
		s.state = flex.SourceState{Name: s.name, Note: note, AsOf: now()}
	case fault.KindOf(err) == fault.Cancelled:
	case isOff(err):
		var nothing T
		s.value, s.has = nothing, false
		s.state = flex.SourceState{Name: s.name, Off: true, Note: offNote(err, s.needs)}
	default:
		s.state.Name, s.state.Note = s.name, failNote(err, s.has)
		s.notSoon = now().Add(s.pause)
	}
	return answered[T]{s.value, s.has, s.state, err == nil, err}
}

// without returns what is known where the source is not asked at all, else the turn of who asks.
func (s *source[T]) without(now time.Time) (uint64, answered[T], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	isLeftAlone := s.pause > 0 && now.Before(s.notSoon) && s.notSoon.Sub(now) <= s.pause
	return s.turn, answered[T]{s.value, s.has, s.state, false, nil}, s.state.Off || isLeftAlone
}

// on lets the source be asked again.
func (s *source[T]) on() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Off, s.notSoon = false, time.Time{}
}

// isOff reports whether an error will stay until somebody does something about it.
func isOff(err error) bool {
	switch fault.KindOf(err) {
	case fault.PermissionDenied, fault.NotFound, fault.Usage:
		return true
	default:
		return false
	}
}

// offNote says in one line why a source is not asked any more, and what it takes.
func offNote(err error, needs gateway.Permission) string {
	f := fault.From(err)
	switch {
	case f.Kind == fault.PermissionDenied && needs.ID != "" && strings.Contains(f.Cure, needs.ID):
		return "forbidden: needs " + needs.ID + " (" + needs.Role + ")"
	case f.Kind == fault.Usage, f.Cure == "":
		return f.What
	}
	return f.What + "; " + f.Cure
}

func failNote(err error, has bool) string {
	f := fault.From(err)
	note := f.What
	if f.Kind == fault.Unreachable && f.Cure != f.Kind.Cure() { // a setting may be wrong
		note += "; " + f.Cure
	}
	if has {
		note += "; its last answer is kept"
	}
	return note
}
