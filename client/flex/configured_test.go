package flex_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/slurm"
)

func partitions() flex.Pools {
	return flex.OfPartitions([]slurm.Partition{
		{Name: "all", NodeCount: 10}, {Name: "cpu", NodeCount: 2}, {Name: "flex", NodeCount: 4},
	}, "no permission to read the cluster")
}

func TestConfiguredOverPartitions(t *testing.T) {
	t.Parallel()
	before := partitions()
	p, err := before.WithConfigured([]flex.Configured{
		{ID: "flex", Model: flex.FlexStart, Duration: day, Min: 1},
		{ID: "h200", Nodes: "a3u-[0-3],big-*", Duration: 3 * day},
		{ID: "spare", Nodes: "spare-*", Model: flex.OnDemand},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(partitions(), before); diff != "" {
		t.Errorf("the pools that it was asked of have changed: %s", diff)
	}
	want := []flex.Pool{
		{ID: "all", Max: 10, Partitions: []string{"all"}, FromPartition: true},
		{ID: "cpu", Max: 2, Partitions: []string{"cpu"}, FromPartition: true},
		{ID: "flex", Max: 4, Partitions: []string{"flex"}, FromConfig: true, Model: flex.FlexStart, MaxDuration: day, Min: 1},
		{ID: "h200", FromConfig: true, Model: flex.FlexStart, MaxDuration: 3 * day, Nodes: "a3u-[0-3],big-*"},
		{ID: "spare", FromConfig: true, Model: flex.OnDemand, Nodes: "spare-*"},
	}
	if diff := cmp.Diff(want, p.Pools); diff != "" {
		t.Error(diff)
	}
	nodes := []slurm.Node{
		node("f-0", "IDLE", "flex,all", 0, 0), node("f-1", "IDLE", "all,flex", 0, 0), node("a3u-3", "IDLE", "flex,all", 8, 0),
		node("a3u-4", "IDLE", "all", 8, 0), node("big-x", "IDLE", "cpu", 0, 0), node("spare-", "IDLE", "", 0, 0), node("c-0", "IDLE", "cpu,all", 0, 0),
	}
	wantGroups := []string{
		"all: a3u-4/4 | 1 on 1 up 1 gpus 0/8 cpus 0/224 idle 1",
		"cpu: c-0/0 | 1 on 1 up 1 gpus 0/0 cpus 0/224 idle 1",
		"flex: f-0/0/static f-1/1/dynamic | 2 on 2 up 2 gpus 0/0 cpus 0/448 idle 2",
		"h200: big-x/-1 a3u-3/3/dynamic | 2 on 2 up 2 gpus 0/8 cpus 0/448 idle 2",
		"spare: spare-/-1 | 1 on 1 up 1 gpus 0/0 cpus 0/224 idle 1",
	}
	if diff := cmp.Diff(wantGroups, describe(p.Group(nodes))); diff != "" {
		t.Error(diff)
	}
}

// With described pools a plain Slurm has leases, and jobs that wait are measured by the pools whose nodes are in their
// partition.
func TestConfiguredLeases(t *testing.T) {
	t.Parallel()
	p, err := partitions().WithConfigured([]flex.Configured{
		{ID: "h200", Nodes: "a3u-*", Model: flex.FlexStart, Duration: 2 * day}, {ID: "cpu", Model: flex.OnDemand},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := flex.Snapshot{Now: moment(10 * time.Hour), NodesAsOf: moment(10 * time.Hour), Pools: p}
	for _, n := range []slurm.Node{node("a3u-0", "IDLE", "flex,all", 8, 0), node("c-0", "IDLE", "cpu,all", 0, 0), node("x-0", "IDLE", "all", 0, 0)} {
		n.Boot = slurm.TimeOf(moment(2 * time.Hour))
		s.Nodes = append(s.Nodes, n)
	}
	o := flex.NewOutlook(flex.Memory{}, s, flex.Settings{})
	for name, want := range map[string]string{
		"a3u-0": "≈, boot, 2h0m0s to 49h45m0s", "c-0": "no end",
		"x-0": "unknown: only the cluster resource or the config file tells whether its machine has an end",
	} {
		if got := tell(o.Lease(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for _, test := range []struct{ partition, want string }{
		{"flex", "cannot fit /h200 lost 1h0m0s"}, {"cpu", "no lease"}, {"all", "no lease"}, // cpu's node is in it
	} {
		j := waitingJob(test.partition, 1, hours(49))
		if got := tellRisk(o.Risk(&j)); got != test.want {
			t.Errorf("in %s: %s, want %s", test.partition, got, test.want)
		}
	}
}

// What the cluster resource says wins over the config file, which fills only what is open.
func TestConfiguredOverResource(t *testing.T) {
	t.Parallel()
	resource := flex.Pools{Cluster: "c", Origin: flex.FromResource, Pools: []flex.Pool{
		{ID: "a", Model: flex.FlexStart, MaxDuration: day, Min: 2}, {ID: "b", Model: flex.FlexStart}, {ID: "d", Model: flex.OnDemand}, {ID: "e"},
	}}
	p, err := resource.WithConfigured([]flex.Configured{
		{ID: "a", Model: flex.OnDemand, Duration: 2 * day, Min: 7},
		{ID: "b", Nodes: "odd-*", Duration: 3 * day},
		{ID: "d", Model: flex.FlexStart, Duration: day},
		{ID: "e", Model: flex.Spot},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []flex.Pool{
		{ID: "a", Model: flex.FlexStart, MaxDuration: day, Min: 2},
		{ID: "b", Model: flex.FlexStart, MaxDuration: 3 * day, Nodes: "odd-*"},
		{ID: "d", Model: flex.OnDemand},
		{ID: "e", Model: flex.Spot},
	}
	if diff := cmp.Diff(want, p.Pools); diff != "" {
		t.Error(diff)
	}
	x := flex.NewIndex(p)
	for name, want := range map[string]string{"c-a-1": "a", "odd-1": "b", "c-d-0": "d", "c-z-0": ""} {
		n := node(name, "IDLE", "", 0, 0)
		if got, _ := x.PoolOf(&n); got.ID != want {
			t.Errorf("%s is in %q, want %q", name, got.ID, want)
		}
	}
}

// The order in which a node finds its pool: what the platform lists, its name, the config file, its partitions.
func TestPoolOfOrder(t *testing.T) {
	t.Parallel()
	p := flex.Pools{Cluster: "c", Origin: flex.FromResource, Instances: map[string]flex.Instance{"c-named-0": {Node: "c-named-0", PoolID: "listed"}}}
	for _, id := range []string{"listed", "named", "shared"} {
		p.Pools = append(p.Pools, flex.Pool{ID: id})
	}
	p.Pools[2].Partitions = []string{"p"}
	p, err := p.WithConfigured([]flex.Configured{{ID: "first", Nodes: "c-*,x-[1-2]"}, {ID: "second", Nodes: "*"}})
	if err != nil {
		t.Fatal(err)
	}
	x := flex.NewIndex(p)
	for name, want := range map[string]string{
		"c-named-0": "listed", "c-named-1": "named", "c-other-1": "first", "x-2": "first", "x-3": "second",
	} {
		n := node(name, "IDLE", "p", 0, 0)
		if got, _ := x.PoolOf(&n); got.ID != want {
			t.Errorf("%s is in %q, want %q", name, got.ID, want)
		}
	}
	p.Pools = p.Pools[:4]
	n := node("y-1", "IDLE", "p", 0, 0)
	if got, _ := flex.NewIndex(p).PoolOf(&n); got.ID != "shared" {
		t.Errorf("by its partition it is in %q", got.ID)
	}
}

// A partition that the file describes has the first claim to its nodes, and one whose nodes it names has no others.
func TestConfiguredClaims(t *testing.T) {
	t.Parallel()
	p := flex.OfPartitions([]slurm.Partition{{Name: "big", NodeCount: 9}, {Name: "named", NodeCount: 3}, {Name: "tiny", NodeCount: 1}}, "")
	p, err := p.WithConfigured([]flex.Configured{{ID: "big"}, {ID: "named", Nodes: "n-[0-2]"}})
	if err != nil {
		t.Fatal(err)
	}
	x := flex.NewIndex(p)
	for _, test := range []struct{ node, partitions, want string }{
		{"x-0", "tiny,big", "big"}, {"x-0", "big,tiny", "big"}, {"x-0", "tiny", "tiny"}, {"x-0", "named", ""}, {"n-1", "tiny,big", "named"},
	} {
		n := node(test.node, "IDLE", test.partitions, 0, 0)
		if got, _ := x.PoolOf(&n); got.ID != test.want {
			t.Errorf("%s of %s is in %q, want %q", test.node, test.partitions, got.ID, test.want)
		}
	}
}

func TestConfiguredFaults(t *testing.T) {
	t.Parallel()
	p, err := partitions().WithConfigured([]flex.Configured{
		{ID: "good", Nodes: "g-*"}, {ID: ""}, {ID: "good", Nodes: "h-*"}, {ID: "open", Nodes: "n[1-"}, {ID: "huge", Nodes: "n[0-99999]*"},
	})
	want := `a pool of the config file has no name
pool good is twice in the config file
nodes of pool open in the config file: "n[1-" is not a list of nodes: a [ is not closed
nodes of pool huge in the config file: with a * in it: "n[0-99999]*" names 100000 nodes, more than 1000`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if _, ok := p.Pool("good"); !ok || len(p.Pools) != 4 {
		t.Errorf("pools are %+v", p.Pools)
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		nodes   string
		yes, no []string
	}{
		{"a3u-[0-15]", []string{"a3u-0", "a3u-15"}, []string{"a3u-16", "a3u-", "xa3u-1"}},
		{"*", []string{"", "x", "a-b-1"}, nil},
		{"flex-*", []string{"flex-", "flex-1", "flex-a-b"}, []string{"flex", "a-flex-1"}},
		{"*-gpu", []string{"-gpu", "a-gpu", "a-gpu-gpu"}, []string{"a-gpu1", "gpu"}},
		{"a*b*c", []string{"abc", "axxbyyc", "abbcc"}, []string{"acb", "ab", "abcd"}},
		{"a*a", []string{"aa", "aba"}, []string{"a"}},
		{"r[1-2]-*", []string{"r1-x", "r2-"}, []string{"r3-x", "r1"}},
		{"x[1,3],y-*, z", []string{"x1", "x3", "y-9", "z"}, []string{"x2", "y", "zz", ""}},
		{"**", []string{"", "ab"}, nil},
	} {
		p, err := flex.Pools{}.WithConfigured([]flex.Configured{{ID: "it", Nodes: test.nodes}})
		if err != nil {
			t.Errorf("%s: %v", test.nodes, err)
		}
		x := flex.NewIndex(p)
		check := func(names []string, want bool) {
			for _, name := range names {
				if _, ok := x.PoolOf(&slurm.Node{Name: name}); ok != want {
					t.Errorf("%s for %q: %v", test.nodes, name, ok)
				}
			}
		}
		check(test.yes, true)
		check(test.no, false)
	}
}

// A partition whose nodes the config file has put into other pools stands for nothing any more; one that is empty does.
func TestGroupLeavesOutTakenPartitions(t *testing.T) {
	t.Parallel()
	p, err := partitions().WithConfigured([]flex.Configured{{ID: "h200", Nodes: "f-*"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"all: a-0/0 | 1 on 1 up 1 gpus 0/0 cpus 0/224 idle 1",
		"cpu: | 0 on 0 up 0 gpus 0/0 cpus 0/0",
		"h200: f-0/0/dynamic f-1/1/dynamic | 2 on 2 up 2 gpus 0/0 cpus 0/448 idle 2",
	}
	got := describe(p.Group([]slurm.Node{
		node("f-0", "IDLE", "flex,all", 0, 0), node("f-1", "IDLE", "flex", 0, 0), node("a-0", "IDLE", "all", 0, 0),
	}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
