package flex_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
)

// anyLook is a look at a node of which nothing fits together.
func anyLook(t *rapid.T, at time.Duration) look {
	when := func(name string) time.Duration {
		return rapid.SampledFrom([]time.Duration{
			0, time.Hour, time.Hour + 90*time.Second, time.Hour + 7*time.Minute, 30 * time.Hour, 31 * time.Hour, 80 * time.Hour,
			at, at - time.Minute, at - 20*time.Minute, at - 3*time.Hour, at - 9*day, at + 2*time.Hour, at + 6*day,
		}).Draw(t, name)
	}
	pools := []flex.Pool{
		{},
		flexPool(0), flexPool(day), flexPool(7 * day), describedPool(2 * day), describedPool(7 * day),
		{ID: "a3u", Model: flex.OnDemand},
		{ID: "a3u", Partitions: []string{"a3u"}, FromPartition: true},
	}
	l := look{
		at: at, state: rapid.SampledFrom([]string{
			"IDLE", "IDLE", "IDLE", "ALLOCATED", "DOWN+NOT_RESPONDING", "IDLE+CLOUD+POWERED_DOWN", "IDLE+CLOUD+POWERING_UP", "FUTURE",
		}).Draw(t, "state"),
		absent: rapid.IntRange(0, 9).Draw(t, "absent") == 0, boot: when("boot"),
		pool: rapid.SampledFrom(pools).Draw(t, "pool"),
	}
	if rapid.Bool().Draw(t, "machine") {
		l.id = rapid.SampledFrom([]string{"", "", "7", "8", "9"}).Draw(t, "id")
		l.created = when("created")
		if rapid.IntRange(0, 3).Draw(t, "compute") == 0 {
			l.ends, l.status = when("ends"), rapid.SampledFrom([]string{"RUNNING", "TERMINATED"}).Draw(t, "status")
			l.maxRun = rapid.SampledFrom([]time.Duration{0, time.Hour, 3 * day}).Draw(t, "maxRun")
		}
	}
	if rapid.IntRange(0, 4).Draw(t, "reserved") == 0 {
		l.planned = when("planned")
	}
	return l
}

// Whatever the sources show: a lease lengthens only by an exact end or with a new machine, to remember is to remember
// once, and neither memory nor outlook depends on anything but what they are given.
func TestLeaseNeverLengthens(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var mem flex.Memory
		var last flex.Lease // the last that was known
		at := 2 * time.Hour
		var machine flex.NodeMemory
		for range rapid.IntRange(1, 12).Draw(t, "looks") {
			at += rapid.SampledFrom([]time.Duration{time.Minute, 10 * time.Minute, 2 * time.Hour, day, 8 * day}).Draw(t, "later")
			snap := anyLook(t, at).snapshot()
			kept := maps.Clone(mem.Nodes)
			before := flex.NewOutlook(mem, snap, flex.Settings{})
			next := flex.Remember(mem, snap)
			if diff := cmp.Diff(kept, mem.Nodes); diff != "" {
				t.Fatalf("the memory was changed: %s", diff)
			}
			if diff := cmp.Diff(next.Nodes, flex.Remember(next, snap).Nodes); diff != "" {
				t.Fatalf("at %v a second look at the same changes the memory: %s", at, diff)
			}
			after := flex.NewOutlook(next, snap, flex.Settings{})
			if diff := cmp.Diff(before.Ends(), after.Ends()); diff != "" {
				t.Fatalf("at %v remembering changes the outlook: %s", at, diff)
			}
			mem = next
			l := after.Lease(theNode)
			if diff := cmp.Diff(before.Lease(theNode), l); diff != "" {
				t.Fatalf("at %v remembering changes the lease: %s", at, diff)
			}
			if l.IsKnown() == l.End.IsZero() || l.Provenance == flex.Unknown && l.Why == "" {
				t.Fatalf("at %v: %+v", at, l)
			}
			if l.IsKnown() && l.Provenance != flex.Exact && snap.Nodes[0].State.IsUp() && !l.End.After(snap.Now) {
				t.Fatalf("at %v a living node has an estimate that is past: %s", at, tell(l))
			}
			now := mem.Nodes[theNode]
			if now.Machine != machine.Machine || now.First.After(machine.First) { // boots that go back can name two alike
				last = flex.Lease{}
			}
			machine = now
			if !l.IsKnown() {
				continue
			}
			if last.IsKnown() && l.Provenance != flex.Exact && l.End.After(last.End) {
				t.Fatalf("at %v the lease of machine %s grew: %s, before %s", at, machine.Machine, tell(l), tell(last))
			}
			last = l
		}
	})
}

// A boot that goes back to the machine's first tells of no other machine, whose lease would then be longer.
func TestBootThatGoesBackLengthensNoLease(t *testing.T) {
	t.Parallel()
	var mem flex.Memory
	var leases []string
	for _, l := range []look{
		{at: 2*h + m, boot: h + 7*m},
		{at: 2*h + 2*m, boot: 2*h + 2*m, planned: 30 * h},
		{at: 26 * h, absent: true},
		{at: 50 * h, boot: h + 7*m},
	} {
		snap := l.snapshot()
		mem = flex.Remember(mem, snap)
		leases = append(leases, tell(flex.NewOutlook(mem, snap, flex.Settings{}).Lease(theNode)))
	}
	if diff := cmp.Diff([]string{
		"≈, boot, 1h7m0s to 168h52m0s", "≈ after reboot, reservation, 1h7m0s to 29h45m0s", "unknown: Slurm does not list the node",
		"unknown: the node has outlived its estimated end",
	}, leases); diff != "" {
		t.Error(diff)
	}
}
