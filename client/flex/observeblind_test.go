package flex_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// blind is a look while Slurm does not answer.
func blind(w *world) flex.Snapshot {
	snap := w.snapshot()
	snap.Nodes, snap.Jobs = nil, nil
	snap.NodesAsOf, snap.JobsAsOf = time.Time{}, time.Time{}
	return snap
}

// Records of a first look at which Slurm does not answer are of the nodes that they name all the same, and tell the same.
func TestRecordsWithoutSlurm(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.pools.Pools = append(w.pools.Pools, flex.Pool{ID: "b-x", Model: flex.OnDemand})
	w.record(-3*h, "VM_SLURM_POWER_DOWN", "VM hcsdemo-b-x-7 is powered down by Slurm")
	w.record(-3*h+m, "VM_DELETION", "VM hcsdemo-b-x-7 deleted: powered down by Slurm")
	w.record(-2*h, "VM_SCAN_ERROR", "VM hcsdemo-nopool-7 of other-a3u-1")
	w.record(-h, "VM_DRAIN_NEW", "node hcsdemo-a3u-9.europe-west4-b.c.p.internal")
	want := []string{
		"-3h0m0s powering_down b-x-7: VM hcsdemo-b-x-7 is powered down by Slurm",
		"-2h59m0s powered_down b-x-7: VM hcsdemo-b-x-7 deleted: powered down by Slurm",
		"-2h0m0s scan_error: VM hcsdemo-nopool-7 of other-a3u-1",
		"-1h0m0s platform a3u-9: VM_DRAIN_NEW: node hcsdemo-a3u-9.europe-west4-b.c.p.internal",
	}
	var p program
	compare(t, w, want, p.lookAt(blind(w), w))
	compare(t, w, nil, p.look(w))
	var other program
	compare(t, w, want, other.look(w))
}

// A lease end waits a while for the first look at the queue, so that it is told with the jobs that it hits.
func TestLeaseClockWaitsForTheQueue(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.ends(0, theEnd)
	w.ends(1, 2*theEnd)
	w.job(7, "RUNNING", n(0), func(j *slurm.Job) { j.Limit = slurm.LimitOf(60) })
	w.at = theEnd - 20*h
	var p, late program
	compare(t, w, nil, p.lookAt(blind(w), w))
	compare(t, w, nil, late.lookAt(blind(w), w))
	w.at += m
	compare(t, w, nil, p.lookAt(blind(w), w))
	w.at += m
	compare(t, w, []string{"~146h2m0s lease_ends a3u-0/100 [7]: in 19h58m (exact)"}, p.look(w))
	w.at += 5 * m
	compare(t, w, []string{"~146h7m0s lease_ends a3u-0/100: in 19h53m (exact)"}, late.lookAt(blind(w), w))
}
