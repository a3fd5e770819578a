package flex_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
)

// account sorts what a program has told into ends and beginnings of machines, reboots and requeues.
func account(events []flex.Event) *course {
	c := &course{
		ends: map[string]flex.EventType{}, news: map[string]flex.EventType{}, reboots: map[string]int{}, restart: map[string]bool{},
	}
	for _, e := range events {
		switch e.Type {
		case flex.LeaseExpired, flex.MachineRepaired, flex.MachineDeleted, flex.NodePoweredDown:
			c.ends[e.Machine] = e.Type
		case flex.MachineCreated, flex.MachineReplaced:
			c.news[e.Machine] = e.Type
		case flex.NodeRebooted:
			c.reboots[e.Node]++
		case flex.JobRequeued:
			c.restart[fmt.Sprint(e.Jobs[0], ":", 1)] = true
		default:
		}
	}
	return c
}

// Every machine that comes and goes, every reboot and every requeue is told exactly once, with its cause, by programs
// that poll at different times; and they tell the same.
func TestCourseIsToldAsItWas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		first, second := drawWatcher(t), drawWatcher(t)
		c.watch(first, s)
		c.watch(second, 8*s)
		for _, wa := range []*watcher{first, second} {
			got := account(wa.told)
			if diff := cmp.Diff(c.ends, got.ends); diff != "" {
				t.Errorf("ends (-truth +told):\n%s", diff)
			}
			if diff := cmp.Diff(c.news, got.news); diff != "" {
				t.Errorf("beginnings (-truth +told):\n%s", diff)
			}
			if diff := cmp.Diff(c.reboots, got.reboots); diff != "" {
				t.Errorf("reboots (-truth +told):\n%s", diff)
			}
			if diff := cmp.Diff(c.restart, got.restart); diff != "" {
				t.Errorf("requeues (-truth +told):\n%s", diff)
			}
			once(t, wa.told)
		}
		agree(t, first.told, second.told)
		agree(t, second.told, first.told)
	})
}

func once(t *rapid.T, events []flex.Event) {
	seen := map[string]flex.Event{}
	for _, e := range events {
		if old, ok := seen[e.ID]; ok {
			t.Errorf("told twice: %s\nand %s", short(old), short(e))
		}
		seen[e.ID] = e
	}
}

// about keeps the events of a node.
func about(events []flex.Event, node string) []flex.Event {
	return slices.DeleteFunc(slices.Clone(events), func(e flex.Event) bool { return e.Node != node })
}

// agree finds for each event of a program its like among those of another.
func agree(t *rapid.T, some, others []flex.Event) {
	for _, e := range some {
		if e.Type == flex.LeaseEnds && slices.ContainsFunc(others, func(o flex.Event) bool {
			return isEnd(o) && o.Machine == e.Machine && o.At.Sub(e.At) < 5*time.Minute
		}) {
			continue // the other knew already that the machine goes
		}
		if !slices.ContainsFunc(others, func(o flex.Event) bool { return flex.Same(e, o) }) {
			t.Errorf("only one program tells %s (%s); the other:\n%s", short(e), e.ID, strings.Join(shorts(about(others, e.Node)), "\n"))
		}
	}
}

// However the looks are split, and whatever is missing from them, no ID is told twice; and the same looks again tell
// nothing, nor do they change what is remembered.
func TestLooksAgainTellNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		wa := drawWatcher(t)
		c.watch(wa, s)
		var p program
		var told []flex.Event
		w := newWorld()
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "dice"), 0))
		for _, look := range wa.looks {
			for _, part := range split(dice, look) {
				told = append(told, p.lookAt(part, w)...)
			}
		}
		told = append(told, p.lookAt(wa.looks[len(wa.looks)-1], w)...)
		once(t, told)
		before := p.memory
		for _, look := range wa.looks {
			if again := p.lookAt(look, w); len(again) > 0 {
				t.Fatalf("at %s the same look tells %v", look.Now, shorts(again))
			}
		}
		if diff := cmp.Diff(before.Events, p.memory.Events); diff != "" {
			t.Errorf("looks of before change what is remembered:\n%s", diff)
		}
	})
}

func isEnd(e flex.Event) bool {
	switch e.Type {
	case flex.LeaseExpired, flex.MachineRepaired, flex.MachineDeleted, flex.NodePoweredDown:
		return true
	default:
		return false
	}
}

func count(events []flex.Event, is func(flex.Event) bool) int {
	n := 0
	for _, e := range events {
		if is(e) {
			n++
		}
	}
	return n
}

// split gives the parts of a look one after another, together, or not at all.
func split(dice *rand.Rand, look flex.Snapshot) []flex.Snapshot {
	if dice.IntN(10) > 0 {
		return []flex.Snapshot{look}
	}
	parts := []flex.Snapshot{look, look, look}
	parts[0].Nodes, parts[0].NodesAsOf = nil, time.Time{}
	parts[1].Pools = flex.Pools{}
	parts[2].Jobs, parts[2].JobsAsOf = nil, time.Time{}
	dice.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return parts[:dice.IntN(len(parts)+1)]
}

// A memory that was kept on disk for hours tells what happened meanwhile, each thing once, and floods nobody.
func TestMemoryOfHoursAgo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		wa := drawWatcher(t)
		c.watch(wa, s)
		cut := rapid.IntRange(1, len(wa.looks)-1).Draw(t, "cut")
		back := rapid.IntRange(cut, len(wa.looks)-1).Draw(t, "back")
		var p program
		w := newWorld()
		var told []flex.Event
		for i, look := range wa.looks {
			if i >= cut && i < back {
				continue
			}
			if i == back {
				text, err := json.Marshal(p.memory)
				if err != nil {
					t.Fatal(err)
				}
				p.memory = flex.Memory{}
				if err := json.Unmarshal(text, &p.memory); err != nil {
					t.Fatal(err)
				}
			}
			told = append(told, p.lookAt(look, w)...)
		}
		once(t, told)
		got := account(told)
		for id, cause := range got.ends {
			if _, ok := c.ends[id]; !ok && id != "" { // one that came and went has left its record only
				t.Errorf("machine %s is told to have ended (%s) and never was", id, cause)
			}
		}
		if n := count(told, isEnd); n > len(c.ends) {
			t.Errorf("%d machines are told to have ended, and %d did", n, len(c.ends))
		}
		if len(told) > len(wa.told)+4 {
			t.Errorf("%d events are told, and %d by one that was there all the time", len(told), len(wa.told))
		}
	})
}
