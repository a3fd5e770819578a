package flex_test

import (
	"testing"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// While Compute Engine fails, what it said last stands in the list of machines and proves nothing; where it alone
// knows machines, nothing is gone before it says so.
func TestComputeFails(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.ends(0, 100*h)
	w.ends(1, 100*h)
	compute := flex.Instance{Node: n(2), ID: "202", Created: since(-h), FromCompute: true, Status: "RUNNING"}
	w.pools.Instances[n(2)] = compute
	w.add(2)
	var p program
	p.look(w)

	failing := []flex.SourceState{{Name: flex.SourceNameCompute, Note: "unavailable; its last answer is kept"}}
	w.at, w.pools.Sources = m, failing
	stale := w.pools.Instances[n(0)]
	stale.State = "" // the resource does not list it any more
	w.vanish(2)
	w.pools.Instances[n(0)] = stale
	w.state(0, "DOWN")
	w.reason(0, "Not responding", m)
	compare(t, w, []string{
		"1m0s down a3u-0/100: Not responding", "~1m0s deleted a3u-0/100: 4d03h before the end of its lease, not known why",
	}, p.look(w))

	for range 3 {
		w.at += m
		compare(t, w, nil, p.look(w)) // 202 may be there still
	}
	w.at += m
	w.state(2, "DOWN")
	w.reason(2, "Not responding", w.at)
	w.pools.Sources = []flex.SourceState{{Name: flex.SourceNameCompute}}
	w.vanish(0)
	compare(t, w, []string{
		"5m0s down a3u-2/202: Not responding", "~5m0s deleted a3u-2/202: 6d22h before the end of its lease, not known why",
	}, p.look(w))
}

// When no source lists machines any more, Slurm's states tell; when one does again, nothing is told twice.
func TestSourcesComeAndGo(t *testing.T) {
	t.Parallel()
	w := newWorld()
	var p program
	p.look(w)
	w.at, w.plain = m, true
	compare(t, w, nil, p.look(w))
	w.at = 2 * m
	w.state(0, "IDLE+POWERING_DOWN")
	p.look(w)
	w.at = 3 * m
	w.state(0, "IDLE+POWERED_DOWN")
	w.nodes[n(0)].Boot = 0
	compare(t, w, []string{"~3m0s powered_down a3u-0/100: by Slurm, as no job needed it"}, p.look(w))
	w.at, w.plain = 4*m, false
	w.vanish(0)
	w.pools.Instances[n(1)] = flex.Instance{Node: n(1), PoolID: "a3u", State: "RUNNING", ID: "101", Created: since(-2 * h)}
	compare(t, w, nil, p.look(w))
	w.at = 5 * m
	compare(t, w, nil, p.look(w))
}

// A lease that was counted down by Slurm's boots is not told anew when a list of machines names the machine.
func TestCountdownOutlivesItsSource(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.plain = true
	look := func(p *program) []flex.Event {
		snap := w.snapshot()
		snap.Pools.Pools = []flex.Pool{{ID: "a3u", Model: flex.FlexStart, MaxDuration: day, Partitions: []string{"a3u"}, FromConfig: true}}
		if !w.plain {
			snap.Pools.Instances = w.pools.Instances
			snap.Pools.Sources = []flex.SourceState{{Name: flex.SourceNameCompute}}
		}
		return p.lookAt(snap, w)
	}
	var p program
	w.at = 20*h + 50*m
	compare(t, w, []string{"~20h50m0s lease_ends a3u-0: in 59 min (≈)", "~20h50m0s lease_ends a3u-1: in 59 min (≈)"}, noMachine(look(&p)))
	w.at, w.plain = 21*h, false
	for i := range 2 {
		w.ends(i, 22*h)
	}
	compare(t, w, nil, look(&p))
	w.at = 21*h + 46*m
	compare(t, w, []string{"21h45m0s lease_ends a3u-0/100: in 15 min (exact)", "21h45m0s lease_ends a3u-1/101: in 15 min (exact)"}, look(&p))
}

// Parts that are missing, empty or old tell nothing and forget nothing.
func TestMissingParts(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.job(7, "RUNNING", n(0))
	var p program
	p.look(w)
	for i, change := range []func(snap *flex.Snapshot){
		func(snap *flex.Snapshot) { snap.Nodes = nil },
		func(snap *flex.Snapshot) { snap.Nodes, snap.NodesAsOf = nil, since(0).AddDate(-9, 0, 0) },
		func(snap *flex.Snapshot) { *snap = flex.Snapshot{Now: snap.Now} },
		func(snap *flex.Snapshot) { snap.Pools = flex.Pools{} },
		func(snap *flex.Snapshot) { snap.Jobs, snap.JobsAsOf = nil, since(-m) },
		func(snap *flex.Snapshot) { snap.Pools.Instances, snap.Pools.AsOf = nil, since(-m) },
	} {
		w.at += m
		snap := w.snapshot()
		change(&snap)
		if got := p.lookAt(snap, w); len(got) > 0 {
			t.Errorf("look %d tells %v", i, shorts(got))
		}
		w.at += m
		compare(t, w, nil, p.look(w))
	}
	old := w.snapshot()
	old.Nodes = append([]slurm.Node(nil), old.Nodes...)
	old.Nodes[0].State = slurm.ParseNodeState("IDLE+POWERED_DOWN")
	old.NodesAsOf = since(s)
	p.lookAt(old, w)
	if p.memory.Nodes[n(0)].Gone {
		t.Error("an old list of nodes changes what is known of a machine")
	}
	w.at += m
	w.job(7, "PENDING", "", restarted(1, w.at))
	compare(t, w, []string{"13m0s requeued [7]: restart 1"}, p.look(w))
}

// A boot is judged by machines that were listed after it.
func TestBootWaitsForTheMachines(t *testing.T) {
	t.Parallel()
	w := newWorld()
	var p program
	p.look(w)
	w.at = h
	old := w.pools
	old.AsOf = since(0)
	w.boot(0, 55*m)
	w.boot(1, 56*m)
	w.machine(0, "200", 50*m)
	snap := w.snapshot()
	snap.Pools = old
	compare(t, w, nil, p.lookAt(snap, w))
	w.at += m
	compare(t, w, []string{
		"~50m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why", "50m0s replaced a3u-0/200: in place of one that was taken away",
		"~56m0s rebooted a3u-1/101: same machine, its lease goes on",
	}, p.look(w))
}

// Where no creation is told, ids tell a reboot from another machine.
func TestBootsOfMachinesWithoutCreation(t *testing.T) {
	t.Parallel()
	w := newWorld()
	list := func(ids ...string) {
		w.pools.Instances = map[string]flex.Instance{}
		for i, id := range ids {
			w.pools.Instances[n(i)] = flex.Instance{Node: n(i), PoolID: "a3u", State: "RUNNING", ID: id}
		}
	}
	list("100", "101")
	var p program
	p.look(w)
	w.at = m
	p.look(w)
	w.at = h
	w.boot(0, 55*m)
	w.boot(1, 55*m)
	list("200", "101")
	if got := p.look(w); count(got, isReboot) > 0 {
		t.Errorf("it is not known which machine booted before, and %v is told", shorts(got))
	}
	w.at = 2 * h
	w.boot(0, 2*h-m)
	w.boot(1, 2*h-m)
	list("300", "101")
	for _, e := range p.look(w) {
		if isReboot(e) != (e.Node == n(1)) {
			t.Errorf("of a new machine at %s and a reboot at %s %s is told", n(0), n(1), short(e))
		}
	}
}

func isReboot(e flex.Event) bool { return e.Type == flex.NodeRebooted }
