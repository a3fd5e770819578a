package tui_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

// breakNode lets a node fail.
func breakNode(c *cluster.Cluster, name string) {
	c.ChangeNodes(func(nodes []slurm.Node) {
		for i := range nodes {
			if nodes[i].Name == name {
				nodes[i].State = slurm.ParseNodeState("DOWN")
				nodes[i].Reason = "Not responding"
			}
		}
	})
}

func TestEventsArrive(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("3")
	s.See("epilog error", "a3u7-a3u-26", "critical") // what the platform told of the hours before
	s.Press("1")
	s.NotSee("3 Events +")
	breakNode(s.cluster, "a3u7-a3u-5")
	s.Advance(16 * time.Second)
	s.See("3 Events +1")
	s.Press("3")
	s.NotSee("3 Events +")
	line := s.LineWith("✗ critical  down")
	for _, want := range []string{"●", "a3u7-a3u-5 ", "88214"} {
		if !contains(line, want) {
			t.Errorf("%q is not in the event's line %q", want, line)
		}
	}
	s.Press("enter")
	s.See("a3u7-a3u-5", "Not responding", "down")
	s.Press("esc")
	if line := s.LineWith("✗ critical  down"); contains(line, "●") {
		t.Errorf("what has been seen is marked: %q", line)
	}
	s.Press("1")
	s.NotSee("3 Events +")
}

// The events of a job stand in its detail, and lead from the stream to it.
func TestEventsOfAJob(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	end(s.cluster, "NODE_FAIL", 88214)
	s.Advance(6 * time.Second)
	s.Press("3")
	s.See("failed by its node")
	s.Press("enter")
	s.See("llama-70b-pretrain", "events", "failed by its node")
	s.Press("E")
	s.See("/ job:88214", "failed by its node")
	s.NotSee("epilog error")
	s.Press("esc", "esc")
	s.See("llama-70b-pretrain", "limit")
	s.Press("o", "E")
	s.See("/ node:a3u7-a3u-")
}

// From a node or a pool under the cursor one comes to its events.
func TestEventsOfANodeOrPool(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("2", "E")
	s.See("/ node:a3u7-a3u-20")
	s.Press("esc", "esc")
	s.See("NEXT END")
	s.Press("k", "E")
	s.See("/ pool:")
}

func TestEventFilterWhileTyping(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("3", "/")
	s.Type("sev:critical node:a3u7-a3u-26")
	s.See("epilog error", "a3u7-a3u-26")
	s.NotSee("rebooted", "prolog error")
	s.Press("esc", "/")
	s.Type("type")
	s.See("rebooted")
	s.Press("enter")
	s.See("None of", "esc clears the filter")
	s.Press("esc", "/")
	s.Paste("type:zz")
	s.See(`no type of event is called "zz"`, "epilog error", "rebooted")
	s.Press("esc", "/")
	s.Type("nothing-like-it")
	s.See("None of", "esc clears the filter")
	s.Press("esc")
	s.See("rebooted")
}

// The list stays at the newest event until the user moves, and again from its end on.
func TestFollow(t *testing.T) {
	t.Parallel()
	o := &told{}
	for i := range 100 {
		o.list = append(o.list, flex.Event{ID: fmt.Sprint(i), Type: flex.NodeReady, Node: fmt.Sprintf("n%d", i), At: time.Date(2026, 11, 30, 10, i/60, i%60, 0, time.UTC)})
	}
	s := start(t, 100, 24, func(opt *tui.Options, _ *cluster.Cluster) { opt.Observer = o })
	add := func(id string) {
		o.next(flex.Event{ID: id, Type: flex.NodeDown, Severity: flex.Warning, Node: id, At: s.clock.Now()})
		s.Advance(6 * time.Second)
	}
	s.Press("3")
	s.See("n99 ", "following")
	add("first")
	s.See("first ")
	s.Press("k", "k")
	s.See("f follows the newest")
	s.Press("g")
	s.See("n0 ")
	add("second")
	s.NotSee("second ")
	s.Press("f")
	s.See("second ", "following")
	s.Press("g", "G")
	s.See("following")
	s.Press("j", "ctrl+d", "pgdown") // at the end there is nowhere to go
	s.See("following")
	s.Press("k")
	s.See("f follows the newest")
	s.Press("j") // back at the end
	s.See("following")
	s.Wheel(10, 10, -1)
	s.See("f follows the newest")
	s.Press("g", "g")
	add("third")
	s.See("f follows the newest", "n0 ")
	s.NotSee("third ")
}

// A journal that cannot be written hides nothing, and is told of.
func TestJournalFails(t *testing.T) {
	t.Parallel()
	o := &told{err: errors.New("no room on the disk")}
	s := start(t, 120, 30, func(opt *tui.Options, _ *cluster.Cluster) { opt.Observer = o })
	s.Press("3")
	s.See("the journal of events failed at 14:00:00: no room on the disk")
	o.next(flex.Event{ID: "x", Type: flex.NodeDown, Severity: flex.Warning, Node: "n7", At: s.clock.Now()})
	s.Advance(6 * time.Second)
	s.See("n7", "down", "the journal of events failed")
}

func TestEventsLoadingAndEmpty(t *testing.T) {
	t.Parallel()
	clock := newClock()
	o := &told{gate: clock.Gate()}
	s := startAt(t, clock, 80, 24, func(opt *tui.Options, _ *cluster.Cluster) { opt.Observer = o })
	s.Press("3")
	s.See("Reading the events of this cluster")
	o.gate.Open()
	s.See("Nothing has happened yet.")
}

// Snapshots are looked at one at a time, and of those that come meanwhile only the newest is. Keys work all the while.
func TestOneLookAtATime(t *testing.T) {
	t.Parallel()
	clock := newClock()
	o := &told{slow: clock.Gate()}
	s := startAt(t, clock, 100, 24, func(opt *tui.Options, _ *cluster.Cluster) { opt.Observer = o })
	begin := clock.Now()
	s.Advance(time.Minute)
	if n := len(o.looks); n != 1 {
		t.Fatalf("%d snapshots were looked at while the first was, want 1", n)
	}
	s.Press("3")
	s.See("EVENT")
	o.slow.Open()
	s.Wait()
	if n := len(o.looks); n != 2 {
		t.Fatalf("%d snapshots were looked at, want 2", n)
	}
	if got := o.looks[1].Sub(begin); got != time.Minute {
		t.Errorf("the second is of %v after the first, want the newest", got)
	}
}

// Where nothing changes, there is little to look at: a large queue must not cost anything for being polled.
func TestQuietClusterIsLookedAtSeldom(t *testing.T) {
	t.Parallel()
	o := &told{}
	s := start(t, 100, 24, func(opt *tui.Options, c *cluster.Cluster) {
		opt.Observer = o
		opt.Poll.Nodes, opt.Poll.Pools = time.Hour, time.Hour
		c.Quiet(true)
	})
	s.Advance(5 * time.Minute)
	if n := len(o.looks); n < 8 || n > 12 {
		t.Errorf("%d snapshots were looked at in five minutes, want about ten", n)
	}
}

// told is an Observer that tells what the test says.
type told struct {
	mu    sync.Mutex
	list  []flex.Event
	fresh []flex.Event
	err   error
	kept  bool
	gate  *tuitest.Gate // Events waits at it, if there is one
	slow  *tuitest.Gate // Observe does
	looks []time.Time   // the moments of the snapshots that came
	last  flex.Snapshot // the newest of them
}

func (o *told) next(e flex.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fresh = append(o.fresh, e)
}

// Observe gives what was put in since the last call.
func (o *told) Observe(ctx context.Context, s flex.Snapshot) (flex.Seen, error) {
	o.mu.Lock()
	o.looks, o.last = append(o.looks, s.Now), s
	o.mu.Unlock()
	if o.slow != nil {
		if err := o.slow.Wait(ctx); err != nil {
			return flex.Seen{}, err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	seen := flex.Seen{Fresh: o.fresh, Kept: o.kept}
	o.fresh = nil
	return seen, o.err
}

// Events gives what was there before.
func (o *told) Events(ctx context.Context, _ time.Time) ([]flex.Event, error) {
	if o.gate != nil {
		if err := o.gate.Wait(ctx); err != nil {
			return nil, err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.list, o.err
}

// Tell keeps nothing.
func (o *told) Tell(context.Context, flex.Event) error { return nil }

// Watch does nothing.
func (o *told) Watch(uint64, bool) {}

// set says how the next looks are kept.
func (o *told) set(err error, kept bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.err, o.kept = err, kept
}

// That the journal failed is said until something was written again: that nothing more is heard of it is no proof.
func TestJournalThatWorksAgain(t *testing.T) {
	t.Parallel()
	o := &told{}
	s := start(t, 120, 30, func(opt *tui.Options, _ *cluster.Cluster) { opt.Observer = o })
	s.Press("3")
	o.set(errors.New("no space left on device"), false)
	s.Advance(30 * time.Second)
	s.See("the journal of events failed at", "no space left on device")
	o.set(nil, false)
	s.Advance(30 * time.Second)
	s.See("the journal of events failed at", "no space left on device")
	o.set(nil, true)
	s.Advance(30 * time.Second)
	s.NotSee("the journal of events failed")
}
