package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/client/sim/internal/cluster"
)

func demo(t *testing.T, seed int64, jobs, nodes int) *cluster.Cluster {
	t.Helper()
	cfg := cluster.DemoConfig("demo", nodes)
	cfg.Seed = seed
	c, err := cluster.Demo(cfg, start, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// print is everything that could differ between two clusters.
func picture(c *cluster.Cluster) string {
	var b strings.Builder
	for _, v := range c.View(nil) {
		fmt.Fprintln(&b, v.ID, v.Name, v.User.Name, state(&v.Job), v.Priority, v.Submit, v.Start, v.End, v.Estimate, v.Alloc, v.Tasks)
	}
	for _, n := range c.Nodes() {
		fmt.Fprintln(&b, n.Name, n.Words(), n.CPUs, n.GPUs, n.Mem, n.Created, n.Instance, n.Reason)
	}
	fmt.Fprintln(&b, c.Events())
	return b.String()
}

func TestDemoIsTheSameForTheSameSeed(t *testing.T) {
	t.Parallel()
	a, b, other := demo(t, 7, 300, 24), demo(t, 7, 300, 24), demo(t, 8, 300, 24)
	for step := range 5 {
		if picture(a) != picture(b) {
			t.Fatalf("two clusters of one seed differ at step %d", step)
		}
		a.RunUntil(a.Now() + 1000)
		for range 10 { // in smaller steps
			b.RunUntil(b.Now() + 100)
		}
	}
	if picture(a) == picture(other) {
		t.Error("another seed gives the same cluster")
	}
}

func TestDemoIsLively(t *testing.T) {
	t.Parallel()
	c := demo(t, 1, 300, 24)
	states, alice := map[string]int{}, map[cluster.State]int{}
	for _, v := range c.View(nil) {
		states[v.State.String()]++
		if v.User.Name == "alice" {
			alice[v.State]++
		}
	}
	if n := c.Count(); n < 285 || n > 315 {
		t.Errorf("%d records, want about 300", n)
	}
	for _, s := range []string{"PENDING", "RUNNING", "COMPLETED", "FAILED"} {
		if states[s] == 0 {
			t.Errorf("no job is %s: %v", s, states)
		}
	}
	if alice[cluster.Running] < 2 || alice[cluster.Pending] == 0 {
		t.Errorf("alice has %v", alice)
	}
	if len(c.Events()) == 0 {
		t.Error("nothing has happened to any machine")
	}
	before := c.Stats()
	c.RunUntil(c.Now() + 600)
	after := c.Stats()
	if after.Submitted < before.Submitted+10 || after.Started < before.Started+5 || after.Completed < before.Completed+5 {
		t.Errorf("in ten minutes: %+v, then %+v", before, after)
	}
	c.RunUntil(c.Now() + 2*86400)
	if n := c.Count(); n < 250 || n > 330 {
		t.Errorf("%d records after two days", n)
	}
}

// TestNothingIsGivenTwice checks at many moments of a busy week that what nodes have in use is what their jobs have,
// and no more than there is.
func TestNothingIsGivenTwice(t *testing.T) {
	t.Parallel()
	for seed := range int64(3) {
		c := demo(t, seed, 400, 16)
		for range 250 {
			checkUse(t, c)
			c.RunUntil(c.Now() + 1501)
		}
	}
}

func checkUse(t *testing.T, c *cluster.Cluster) {
	t.Helper()
	type use struct {
		cpus, mem int
		gpus      uint16
	}
	got := make([]use, len(c.Nodes()))
	for _, v := range c.View(nil) {
		if !v.Active() && v.Flags&cluster.Completing == 0 {
			continue
		}
		for _, a := range v.Alloc {
			u := &got[a.Node]
			if u.gpus&a.GPUs != 0 {
				t.Fatalf("job %d shares GPUs %b of node %d", v.ID, u.gpus&a.GPUs, a.Node)
			}
			u.cpus, u.mem, u.gpus = u.cpus+int(a.CPUs), u.mem+int(a.Mem), u.gpus|a.GPUs
		}
	}
	for i, n := range c.Nodes() {
		if want := (use{int(n.CPUs), int(n.Mem), n.GPUs}); got[i] != want {
			t.Fatalf("%s has %+v in use, its jobs have %+v", n.Name, want, got[i])
		}
		if got[i].cpus > n.Shape.CPUs || got[i].mem > n.Shape.Mem || got[i].gpus>>n.Shape.GPUs != 0 {
			t.Fatalf("%s gives %+v of %+v", n.Name, got[i], *n.Shape)
		}
		if (n.Instance == 0) != (n.Power == cluster.PoweredDown) && n.Power != cluster.PoweringUp {
			t.Fatalf("%s is in power state %d with instance %d", n.Name, n.Power, n.Instance)
		}
	}
}
