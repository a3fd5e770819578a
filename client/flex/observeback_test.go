package flex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
)

// A machine that was taken for gone, as its zone could not be reached, and is listed again lives on: the end of its lease
// is foretold, and its real end is told.
func TestMachineThatComesBackLivesOn(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.ends(0, theEnd)
	w.ends(1, theEnd)
	var p program
	p.look(w)
	w.at += m
	w.vanish(0)
	w.state(0, "IDLE+NOT_RESPONDING")
	got := shorts(p.look(w))
	for range 20 {
		w.at += m
		w.machine(0, "100", -2*h)
		w.ends(0, theEnd)
		w.state(0, "IDLE")
		got = append(got, shorts(about(p.look(w), n(0)))...)
	}
	w.at = theEnd - 30*m
	warned := shorts(about(p.look(w), n(0)))
	if diff := cmp.Diff([]string{"165h0m0s lease_ends a3u-0/100: in 1h00m (exact)"}, warned); diff != "" {
		t.Error(diff)
	}
	w.at += 10 * m
	w.vanish(0)
	w.state(0, "DOWN")
	events := p.look(w)
	got = append(got, shorts(about(events, n(0)))...)
	want := []string{
		"~1m0s not_responding a3u-0/100", "~1m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why",
		"~2m0s up a3u-0: it answers again",
	}
	if diff := cmp.Diff(want, got[:min(len(want), len(got))]); diff != "" {
		t.Error(diff)
	}
	first := "end:" + n(0) + ":100"
	ends := 0
	for _, e := range events {
		if isEnd(e) && e.Node == n(0) {
			ends++
			if e.ID == first || e.Machine != "100" {
				t.Errorf("%s has the ID %s, which the stream has", short(e), e.ID)
			}
		}
	}
	if ends != 1 {
		t.Errorf("its real end is told %d times: %v", ends, got)
	}
}

// A list that shows a machine again for some minutes after its end lags behind: its end is told once.
func TestListThatLagsTellsNoSecondEnd(t *testing.T) {
	t.Parallel()
	w := newWorld()
	var p program
	p.look(w)
	ends := 0
	for i := range 8 {
		w.at += m
		w.state(0, "DOWN")
		if i%3 == 2 {
			w.machine(0, "100", -2*h)
		} else {
			w.vanish(0)
		}
		ends += count(p.look(w), func(e flex.Event) bool { return isEnd(e) && e.Node == n(0) })
	}
	if ends != 1 {
		t.Errorf("the end is told %d times", ends)
	}
}

// What grows with each look that lacks something is bounded: restarts between two looks, and boots that wait for a look at
// the machines.
func TestBurstsAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.job(7, "RUNNING", n(0))
	var p program
	p.look(w)
	w.at += m
	w.job(7, "RUNNING", n(0), restarted(200, w.at))
	if got := count(p.look(w), func(e flex.Event) bool { return e.Type == flex.JobRequeued }); got != 5 {
		t.Errorf("%d restarts are told", got)
	}
	for range 50 {
		w.at += 10 * m
		w.boot(0, w.at)
		snap := w.snapshot()
		snap.Pools = flex.Pools{}
		p.lookAt(snap, w)
	}
	if kept := len(p.memory.Events.Marks[n(0)].Boots); kept != 8 {
		t.Errorf("%d boots wait", kept)
	}
	if got := count(p.look(w), func(e flex.Event) bool { return e.Type == flex.NodeRebooted }); got == 0 || got > 8 {
		t.Errorf("%d reboots are told", got)
	}
}
