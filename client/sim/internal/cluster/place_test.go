package cluster_test

import (
	"testing"

	"flexq/client/sim/internal/cluster"
)

func TestBackfillDelaysNobody(t *testing.T) {
	t.Parallel()
	b := lab(t)
	// Half of the GPU nodes are taken for 10 minutes; a job for all four waits, and short ones pass it by.
	running := b.submit(b.alice, "a3u", "sleep 600", nodes(2), gpus("8"), whole, limit(10))
	b.after(2)
	big := b.submit(b.bob, "a3u", "sleep 60", nodes(4), gpus("8"), whole, limit(60))
	b.after(2)
	long := b.submit(b.bob, "a3u", "sleep 60", nodes(1), gpus("8"), whole, limit(60))
	short := b.submit(b.bob, "a3u", "sleep 60", nodes(1), gpus("8"), whole, limit(5))
	b.after(35)
	b.want(running, "RUNNING")
	b.want(big, "PENDING Resources")
	b.want(long, "PENDING Priority")
	b.want(short, "RUNNING")
	if want := running.End; big.Estimate != want || len(big.Planned) != 4 {
		t.Errorf("the big job is expected at %d on %v, want %d", big.Estimate, big.Planned, want)
	}
	if long.Estimate < big.Estimate+3600 {
		t.Errorf("the long job is expected at %d, before the end of the big one", long.Estimate)
	}
	b.wantNode("a3unodeset-3", "IDLE+PLANNED")
	b.after(600)
	b.want(big, "RUNNING")
	b.want(long, "PENDING Resources")
}

func TestPriority(t *testing.T) {
	t.Parallel()
	b := lab(t)
	b.submit(b.alice, "cpu", "sleep 30", nodes(2), whole)
	b.after(2)
	low := b.submit(b.bob, "cpu", "sleep 30", nodes(2), whole)
	high := b.submit(b.bob, "cpu", "sleep 30", nodes(2), whole, func(d *cluster.Desc) { d.QOS, d.OwnQOS = "high", true })
	b.after(45)
	b.want(high, "RUNNING")
	b.want(low, "PENDING Resources")
	if high.Priority <= low.Priority {
		t.Errorf("priorities %d and %d", high.Priority, low.Priority)
	}
}

func TestNamedNodesDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	b := lab(t)
	b.submit(b.alice, "a3u", "sleep 600", on("a3unodeset-1"), gpus("8"), whole)
	b.after(2)
	named := b.submit(b.alice, "a3u", "sleep 600", on("a3unodeset-1"), gpus("8"), whole)
	free := b.submit(b.bob, "a3u", "sleep 600", gpus("8"))
	b.after(2)
	b.want(named, "PENDING Resources")
	b.want(free, "RUNNING")
}

func TestHetStartsAsOne(t *testing.T) {
	t.Parallel()
	b := lab(t)
	blocker := b.submit(b.bob, "cpu", "sleep 100", nodes(2), whole, limit(2))
	b.after(2)
	got, err := b.Submit([]*cluster.Desc{desc(b.alice, "a3u", "sleep 50"), desc(b.alice, "cpu", "sleep 50")}, true)
	if err != nil {
		t.Fatal(err)
	}
	parts := b.Family(got.ID)
	if len(parts) != 2 {
		t.Fatalf("%d components", len(parts))
	}
	b.after(60)
	b.want(parts[0], "PENDING Resources")
	if n := b.Node("lab-a3unodeset-0"); n.CPUs != 0 {
		t.Errorf("one component took %d CPUs without the other", n.CPUs)
	}
	b.after(80)
	b.want(blocker, "COMPLETED")
	b.want(parts[0], "RUNNING")
	b.want(parts[1], "RUNNING")
	if r := b.Cancel(b.alice, parts[0], cluster.SignalKill); r != nil {
		t.Errorf("refused %+v", r)
	}
	b.after(2)
	b.want(parts[1], "CANCELLED")
}

func TestCloudNodes(t *testing.T) {
	t.Parallel()
	b := lab(t)
	b.wantNode("flexnodeset-0", "IDLE+CLOUD+POWERED_DOWN")
	j := b.submit(b.alice, "flex", "sleep 20", gpus("8"))
	b.after(2)
	b.want(j, "RUNNING+CONFIGURING+POWER_UP_NODE")
	b.wantNode("flexnodeset-0", "MIXED+CLOUD+NOT_RESPONDING+POWERING_UP")
	b.after(12)
	b.wantNode("flexnodeset-0", "MIXED+CLOUD")
	b.want(j, "RUNNING+CONFIGURING+POWER_UP_NODE")
	b.after(20)
	b.want(j, "RUNNING")
	if j.Start != start+30 {
		t.Errorf("the job started at +%d, want +30: when slurmctld next looks", j.Start-start)
	}
	b.after(20)
	b.want(j, "COMPLETED")
	b.after(45)
	b.wantNode("flexnodeset-0", "IDLE+CLOUD+POWERING_DOWN")
	b.after(21)
	b.wantNode("flexnodeset-0", "IDLE+CLOUD+POWERED_DOWN")
	if n := b.Node("lab-flexnodeset-0"); n.Instance != 0 {
		t.Error("a powered-down node has a machine")
	}
	var kinds []string
	for _, e := range b.Events() {
		kinds = append(kinds, e.Type)
	}
	if len(kinds) != 2 || kinds[0] != "VM_SLURM_POWER_DOWN" || kinds[1] != "VM_DELETION" {
		t.Errorf("events %v", kinds)
	}
}

func TestNodeThatDoesNotBoot(t *testing.T) {
	t.Parallel()
	b := lab(t)
	if err := b.RefuseBoot("lab-flexnodeset-2", true); err != nil {
		t.Fatal(err)
	}
	j := b.submit(b.alice, "flex", "sleep 20", on("flexnodeset-2"))
	b.after(62)
	b.wantNode("flexnodeset-2", "DOWN+CLOUD+POWERED_DOWN")
	if n := b.Node("lab-flexnodeset-2"); n.Reason != "ResumeTimeout reached" || n.ReasonUser != "slurm" {
		t.Errorf("reason %q by %q", n.Reason, n.ReasonUser)
	}
	b.want(j, "PENDING BeginTime")
	if j.Restarts != 1 {
		t.Errorf("%d restarts", j.Restarts)
	}
	b.after(130)
	b.want(j, "PENDING ReqNodeNotAvail")
}

func TestLostNode(t *testing.T) {
	t.Parallel()
	b := lab(t)
	again := b.submit(b.alice, "a3u", "sleep 500", on("a3unodeset-3"))
	final := b.submit(b.bob, "a3u", "sleep 500", on("a3unodeset-3"), norequeue)
	b.after(5)
	if err := b.KillNode("lab-a3unodeset-3"); err != nil {
		t.Fatal(err)
	}
	b.after(29)
	b.want(again, "RUNNING")
	b.after(2)
	b.wantNode("a3unodeset-3", "DOWN+NOT_RESPONDING")
	b.want(final, "NODE_FAIL NodeDown")
	if final.FailedNode != b.Node("lab-a3unodeset-3").Index {
		t.Errorf("failed node %d", final.FailedNode)
	}
	if again.State != cluster.Pending || again.Restarts != 1 {
		t.Errorf("got %s after %d restarts", state(again), again.Restarts)
	}
	if runs := b.HistoryOf(again.ID); len(runs) != 2 || runs[0].State != cluster.NodeFail || runs[1].State != cluster.Pending {
		t.Errorf("accounting has %d runs", len(runs))
	}
	if err := b.ReviveNode("lab-a3unodeset-3"); err != nil {
		t.Fatal(err)
	}
	b.wantNode("a3unodeset-3", "IDLE")
	b.after(130)
	b.want(again, "RUNNING")
}
