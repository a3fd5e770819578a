package sim_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sim"
)

// TestTruthByStepsAndAtOnce checks that the way in which the clock is moved, and looking on, change nothing.
func TestTruthByStepsAndAtOnce(t *testing.T) {
	t.Parallel()
	const days = 14 * 24 * time.Hour
	once, steps := serve(t, sim.Config{Profile: sim.Lease, Seed: 11}), serve(t, sim.Config{Profile: sim.Lease, Seed: 11})
	end := once.Now().Add(days)
	once.Advance(days)
	var got []sim.Happening
	for steps.Now().Before(end) {
		if next := steps.NextChange(); next.Before(steps.Now()) {
			t.Fatalf("the next change was at %s", next)
		}
		got = append(got, steps.AdvanceToChange(end.Sub(steps.Now()))...)
	}
	if d := cmp.Diff(once.Truth(), got); d != "" {
		t.Errorf("(-at once +by steps)\n%.2000s", d)
	}
	if d := cmp.Diff(once.Machines(), steps.Machines()); d != "" {
		t.Errorf("(-at once +by steps)\n%.2000s", d)
	}
	if n := len(got); n < 1000 {
		t.Errorf("%d things happened", n)
	}
}

// TestEndsAreToldAsTheyCome checks over days that the end which Compute Engine gives for a machine is the second at
// which it goes.
func TestEndsAreToldAsTheyCome(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Profile: sim.Lease, Seed: 4})
	end := s.Now().Add(9 * 24 * time.Hour)
	ends := map[string]time.Time{}
	expired := 0
	for s.Now().Before(end) {
		for _, x := range s.instances("filter", "name:lease-*") {
			if x.Status2.Scheduling.End == "" {
				continue
			}
			when := at(t, x.Status2.Scheduling.End)
			if before, known := ends[x.ID]; known && !before.Equal(when) {
				t.Errorf("%s ends at %s, then at %s", x.Name, before, when)
			}
			ends[x.ID] = when
		}
		for _, h := range s.AdvanceToChange(10 * time.Minute) {
			if h.Kind != "expired" {
				continue
			}
			expired++
			if !ends[h.Machine].Equal(h.At) {
				t.Errorf("%s goes at %s, was to end at %s", h.Node, h.At, ends[h.Machine])
			}
		}
	}
	if expired < 5 {
		t.Errorf("%d machines expired", expired)
	}
}
