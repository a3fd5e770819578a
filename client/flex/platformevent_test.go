package flex_test

import (
	"testing"

	"flexq/client/flex"
)

func TestPlatformRecords(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]step{
		"what only the platform tells": {
			{m, func(w *world) {
				w.job(7, "RUNNING", n(0))
				w.record(20*s, "VM_PROLOG_ERROR", "prolog failed on "+n(0)+": nvidia-smi")
				w.record(30*s, "VM_EPILOG_ERROR", n(0)+".c.project.internal: DCGM hung")
				w.record(40*s, "VM_CONTINUOUS_GPU_ERROR", "projects/1/zones/z/instances/"+n(1))
				w.record(50*s, "VM_SCAN_ERROR", "scan of instance 10000000000000000001 failed")
				w.record(55*s, "VM_NEW_THING", "something on hcsdemo-a3u-1x and hcsdemo-a3u")
				w.record(56*s, "VM_DELETION", "a machine has gone")
			}, []string{
				"20s prolog_error a3u-0/100: prolog failed on hcsdemo-a3u-0: nvidia-smi",
				"30s epilog_error a3u-0/100: hcsdemo-a3u-0.c.project.internal: DCGM hung",
				"40s gpu_error a3u-1/101: projects/1/zones/z/instances/hcsdemo-a3u-1",
				"50s scan_error: scan of instance 10000000000000000001 failed",
				"55s platform: VM_NEW_THING: something on hcsdemo-a3u-1x and hcsdemo-a3u",
				"56s deleted: a machine has gone",
			}},
		},
		"a record that names two nodes": {
			{m, func(w *world) { w.record(20*s, "VM_SCAN_ERROR", n(1)+", "+n(0)+", "+n(1)) }, []string{
				"20s scan_error a3u-1/101: hcsdemo-a3u-1, hcsdemo-a3u-0, hcsdemo-a3u-1",
				"20s scan_error a3u-0/100: hcsdemo-a3u-1, hcsdemo-a3u-0, hcsdemo-a3u-1",
			}},
		},
		"the same words at another moment are another event": {
			{m, func(w *world) { w.record(20*s, "VM_SCAN_ERROR", n(0)); w.record(20*s, "VM_SCAN_ERROR", n(0)) }, []string{"20s scan_error a3u-0/100: hcsdemo-a3u-0"}},
			{m, func(w *world) { w.record(80*s, "VM_SCAN_ERROR", n(0)) }, []string{"1m20s scan_error a3u-0/100: hcsdemo-a3u-0"}},
		},
		"a drain: the record first": {
			{m, func(w *world) { w.record(50*s, "VM_SLURM_DRAIN", n(0)+" drained") }, nil},
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "xid 79", 49*s) }, []string{"49s draining a3u-0/100: xid 79"}},
			{10 * m, nil, nil},
		},
		"a drain: Slurm first": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "xid 79", 49*s) }, []string{"49s draining a3u-0/100: xid 79"}},
			{m, func(w *world) { w.record(50*s, "VM_SLURM_DRAIN", n(0)+" drained") }, nil},
			{10 * m, nil, nil},
		},
		"two drains, two records": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "a", 49*s) }, []string{"49s draining a3u-0/100: a"}},
			{m, func(w *world) {
				w.reason(0, "b", 100*s)
				w.record(50*s, "VM_SLURM_DRAIN", n(0)+" drained")
				w.record(101*s, "VM_SLURM_DRAIN", n(0)+" drained")
				w.record(102*s, "VM_SLURM_DRAIN", n(0)+" drained again")
			}, []string{"1m40s draining a3u-0/100: b"}},
			{6 * m, nil, []string{"1m42s draining a3u-0/100: hcsdemo-a3u-0 drained again"}}, // lifted before it could be seen
		},
		"a drain that Slurm never shows": {
			{m, func(w *world) { w.record(50*s, "VM_SLURM_DRAIN", n(0)+" drained") }, nil},
			{4 * m, nil, nil},
			{m, nil, []string{"50s draining a3u-0/100: hcsdemo-a3u-0 drained"}},
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "late", 70*s) }, nil}, // it shows at last
		},
		"a power-down has the moment of its record": {
			{m, nil, nil},
			{m, func(w *world) { w.record(70*s, "VM_SLURM_POWER_DOWN", n(0)); w.state(0, "IDLE+POWERING_DOWN") }, []string{"~1m10s powering_down a3u-0/100"}},
			{m, func(w *world) { w.record(130*s, "VM_DELETION", n(0)); w.vanish(0); w.state(0, "IDLE+POWERED_DOWN") }, []string{
				"2m10s powered_down a3u-0/100: by Slurm, as no job needed it",
			}},
		},
		"a deletion decides between a power-down and the end of the lease": {
			{m, func(w *world) { w.ends(0, 3*m); w.ends(1, 3*m) }, []string{
				"~1m0s lease_ends a3u-0/100: in 2 min (exact)", "~1m0s lease_ends a3u-1/101: in 2 min (exact)",
			}},
			{3 * m, func(w *world) {
				w.record(170*s, "VM_SLURM_POWER_DOWN", n(0)+" "+n(1))
				w.record(175*s, "VM_DELETION", n(0))
				w.record(3*m+2*s, "VM_DELETION", n(1))
				w.vanish(0)
				w.vanish(1)
				w.state(0, "IDLE+POWERED_DOWN")
				w.state(1, "IDLE+POWERED_DOWN")
			}, []string{
				"2m55s powered_down a3u-0/100: by Slurm, as no job needed it", "3m2s expired a3u-1/101: at the end of its lease (exact)",
			}},
			{5 * m, nil, []string{
				"2m50s powering_down a3u-0: hcsdemo-a3u-0 hcsdemo-a3u-1", "2m50s powering_down a3u-1: hcsdemo-a3u-0 hcsdemo-a3u-1",
			}},
		},
		"a deletion at the very end of the lease, while Slurm powers down": {
			{m, func(w *world) { w.ends(0, 3*m) }, []string{"~1m0s lease_ends a3u-0/100: in 2 min (exact)"}},
			{m, func(w *world) { w.state(0, "IDLE+POWERING_DOWN"); w.record(100*s, "VM_SLURM_POWER_DOWN", n(0)) }, []string{"~1m40s powering_down a3u-0/100"}},
			{2 * m, func(w *world) { w.vanish(0); w.record(3*m+3*s, "VM_DELETION", n(0)) }, []string{"3m3s expired a3u-0/100: at the end of its lease (exact)"}},
		},
		"an older fault does not hide the newer": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "xid 79", 50*s) }, []string{"50s draining a3u-0/100: xid 79"}},
			{m, func(w *world) { w.record(40*s, "VM_SCAN_ERROR", n(0)); w.machine(0, "200", 100*s) }, []string{
				"40s scan_error a3u-0/100: hcsdemo-a3u-0", "~1m40s repair a3u-0/100: found faulty: xid 79",
				"1m40s replaced a3u-0/200: in place of one that was faulty",
			}},
		},
		"a repair: both records after the list": {
			{m, func(w *world) { w.job(7, "RUNNING", n(0)) }, nil},
			{m, func(w *world) { w.machine(0, "200", 110*s); w.record(70*s, "VM_CONTINUOUS_GPU_ERROR", n(0)) }, []string{
				"1m10s gpu_error a3u-0/100 [7]: hcsdemo-a3u-0", "~1m50s repair a3u-0/100 [7]: found faulty: GPU error",
				"1m50s replaced a3u-0/200: in place of one that was faulty",
			}},
			{m, func(w *world) {
				w.record(100*s, "VM_DELETION", n(0))
				w.record(101*s, "VM_REPORT_AND_REPLACEMENT", n(0))
			}, nil},
			{h, nil, nil},
		},
		"a repair: both records before the list": {
			{m, func(w *world) { w.record(50*s, "VM_DELETION", n(0)); w.record(51*s, "VM_REPORT_AND_REPLACEMENT", n(0)) }, nil},
			{m, func(w *world) { w.vanish(0) }, []string{"50s repair a3u-0/100: the platform replaces it"}},
			{h, nil, nil},
		},
		"a report, and the deletion long after": {
			{m, func(w *world) { w.record(50*s, "VM_REPORT_AND_REPLACEMENT", n(0)) }, nil},
			{6 * m, nil, []string{"50s repair a3u-0/100: hcsdemo-a3u-0"}},
			{20 * m, func(w *world) { w.vanish(0); w.record(26*m, "VM_DELETION", n(0)) }, nil},
			{m, func(w *world) { w.machine(0, "200", 27*m) }, []string{"27m0s replaced a3u-0/200: in place of one that was faulty"}},
			{h, nil, nil},
		},
		"a machine that came and went between two looks": {
			{m, nil, nil},
			{h, func(w *world) {
				w.record(10*m, "VM_DELETION", n(0))
				w.record(40*m, "VM_DELETION", n(0))
				w.machine(0, "202", 50*m)
			}, []string{
				"10m0s deleted a3u-0/100: 6d21h before the end of its lease, not known why", "40m0s deleted a3u-0: hcsdemo-a3u-0",
				"50m0s replaced a3u-0/202: in place of one that was taken away",
			}},
		},
		"a reboot: the record first, and last": {
			{m, func(w *world) { w.record(50*s, "VM_REBOOT", n(0)) }, nil},
			{2 * m, func(w *world) { w.boot(0, 2*m); w.boot(1, 2*m) }, []string{
				"~2m0s rebooted a3u-0/100: same machine, its lease goes on", "~2m0s rebooted a3u-1/101: same machine, its lease goes on",
			}},
			{m, func(w *world) { w.record(110*s, "VM_REBOOT", n(1)) }, nil},
			{h, nil, nil},
		},
		"a reboot that did not come": {
			{m, func(w *world) { w.record(50*s, "VM_REBOOT", n(0)) }, nil},
			{6 * m, nil, []string{"50s rebooted a3u-0/100: hcsdemo-a3u-0"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, steps)
		})
	}
}

// What the platform has recorded before the first look is history: told, and nothing that is seen later tells it again.
func TestRecordsBeforeTheFirstLook(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.at = h
	w.record(-50*h, "VM_SLURM_POWER_DOWN", n(1))
	w.record(-50*h+m, "VM_DELETION", n(1))
	w.record(-3*h, "VM_CONTINUOUS_GPU_ERROR", n(0))
	w.record(-3*h+m, "VM_SLURM_DRAIN", n(0))
	w.record(-3*h+5*m, "VM_DELETION", n(0))
	w.record(-3*h+6*m, "VM_REPORT_AND_REPLACEMENT", n(0))
	w.record(50*m, "VM_SLURM_DRAIN", n(1))
	w.state(1, "MIXED+DRAIN")
	w.reason(1, "look", 50*m)
	var p program
	compare(t, w, []string{
		"-50h0m0s powering_down a3u-1: hcsdemo-a3u-1", "-49h59m0s powered_down a3u-1: hcsdemo-a3u-1",
		"-3h0m0s gpu_error a3u-0: hcsdemo-a3u-0", "-2h59m0s draining a3u-0: hcsdemo-a3u-0", "-2h55m0s repair a3u-0: hcsdemo-a3u-0",
		"50m0s draining a3u-1/101: hcsdemo-a3u-1",
	}, p.look(w))
	for range 20 {
		w.at += m
		compare(t, w, nil, p.look(w))
	}
}

// The platform lists the newest hundred records at each look, and an answer may lack them.
func TestRecordsAreToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld()
	var p program
	p.look(w)
	seen := map[string]bool{}
	for i := range 500 {
		w.at += m
		w.record(w.at, "VM_SCAN_ERROR", n(i%2))
		w.pools.Events = w.pools.Events[max(0, len(w.pools.Events)-100):]
		snap := w.snapshot()
		if i%7 == 0 {
			snap.Pools.Events = nil
		}
		for _, e := range p.lookAt(snap, w) {
			if seen[e.ID] || e.Type != flex.ScanError {
				t.Fatalf("%s is told again", short(e))
			}
			seen[e.ID] = true
		}
	}
	if len(seen) != 500 {
		t.Errorf("%d records are told of 500", len(seen))
	}
	if n := len(p.memory.Events.Taken); n > 300 {
		t.Errorf("%d records are remembered", n)
	}
}
