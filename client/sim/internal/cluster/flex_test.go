package cluster_test

import (
	"errors"
	"strings"
	"testing"

	"flexq/client/sim/internal/cluster"
)

// short gives the flex pool two static nodes and a lease of an hour.
func short(cfg *cluster.Config) {
	p := pool(cfg, "flexnodeset")
	p.Min, p.Duration, p.Wait = 2, 2*3600, [2]int64{20, 20}
}

func eventKinds(b *bed) string {
	var kinds []string
	for _, e := range b.Events() {
		kinds = append(kinds, e.Type)
	}
	return strings.Join(kinds, " ")
}

func TestLeaseEnds(t *testing.T) {
	t.Parallel()
	b := lab(t, short)
	static := b.Node("lab-flexnodeset-0") // made an hour before the start
	first := static.Instance
	end := static.Expires
	if static.Created != start-3600 || static.Runs <= static.Created || end != static.Runs+7200 {
		t.Fatalf("made at %d, runs at %d, expires at %d", static.Created-start, static.Runs-start, end-start)
	}
	j := b.submit(b.alice, "flex", "sleep 9000", on("flexnodeset-0"), gpus("8"))
	b.RunUntil(end - 1)
	b.want(j, "RUNNING")
	b.RunUntil(end)
	if j.State != cluster.Pending || j.Restarts != 1 {
		t.Errorf("got %s after %d restarts", state(j), j.Restarts)
	}
	b.wantNode("flexnodeset-0", "IDLE+CLOUD+NOT_RESPONDING+POWERING_UP")
	b.after(40)
	b.wantNode("flexnodeset-0", "IDLE+CLOUD")
	if static.Instance == first || static.Instance == 0 || static.Created != end+20 || static.Expires != static.Runs+7200 {
		t.Errorf("instance %d then %d, made at +%d, ends at +%d", first, static.Instance, static.Created-start, static.Expires-start)
	}
	b.after(120)
	b.want(j, "RUNNING")
}

func TestDynamicNodeComesBackOnlyForAJob(t *testing.T) {
	t.Parallel()
	b := lab(t, short)
	once := b.submit(b.alice, "flex", "sleep 20000", on("flexnodeset-3"), norequeue)
	b.after(7200 + 60)
	b.want(once, "NODE_FAIL NodeDown")
	b.after(300)
	b.wantNode("flexnodeset-3", "IDLE+CLOUD+POWERED_DOWN")
	again := b.submit(b.alice, "flex", "sleep 20000", on("flexnodeset-3"))
	b.after(7200 + 120)
	if again.State != cluster.Pending || again.Restarts != 1 {
		t.Fatalf("got %s after %d restarts", state(again), again.Restarts)
	}
	b.after(300)
	b.want(again, "RUNNING")
	b.wantNode("flexnodeset-3", "MIXED+CLOUD")
}

func TestRepair(t *testing.T) {
	t.Parallel()
	b := lab(t, short)
	j := b.submit(b.alice, "flex", "sleep 3000", on("flexnodeset-1"), gpus("8"))
	b.after(5)
	was := b.Node("lab-flexnodeset-1").Instance
	if err := b.FaultNode("lab-flexnodeset-1", cluster.FaultGPU); err != nil {
		t.Fatal(err)
	}
	b.wantNode("flexnodeset-1", "IDLE+CLOUD+DRAIN")
	if n := b.Node("lab-flexnodeset-1"); !strings.HasPrefix(n.Reason, "GPU health check: XID ") {
		t.Errorf("reason %q", n.Reason)
	}
	if j.State != cluster.Pending || j.Restarts != 1 {
		t.Errorf("got %s after %d restarts", state(j), j.Restarts)
	}
	b.after(200)
	b.wantNode("flexnodeset-1", "MIXED+CLOUD")
	if n := b.Node("lab-flexnodeset-1"); n.Instance == was || n.Reason != "" || n.Detail != "" {
		t.Errorf("instance %d then %d, reason %q, detail %q", was, n.Instance, n.Reason, n.Detail)
	}
	b.want(j, "RUNNING")
	if got, want := eventKinds(b), "VM_CONTINUOUS_GPU_ERROR VM_SLURM_DRAIN VM_DELETION VM_REPORT_AND_REPLACEMENT"; got != want {
		t.Errorf("events %s", got)
	}
}

func TestNoRepair(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name     string
		gpus     string
		restarts int
	}{
		{"a job that does not use all GPUs", "4", 0},
		{"a job that was restarted too often", "8", 3},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			b := lab(t, short)
			j := b.submit(b.alice, "flex", "sleep 30000", on("flexnodeset-0"), gpus(k.gpus))
			b.after(3)
			for range k.restarts {
				if err := b.FaultNode("lab-flexnodeset-0", cluster.FaultGPU); err != nil {
					t.Fatal(err)
				}
				b.after(400)
				b.want(j, "RUNNING")
			}
			was := b.Node("lab-flexnodeset-0").Instance
			if err := b.FaultNode("lab-flexnodeset-0", cluster.FaultGPU); err != nil {
				t.Fatal(err)
			}
			b.after(300)
			b.want(j, "RUNNING")
			b.wantNode("flexnodeset-0", "MIXED+CLOUD+DRAIN")
			if n := b.Node("lab-flexnodeset-0"); n.Instance != was {
				t.Error("the machine was replaced")
			}
		})
	}
}

func TestNodeUpdates(t *testing.T) {
	t.Parallel()
	b := lab(t)
	reason := "fan"
	if err := b.UpdateNode(b.carol, "lab-cpunodeset-0", cluster.NodeUpdate{States: []string{"DRAIN"}, Reason: &reason}); err == nil {
		t.Error("an operator drains a node")
	}
	j := b.submit(b.alice, "cpu", "sleep 30")
	b.after(2)
	if err := b.UpdateNode(b.admin, "lab-cpunodeset-0", cluster.NodeUpdate{States: []string{"DRAIN"}, Reason: &reason}); err != nil {
		t.Fatal(err)
	}
	b.wantNode("cpunodeset-0", "MIXED+DRAIN")
	other := b.submit(b.alice, "cpu", "sleep 30")
	b.after(2)
	if b.Nodes()[other.Alloc[0].Node].Name != "lab-cpunodeset-1" {
		t.Error("a job was placed on a draining node")
	}
	b.want(j, "RUNNING")
	b.after(40)
	b.wantNode("cpunodeset-0", "IDLE+DRAIN")
	if err := b.UpdateNode(b.admin, "lab-cpunodeset-0", cluster.NodeUpdate{States: []string{"RESUME"}}); err != nil {
		t.Fatal(err)
	}
	b.wantNode("cpunodeset-0", "IDLE")
	// As Slurm 24.11.5: there is nothing to resume from, but nothing wrong with an UNDRAIN either.
	for state, want := range map[string]error{"RESUME": cluster.ErrNodeState, "UNDRAIN": nil} {
		for _, node := range []string{"lab-cpunodeset-0", "lab-flexnodeset-0"} {
			if err := b.UpdateNode(b.admin, node, cluster.NodeUpdate{States: []string{state}}); !errors.Is(err, want) {
				t.Errorf("%s of %s: %v, want %v", state, node, err, want)
			}
		}
	}
	b.Reserve(&cluster.Reservation{Name: "r", Nodes: []int32{b.Node("lab-cpunodeset-0").Index}, End: b.Now() + 60, Maint: true})
	b.wantNode("cpunodeset-0", "IDLE+RESERVED+MAINTENANCE")
	b.after(61)
	b.wantNode("cpunodeset-0", "IDLE")
}
