package flex_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// theEnd is when the leases of the world's machines are over, as estimated.
const theEnd = 7*day - 2*h

func TestMachines(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]step{
		"taken away at the exact end, under a job": {
			{m, func(w *world) { w.ends(0, 3*h+90*s); w.job(7, "RUNNING", n(0)) }, nil},
			{3 * h, nil, []string{"2h46m30s lease_ends a3u-0/100 [7]: in 15 min (exact)"}},
			{m, func(w *world) { w.vanish(0); w.state(0, "DOWN"); w.reason(0, "Not responding", 3*h+100*s) }, []string{
				"3h1m30s expired a3u-0/100 [7]: at the end of its lease (exact)", "3h1m40s down a3u-0/100 [7]: Not responding",
			}},
			{h, func(w *world) { w.machine(0, "200", 3*h+50*m) }, []string{"3h50m0s replaced a3u-0/200: in place of one whose lease was over"}},
		},
		"taken away at the exact end, and replaced before the next look": {
			{m, func(w *world) { w.ends(0, 10*h) }, nil},
			{11 * h, func(w *world) { w.machine(0, "200", 10*h+10*m) }, []string{
				"10h0m0s expired a3u-0/100: at the end of its lease (exact)", "10h10m0s replaced a3u-0/200: in place of one whose lease was over",
			}},
		},
		"replaced before its end could come": {
			{m, func(w *world) { w.ends(0, 10*h) }, nil},
			{11 * h, func(w *world) { w.machine(0, "200", 8*h) }, []string{
				"~8h0m0s deleted a3u-0/100: 2h00m before the end of its lease, not known why", "8h0m0s replaced a3u-0/200: in place of one that was taken away",
			}},
		},
		"an estimate may be outlived by some minutes": {
			{theEnd - 10*m, nil, []string{
				"165h45m0s lease_ends a3u-0/100: in 15 min (estimate)", "165h45m0s lease_ends a3u-1/101: in 15 min (estimate)",
			}},
			{14 * m, nil, nil},
			{m, func(w *world) { w.vanish(0) }, []string{"~166h5m0s expired a3u-0/100: at the end of its lease (estimate)"}},
			{20 * m, func(w *world) { w.vanish(1) }, []string{"~166h25m0s expired a3u-1/101: at the end of its lease (estimate)"}},
		},
		"an estimate that is long past explains nothing": {
			{theEnd, nil, nil},
			{h, nil, nil},
			{m, func(w *world) { w.vanish(0) }, []string{"~167h1m0s deleted a3u-0/100: not known why"}},
		},
		"drained for a fault, and replaced": {
			{m, func(w *world) { w.state(0, "ALLOCATED+DRAIN"); w.reason(0, "xid 79", 30*s); w.job(7, "RUNNING", n(0)) }, []string{
				"30s draining a3u-0/100: xid 79",
			}},
			{5 * m, func(w *world) { w.machine(0, "200", 5*m) }, []string{
				"~5m0s repair a3u-0/100 [7]: found faulty: xid 79", "5m0s replaced a3u-0/200: in place of one that was faulty",
			}},
		},
		"drained for a fault, but its lease was over": {
			{m, func(w *world) { w.state(0, "IDLE+DRAIN"); w.reason(0, "xid 79", 30*s); w.ends(0, 4*m) }, []string{
				"30s draining a3u-0/100: xid 79", "~1m0s drained a3u-0/100: xid 79", "~1m0s lease_ends a3u-0/100: in 3 min (exact)",
			}},
			{5 * m, func(w *world) { w.vanish(0) }, []string{"4m0s expired a3u-0/100: at the end of its lease (exact)"}},
		},
		"drained to be rebooted, and deleted": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN+REBOOT_REQUESTED"); w.reason(0, "kernel", 30*s) }, []string{"30s draining a3u-0/100: kernel"}},
			{5 * m, func(w *world) { w.vanish(0) }, nil}, // for Slurm it lives: one list is not believed
			{m, nil, []string{"~6m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why"}},
		},
		"one list lacks it": {
			{m, func(w *world) { w.vanish(0) }, nil},
			{m, func(w *world) { w.machine(0, "100", -2*h) }, nil},
			{m, func(w *world) { w.vanish(0); w.record(150*s, "VM_DELETION", n(0)) }, []string{
				"2m30s deleted a3u-0/100: 6d21h before the end of its lease, not known why",
			}},
		},
		"resumed, and deleted": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "look", 30*s) }, []string{"30s draining a3u-0/100: look"}},
			{m, func(w *world) { w.state(0, "MIXED"); w.clean(0) }, []string{"~2m0s resumed a3u-0/100"}},
			{m, func(w *world) { w.vanish(0) }, nil},
			{m, nil, []string{"~3m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why"}},
		},
		"down for long, and replaced": {
			{m, func(w *world) { w.state(0, "DOWN"); w.reason(0, "Not responding", 30*s) }, []string{"30s down a3u-0/100: Not responding"}},
			{9 * m, nil, nil},
			{m, func(w *world) { w.vanish(0) }, []string{"~11m0s repair a3u-0/100: its node was down"}},
		},
		"down because its machine has gone": {
			{m, nil, nil},
			{10 * m, func(w *world) { w.vanish(0); w.state(0, "DOWN"); w.reason(0, "Not responding", 6*m) }, []string{
				"6m0s down a3u-0/100: Not responding", "~11m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why",
			}},
		},
		"powered down by Slurm shortly before its end": {
			{m, func(w *world) { w.state(0, "IDLE+POWERING_DOWN"); w.ends(0, 5*m) }, []string{
				"~1m0s powering_down a3u-0/100",
			}},
			{m, func(w *world) { w.vanish(0) }, []string{"~2m0s powered_down a3u-0/100: by Slurm, as no job needed it"}},
		},
		"powered down by Slurm as its lease was over": {
			{m, func(w *world) { w.ends(0, 90*s) }, []string{"~1m0s lease_ends a3u-0/100: in 1 min (exact)"}},
			{m, func(w *world) { w.state(0, "IDLE+POWERING_DOWN"); w.vanish(0) }, []string{
				"1m30s expired a3u-0/100: at the end of its lease (exact)", "~2m0s powering_down a3u-0/100",
			}},
		},
		"several power cycles between two looks": {
			{h, func(w *world) { w.state(0, "IDLE+POWERED_DOWN"); w.vanish(0) }, []string{"~1h0m0s powered_down a3u-0/100: by Slurm, as no job needed it"}},
			{9 * h, func(w *world) { w.state(0, "IDLE+CLOUD"); w.boot(0, 9*h); w.machine(0, "202", 9*h-3*m) }, []string{
				"8h57m0s machine_created a3u-0/202", "~9h0m0s ready a3u-0",
			}},
			{9 * h, func(w *world) { w.boot(0, 18*h); w.machine(0, "204", 18*h-3*m) }, []string{
				"~17h57m0s deleted a3u-0/202: 6d15h before the end of its lease, not known why", "17h57m0s replaced a3u-0/204: in place of one that was taken away",
			}},
		},
		"rebooted": {
			{h, func(w *world) { w.boot(0, 55*m) }, []string{"~55m0s rebooted a3u-0/100: same machine, its lease goes on"}},
			{m, func(w *world) { w.boot(0, 55*m+40*s) }, nil}, // slurmctld counts anew
			{h, func(w *world) { w.boot(0, 2*h) }, []string{"~2h0m0s rebooted a3u-0/100: same machine, its lease goes on"}},
		},
		"another machine is no reboot": {
			{h, func(w *world) { w.boot(0, 55*m); w.machine(0, "200", 50*m) }, []string{
				"~50m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why", "50m0s replaced a3u-0/200: in place of one that was taken away",
			}},
		},
		"a machine without an id is known by its creation": {
			{m, func(w *world) { w.add(2); w.machine(2, "", 30*s) }, []string{"30s machine_created a3u-2/c1795996830", "~1m0s node_appeared a3u-2"}},
			{m, func(w *world) { w.machine(2, "202", 30*s) }, nil},
			{m, func(w *world) { w.machine(2, "", 30*s) }, nil},
			{m, func(w *world) { w.machine(2, "", 210*s) }, []string{
				"~3m30s deleted a3u-2/202: 6d23h before the end of its lease, not known why", "3m30s replaced a3u-2/c1795997010: in place of one that was taken away",
			}},
		},
		"a login node": {
			{m, func(w *world) {
				w.vanish(9)
				w.pools.Instances["hcsdemo-login-001"] = flex.Instance{Node: "hcsdemo-login-001", PoolID: "login", Login: true, State: "RUNNING", ID: "300", Created: since(30 * s)}
			}, []string{"30s machine_created login-001/300"}},
			{m, func(w *world) {
				w.pools.Instances = cloneOf(w.pools.Instances)
				delete(w.pools.Instances, "hcsdemo-login-001")
			}, []string{
				"~2m0s deleted login-001/300: not known why",
			}},
		},
		"Compute Engine keeps a machine that it has stopped": {
			{m, func(w *world) { w.ends(0, 3*h) }, nil},
			{3 * h, func(w *world) {
				in := w.pools.Instances[n(0)]
				w.vanish(0)
				in.Status, in.Ends = "TERMINATED", time.Time{}
				w.pools.Instances[n(0)] = in
			}, []string{"3h0m0s expired a3u-0/100: at the end of its lease (exact)"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, steps)
		})
	}
}

// On a plain Slurm the power states and boots of the nodes tell, and the leases that the config file describes.
func TestPlainMachines(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]step{
		"powered down and up": {
			{m, func(w *world) { w.state(0, "IDLE+CLOUD+POWERING_DOWN") }, []string{"~1m0s powering_down a3u-0"}},
			{m, func(w *world) { w.state(0, "IDLE+CLOUD+POWERED_DOWN"); w.nodes[n(0)].Boot = 0 }, []string{"~2m0s powered_down a3u-0: by Slurm, as no job needed it"}},
			{m, func(w *world) { w.state(0, "MIXED+CLOUD+POWERING_UP") }, []string{"~3m0s powering_up a3u-0"}},
			{m, func(w *world) { w.state(0, "MIXED+CLOUD"); w.boot(0, 230*s) }, []string{"~3m50s ready a3u-0", "3m50s machine_created a3u-0"}},
		},
		"rebooted": {
			{h, func(w *world) { w.boot(0, 55*m) }, []string{"~55m0s rebooted a3u-0"}},
		},
		"killed and back": {
			{m, func(w *world) { w.state(0, "DOWN"); w.reason(0, "Not responding", 30*s) }, []string{"30s down a3u-0: Not responding"}},
			{m, func(w *world) { w.state(0, "IDLE"); w.clean(0); w.boot(0, 110*s) }, []string{"~1m50s rebooted a3u-0", "~2m0s up a3u-0"}},
		},
		"drained, and off": {
			{m, func(w *world) { w.job(7, "RUNNING", n(0)); w.state(0, "MIXED+DRAIN"); w.reason(0, "fan", 30*s) }, []string{"30s draining a3u-0: fan"}},
			{m, func(w *world) { w.state(0, "IDLE+POWERED_DOWN"); w.nodes[n(0)].Boot = 0 }, nil}, // perhaps its lease was over
		},
		"lost, no one knows why": {
			{m, func(w *world) { w.job(7, "RUNNING", n(0)); w.state(0, "ALLOCATED") }, nil},
			{m, func(w *world) { w.state(0, "IDLE+POWERED_DOWN"); w.nodes[n(0)].Boot = 0 }, nil},
			{m, func(w *world) { w.state(0, "IDLE"); w.boot(0, 150*s) }, []string{
				"~2m30s ready a3u-0", "2m30s replaced a3u-0: in place of one that was taken away",
			}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plain := append([]step(nil), steps...)
			w := newWorld()
			w.plain = true
			var p program
			p.look(w)
			for _, st := range plain {
				w.at += st.after
				st.do(w)
				got := p.look(w)
				for i := range got {
					got[i].Machine = "" // made of a boot
				}
				compare(t, w, st.want, got)
			}
		})
	}
}

// The config file gives a plain Slurm leases.
func TestConfiguredMachineExpires(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.plain = true
	look := func(p *program) []flex.Event {
		snap := w.snapshot()
		snap.Pools.Pools = []flex.Pool{{ID: "a3u", Model: flex.FlexStart, MaxDuration: day, Partitions: []string{"a3u"}, FromConfig: true}}
		return p.lookAt(snap, w)
	}
	var p program
	w.at = 20 * h
	look(&p)
	w.at = 21*h + 30*m
	compare(t, w, []string{"20h49m0s lease_ends a3u-0: in 1h00m (≈)", "20h49m0s lease_ends a3u-1: in 1h00m (≈)"}, noMachine(look(&p)))
	w.at = 22 * h
	w.state(0, "IDLE+POWERED_DOWN")
	w.nodes[n(0)].Boot = slurm.Time(0)
	compare(t, w, []string{"~22h0m0s expired a3u-0: at the end of its lease (≈)"}, noMachine(look(&p)))
}

func noMachine(events []flex.Event) []flex.Event {
	for i := range events {
		events[i].Machine = ""
	}
	return events
}
