package flex_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
	"flexq/client/slurm"
)

func node(name, state, partitions string, gpus, used int64) slurm.Node {
	return slurm.Node{
		Name: name, State: slurm.ParseNodeState(state), Partitions: strings.Split(partitions, ","), CPUs: 224, AllocCPUs: uint32(used * 10),
		TRES: slurm.TRES{GPUs: gpus}, TRESUsed: slurm.TRES{GPUs: used},
	}
}

func demo() flex.Pools {
	created := time.Date(2026, 11, 29, 8, 0, 0, 0, time.UTC)
	return flex.Pools{
		Cluster: "hcsdemo", Origin: flex.FromResource, State: "RUNNING",
		Pools: []flex.Pool{
			{ID: "login", MachineType: "n2-standard-8", Min: 1, Max: 1, Login: true},
			{ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", Accelerators: 8, Min: 2, Max: 4, MaxDuration: 7 * 24 * time.Hour, Partitions: []string{"a3u", "all"}},
			{ID: "cpu-pool", Model: flex.OnDemand, Min: 0, Max: 2, Partitions: []string{"cpu", "all"}},
			{ID: "empty", Partitions: []string{"none"}},
		},
		Instances: map[string]flex.Instance{
			"hcsdemo-login-001":  {Node: "hcsdemo-login-001", PoolID: "login", Login: true, State: "RUNNING"},
			"hcsdemo-a3u-0":      {Node: "hcsdemo-a3u-0", PoolID: "a3u", State: "RUNNING", Created: created},
			"hcsdemo-cpu-pool-0": {Node: "hcsdemo-cpu-pool-0", PoolID: "cpu-pool", State: "RUNNING"},
			"odd":                {Node: "odd", PoolID: "cpu-pool", State: "RUNNING"},
			"lost":               {Node: "lost", PoolID: "nosuch"},
		},
	}
}

// describe writes groups down as text: pool, nodes with standing and machine, counts.
func describe(groups []flex.PoolNodes) []string {
	var out []string
	for _, g := range groups {
		var b strings.Builder
		fmt.Fprintf(&b, "%s:", g.Pool.ID)
		for _, m := range g.Nodes {
			fmt.Fprintf(&b, " %s/%d", m.Node.Name, m.Index)
			if w := m.Standing.Words(); w != "" {
				b.WriteString("/" + w)
			}
			if m.HasInstance {
				b.WriteString("/vm")
			}
		}
		for _, in := range g.Others {
			b.WriteString(" +" + in.Node)
		}
		t := g.Tally
		fmt.Fprintf(&b, " | %d on %d up %d gpus %d/%d cpus %d/%d", t.Nodes, t.On, t.Up, t.GPUsUsed, t.GPUs, t.CPUsUsed, t.CPUs)
		for _, s := range t.States {
			fmt.Fprintf(&b, " %s %d", s.State, s.Count)
		}
		out = append(out, b.String())
	}
	return out
}

func TestGroupByResource(t *testing.T) {
	t.Parallel()
	nodes := []slurm.Node{
		node("hcsdemo-a3u-10", "IDLE+CLOUD+POWERED_DOWN", "a3u,all", 8, 0),
		node("hcsdemo-a3u-2", "MIXED+CLOUD", "a3u,all", 8, 3),
		node("hcsdemo-a3u-0", "ALLOCATED", "a3u,all", 8, 8),
		node("hcsdemo-a3u-1", "MIXED+DRAIN", "a3u,all", 8, 2),
		node("hcsdemo-a3u-3", "IDLE+CLOUD+POWERING_DOWN", "a3u", 0, 0),
		node("hcsdemo-cpu-pool-0", "IDLE", "cpu,all", 0, 0),
		node("odd", "IDLE", "all", 0, 0),               // only the resource knows
		node("hcsdemo-renamed-0", "IDLE", "cpu", 0, 0), // only the partition tells
		node("other-a3u-0", "IDLE", "all", 0, 0),       // another cluster's name, a partition of two pools
		node("lost", "DOWN", "", 0, 0),                 // of a pool that is gone
	}
	want := []string{
		"login: +hcsdemo-login-001 | 0 on 0 up 0 gpus 0/0 cpus 0/0",
		"a3u: hcsdemo-a3u-0/0/static/vm hcsdemo-a3u-1/1/static hcsdemo-a3u-2/2/dynamic hcsdemo-a3u-3/3/dynamic hcsdemo-a3u-10/10/dynamic" +
			" | 5 on 3 up 2 gpus 13/24 cpus 130/672 alloc 1 mix 1 drng 1 idle% 1 idle~ 1",
		"cpu-pool: odd/-1/vm hcsdemo-cpu-pool-0/0/dynamic/vm hcsdemo-renamed-0/0/dynamic | 3 on 3 up 3 gpus 0/0 cpus 0/672 idle 3",
		"empty: | 0 on 0 up 0 gpus 0/0 cpus 0/0",
		": lost/-1/vm other-a3u-0/0 | 2 on 2 up 1 gpus 0/0 cpus 0/448 idle 1 down 1",
	}
	if diff := cmp.Diff(want, describe(demo().Group(nodes))); diff != "" {
		t.Error(diff)
	}
}

func TestGroupCountsGPUsByWhatIsKnown(t *testing.T) {
	t.Parallel()
	nodes := []slurm.Node{
		{Name: "hcsdemo-a3u-0", State: slurm.ParseNodeState("MIXED"), GRES: "gpu:nvidia_h200:8", GRESUsed: "gpu:nvidia_h200:2(IDX:0-1)"},
		{Name: "hcsdemo-a3u-1", State: slurm.ParseNodeState("IDLE")}, // Slurm does not say: the pool does
	}
	got := demo().Group(nodes)[1].Tally
	if got.GPUs != 16 || got.GPUsUsed != 2 {
		t.Errorf("GPUs %d of %d", got.GPUsUsed, got.GPUs)
	}
}

func TestGroupByPartitions(t *testing.T) {
	t.Parallel()
	pools := flex.OfPartitions([]slurm.Partition{
		{Name: "cpu", NodeCount: 2}, {Name: "all", Nodes: "n[0-5],m[0-3]"}, {Name: "a3u", NodeCount: 4},
	}, "no permission to read the cluster")
	if pools.Origin != flex.FromPartitions || pools.Note == "" {
		t.Errorf("is %+v", pools)
	}
	nodes := []slurm.Node{
		node("n1", "IDLE", "all,a3u", 8, 0), node("n0", "ALLOCATED", "a3u,all", 8, 8), node("m0", "IDLE", "all", 0, 0),
		node("c0", "IDLE", "all,cpu", 0, 0), node("x", "IDLE", "hidden", 0, 0),
	}
	want := []string{
		"a3u: n0/0 n1/1 | 2 on 2 up 2 gpus 8/16 cpus 80/448 alloc 1 idle 1",
		"all: m0/0 | 1 on 1 up 1 gpus 0/0 cpus 0/224 idle 1",
		"cpu: c0/0 | 1 on 1 up 1 gpus 0/0 cpus 0/224 idle 1",
		": x/-1 | 1 on 1 up 1 gpus 0/0 cpus 0/224 idle 1",
	}
	if diff := cmp.Diff(want, describe(pools.Group(nodes))); diff != "" {
		t.Error(diff)
	}
	if all, ok := pools.Pool("all"); !ok || all.Max != 10 || !all.FromPartition {
		t.Errorf("all is %+v, %v", all, ok)
	}
}

func TestGroupOfNothing(t *testing.T) {
	t.Parallel()
	if got := (flex.Pools{}).Group(nil); len(got) != 0 {
		t.Errorf("%v", got)
	}
	got := describe(flex.Pools{}.Group([]slurm.Node{node("n1", "FUTURE", "", 0, 0)}))
	if diff := cmp.Diff([]string{": n1/1 | 1 on 0 up 0 gpus 0/0 cpus 0/0 futr 1"}, got); diff != "" {
		t.Error(diff)
	}
}

// However pools and nodes lie, each node is in exactly one place, and the counts are those of the nodes.
func TestGroupIsAPartition(t *testing.T) {
	t.Parallel()
	ids := []string{"a", "b", "a-b", "login", ""}
	states := []string{"IDLE", "MIXED", "ALLOCATED+DRAIN", "DOWN", "IDLE+POWERED_DOWN", "FUTURE"}
	rapid.Check(t, func(t *rapid.T) {
		p := flex.Pools{
			Cluster:   rapid.SampledFrom([]string{"c", ""}).Draw(t, "cluster"),
			Origin:    flex.Origin(rapid.IntRange(0, 2).Draw(t, "origin")),
			Instances: map[string]flex.Instance{},
		}
		for _, id := range rapid.SliceOfDistinct(rapid.SampledFrom(ids), rapid.ID[string]).Draw(t, "pools") {
			p.Pools = append(p.Pools, flex.Pool{
				ID: id, Min: rapid.IntRange(0, 3).Draw(t, "min"), Max: rapid.IntRange(0, 5).Draw(t, "max"), Login: id == "login",
				FromPartition: rapid.Bool().Draw(t, "from"), Partitions: rapid.SliceOf(rapid.SampledFrom([]string{"p", "q"})).Draw(t, "parts"),
			})
		}
		var nodes []slurm.Node
		for _, name := range rapid.SliceOfDistinct(rapid.StringMatching(`(c-|d-|)(a|b|a-b|login)-?[0-9]{0,2}`), rapid.ID[string]).Draw(t, "nodes") {
			nodes = append(nodes, node(name, rapid.SampledFrom(states).Draw(t, "state"), rapid.SampledFrom([]string{"p", "q", "p,q", ""}).Draw(t, "in"), 8, 1))
			if rapid.Bool().Draw(t, "vm") {
				p.Instances[name] = flex.Instance{Node: name, PoolID: rapid.SampledFrom(ids).Draw(t, "of")}
			}
		}
		x, seen, total := flex.NewIndex(p), map[string]int{}, 0
		for _, g := range p.Group(nodes) {
			sum := 0
			for _, s := range g.Tally.States {
				sum += s.Count
			}
			if g.Tally.Nodes != len(g.Nodes) || sum != len(g.Nodes) || g.Tally.On > g.Tally.Nodes || g.Tally.Up > g.Tally.On {
				t.Fatalf("counts %+v of %d nodes", g.Tally, len(g.Nodes))
			}
			for _, m := range g.Nodes {
				seen[m.Node.Name]++
				total++
				if pool, _ := x.PoolOf(m.Node); pool.ID != g.Pool.ID {
					t.Fatalf("%s is in %q and belongs to %q", m.Node.Name, g.Pool.ID, pool.ID)
				}
				if diff := cmp.Diff(x.Member(m.Node), m); diff != "" {
					t.Fatal(diff)
				}
			}
		}
		if total != len(nodes) || len(seen) != len(nodes) {
			t.Fatalf("%d nodes became %d, %d of them distinct", len(nodes), total, len(seen))
		}
	})
}

// The machines of a pool that are no nodes stand in the order of their names.
func TestGroupListsOtherMachines(t *testing.T) {
	t.Parallel()
	var got []string
	for _, in := range manyPools(400, 2000).Group([]slurm.Node{{Name: "m0407"}})[7].Others {
		got = append(got, in.Node)
	}
	if diff := cmp.Diff([]string{"m0007", "m0807", "m1207", "m1607"}, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkGroup(b *testing.B) {
	p := manyPools(200, 5000)
	for b.Loop() {
		p.Group(nil)
	}
}

// manyPools deals machines out to pools in turn.
func manyPools(pools, machines int) flex.Pools {
	p := flex.Pools{Cluster: "c", Origin: flex.FromResource, Instances: map[string]flex.Instance{}}
	for i := range pools {
		p.Pools = append(p.Pools, flex.Pool{ID: fmt.Sprintf("p%d", i)})
	}
	for i := range machines {
		name := fmt.Sprintf("m%04d", i)
		p.Instances[name] = flex.Instance{Node: name, PoolID: fmt.Sprintf("p%d", i%pools)}
	}
	return p
}
