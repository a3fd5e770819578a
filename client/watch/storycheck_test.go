package watch_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"flexq/client/flex"
)

// checkLeases holds each end that was foretold against the moment at which the machine went. What Compute Engine tells
// is exact; an estimate must not be late. So many machines must have come to their end at least.
func (st *story) checkLeases(exact bool, least int) {
	t := st.t
	t.Helper()
	machines, expired, foretold := 0, 0, 0
	by := map[flex.Provenance]int{}
	margin := time.Duration(0)
	for _, m := range st.sim.Machines() {
		if m.Ends.IsZero() {
			if told := st.leases[m.ID]; len(told) > 0 {
				t.Errorf("machine %s of %s has no end, and is said to have %+v", m.ID, m.Node, told)
			}
			continue
		}
		machines++
		end := m.Ends
		if m.Cause == "expired" {
			expired++
			if end = m.Removed; !end.Equal(m.Ends) {
				t.Errorf("the simulation removes machine %s at %s, not at its end %s", m.ID, end, m.Ends)
			}
			if len(st.leases[m.ID]) > 0 {
				foretold++
			}
		}
		best := flex.Unknown
		for _, l := range st.leases[m.ID] {
			best = max(best, l.Provenance)
			switch {
			case l.Provenance == flex.Exact && !l.End.Equal(end):
				t.Errorf("machine %s of %s ends at %s, and is said to end exactly at %s", m.ID, m.Node, end, l.End)
			case l.End.After(end):
				t.Errorf("machine %s of %s ends at %s, and is estimated to end later, at %s: %+v", m.ID, m.Node, end, l.End, l)
			case end.Sub(l.End) > margin:
				margin = end.Sub(l.End)
			}
		}
		by[best]++
		if exact && best != flex.Exact && m.Removed.Sub(m.Runs) > time.Minute {
			t.Errorf("the end of machine %s of %s was never known exactly, but %s", m.ID, m.Node, best.Words())
		}
		if !exact && best == flex.Exact {
			t.Errorf("without Compute Engine the end of machine %s is said to be exact", m.ID)
		}
	}
	t.Logf("%d looks; %d machines with an end, known exactly of %d, estimated of %d, approximate of %d, unknown of %d; "+
		"%d expired, of which %d were foretold; estimates are early by %s at most",
		st.looks, machines, by[flex.Exact], by[flex.Estimate], by[flex.Approximate], by[flex.Unknown], expired, foretold, margin)
	if expired < least || foretold != expired {
		t.Errorf("of %d machines that expired, which should be %d at least, %d were foretold", expired, least, foretold)
	}
}

// checkEvents holds the events against what happened: each expiry, repair, requeue and replacement once, and nothing
// else of these kinds.
func (st *story) checkEvents() {
	t := st.t
	t.Helper()
	events, err := st.programs[0].Events(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	truth, told := st.truth(), told(events)
	for _, kind := range []string{"expired", "repair", "requeued", "replaced"} {
		hits, happened, said := 0, 0, 0
		for key, list := range told {
			if !strings.HasPrefix(key, kind+" ") {
				continue
			}
			said += len(list)
			if at, ok := truth[key]; !ok || len(list) > 1 {
				t.Errorf("told %d times, happened %t: %s, as %+v", len(list), ok, key, list)
			} else if off := list[0].At.Sub(at); off < -time.Second || off > storyGrid || off > time.Second && !list[0].Loose {
				t.Errorf("%s happened at %s, and is told for %s later: %+v", key, at, off, list[0])
			}
		}
		for _, key := range slices.Sorted(maps.Keys(truth)) {
			if !strings.HasPrefix(key, kind+" ") {
				continue
			}
			happened++
			if len(told[key]) == 0 {
				t.Errorf("happened at %s and is not told: %s", truth[key], key)
			} else {
				hits++
			}
		}
		precision, recall := float64(hits)/float64(said), float64(hits)/float64(happened)
		t.Logf("%-9s happened %3d, told %3d: precision %.3f, recall %.3f", kind, happened, said, precision, recall)
		if precision != 1 || recall != 1 {
			t.Errorf("%s: precision %v, recall %v", kind, precision, recall)
		}
	}
	if got, want := len(st.fresh), len(events); got != want {
		t.Errorf("%d events were fresh, and %d are in the stream", got, want)
	}
}

// truth is what happened of the kinds that count, and when.
func (st *story) truth() map[string]time.Time {
	out := map[string]time.Time{}
	for _, h := range st.sim.Truth() {
		var key string
		switch h.Kind {
		case "expired", "repair", "replaced":
			key = fmt.Sprint(h.Kind, " ", h.Node, " ", h.Machine)
		case "requeued":
			key = fmt.Sprint(h.Kind, " ", h.Job, " ", h.Restarts)
		default:
			continue
		}
		if _, ok := out[key]; ok {
			st.t.Errorf("the simulation tells twice that %s", key)
		}
		out[key] = h.At
	}
	return out
}

// told is what flexq says of the same kinds, by the same words.
func told(events []flex.Event) map[string][]flex.Event {
	out := map[string][]flex.Event{}
	for _, e := range events {
		var key string
		switch e.Type {
		case flex.LeaseExpired, flex.MachineRepaired, flex.MachineReplaced:
			key = fmt.Sprint(e.Type, " ", e.Node, " ", e.Machine)
		case flex.JobRequeued:
			key = strings.ReplaceAll(e.ID, ":", " ") // requeued:JOB:RESTARTS
		default:
			continue
		}
		out[key] = append(out[key], e)
	}
	return out
}
