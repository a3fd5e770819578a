package tuitest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// idle knows whether anything is still going to happen: how many commands run, how many messages
// are on their way, and which frame the terminal shows.
type idle struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced at every change
	busy    int
	running map[string]int // by the function that made the command, to say what one waits for
	updates uint64         // messages that the model has handled
	viewed  uint64         // how many it had handled when it drew last
	shown   uint64         // the same for the frame on the terminal
	ended   bool
}

func newIdle() *idle {
	return &idle{changed: make(chan struct{}), running: map[string]int{}}
}

// change runs f under the lock and wakes those who wait.
func (i *idle) change(f func()) {
	if i == nil {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	f()
	close(i.changed)
	i.changed = make(chan struct{})
}

// add counts n more things that are going to happen.
func (i *idle) add(n int) { i.change(func() { i.busy += n }) }

// start counts a command, finish says that it returned; its message still counts.
func (i *idle) start(name string) {
	i.change(func() {
		i.busy++
		i.running[name]++
	})
}

func (i *idle) finish(name string) {
	i.change(func() {
		i.running[name]--
		if i.running[name] == 0 {
			delete(i.running, name)
		}
	})
}

// updated says that the model has handled a message, and how many of the things that were counted
// are done with that.
func (i *idle) updated(done int) {
	i.change(func() {
		i.busy -= done
		i.updates++
	})
}

// view says that the model draws, and returns the number of that frame.
func (i *idle) view() uint64 {
	var n uint64
	i.change(func() {
		i.viewed = i.updates
		n = i.viewed
	})
	return n
}

// show says that a frame is on the terminal.
func (i *idle) show(frame uint64) { i.change(func() { i.shown = frame }) }

// end says that the program has ended.
func (i *idle) end() { i.change(func() { i.ended = true }) }

// isQuiet reports whether nothing is going to happen by itself. It is called under the lock.
func (i *idle) isQuiet() bool { return i.ended || i.busy == 0 && i.viewed == i.updates }

// isShown reports whether, besides, the terminal shows the last frame.
func (i *idle) isShown() bool { return i.ended || i.isQuiet() && i.shown == i.viewed }

// await waits until ok holds, which is called under the lock, or until it is enough.
func (i *idle) await(enough <-chan time.Time, ok func() bool) bool {
	for {
		i.mu.Lock()
		if ok() {
			i.mu.Unlock()
			return true
		}
		changed := i.changed
		i.mu.Unlock()
		select {
		case <-changed:
		case <-enough:
			return false
		}
	}
}

// String says what one waits for.
func (i *idle) String() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var names []string
	for _, name := range slices.Sorted(maps.Keys(i.running)) {
		names = append(names, fmt.Sprintf("%s (%d)", name, i.running[name]))
	}
	return fmt.Sprintf("%d things in flight, %d messages handled, drawn at %d, shown %d; running: %s",
		i.busy, i.updates, i.viewed, i.shown, strings.Join(names, ", "))
}
