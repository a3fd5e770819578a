package flex_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
	"flexq/client/slurm"
)

func TestOutlookEnds(t *testing.T) {
	t.Parallel()
	s := riskWorld()
	s.Jobs = []slurm.Job{runningJob("hcsdemo-a3u-[1-2]", 11*time.Hour), runningJob("hcsdemo-a3u-1,gone-1", 11*time.Hour), waitingJob("a3u", 1, hours(1))}
	s.Jobs[1].ID, s.Jobs[2].ID = 2, 3
	ends := func(o *flex.Outlook) (out []string) {
		for _, e := range o.Ends() {
			out = append(out, fmt.Sprintf("%s/%s %s %s, %d jobs", e.Node, e.Pool, e.Standing.Words(), tell(e.Lease), e.Jobs))
		}
		return out
	}
	want := []string{
		"hcsdemo-a3u-0/a3u static exact, compute, 1h0m0s to 20h0m0s, 0 jobs",
		"hcsdemo-a3u-1/a3u dynamic exact, compute, 1h0m0s to 30h0m0s, 2 jobs",
		"hcsdemo-a3u-2/a3u dynamic estimate, created, 1h0m0s to 169h0m0s, 1 jobs",
	}
	o := flex.NewOutlook(flex.Memory{}, s, flex.Settings{})
	if diff := cmp.Diff(want, ends(o)); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct {
		at   time.Duration
		jobs []slurm.Job
		want string
	}{
		{10 * time.Hour, s.Jobs, "hcsdemo-a3u-1"}, // the first with jobs
		{10 * time.Hour, nil, "hcsdemo-a3u-0"},    // the first at all
		{20*time.Hour + time.Minute, nil, "hcsdemo-a3u-1"},
		{30*time.Hour + time.Minute, s.Jobs, "hcsdemo-a3u-2"}, // 1 is over, and still there
		{169*time.Hour + time.Minute, s.Jobs, ""},
	} {
		s.Now, s.Jobs = moment(test.at), test.jobs
		got, ok := flex.NewOutlook(flex.Memory{}, s, flex.Settings{}).NextEnd()
		if got.Node != test.want || ok != (test.want != "") {
			t.Errorf("at %v %q, %v", test.at, got.Node, ok)
		}
	}
}

func TestOutlookOfNothing(t *testing.T) {
	t.Parallel()
	o := flex.NewOutlook(flex.Memory{}, flex.Snapshot{}, flex.Settings{})
	if _, ok := o.NextEnd(); ok || len(o.Ends()) != 0 || o.AtRisk() != 0 {
		t.Error("nothing has an end")
	}
	if got := o.Lease("n1"); got.IsKnown() || got.Why == "" {
		t.Errorf("%+v", got)
	}
	for _, j := range []slurm.Job{runningJob("n[1-2]", 3*time.Hour), waitingJob("p", 1, hours(1))} {
		if r := o.Risk(&j); r.Kind != flex.RiskUnknown {
			t.Errorf("%+v", r)
		}
	}
	m := flex.Memory{Nodes: map[string]flex.NodeMemory{"n1": {Machine: "7"}}}
	if diff := cmp.Diff(m.Nodes, flex.Remember(m, flex.Snapshot{Now: moment(day)}).Nodes); diff != "" {
		t.Errorf("a snapshot without nodes changes the memory: %s", diff)
	}
}

func TestRememberForgets(t *testing.T) {
	t.Parallel()
	m := flex.Remember(flex.Memory{}, look{at: time.Hour, boot: time.Minute}.snapshot())
	for _, test := range []struct {
		at   time.Duration
		kept bool
	}{{30 * day, true}, {31 * day, false}} {
		if _, ok := flex.Remember(m, look{at: test.at, absent: true}.snapshot()).Nodes[theNode]; ok != test.kept {
			t.Errorf("after %v: %v", test.at, ok)
		}
	}
}

// A list of nodes that names more than there could be costs no more than the cluster has nodes.
func TestOutlookOfAHugeHostlist(t *testing.T) {
	t.Parallel()
	s := riskWorld()
	j := runningJob("hcsdemo-a3u-0,n[0-999999999999]", 22*time.Hour)
	j.RequiredNodes = j.Nodes
	s.Jobs = []slurm.Job{j}
	if got := tellRisk(flex.NewOutlook(flex.Memory{}, s, flex.Settings{}).Risk(&j)); got != "killed hcsdemo-a3u-0/a3u static lost 2h0m0s" {
		t.Error(got)
	}
}

// anyCluster is a cluster whose parts need not fit together, with pools of every origin.
func anyCluster(t *rapid.T) flex.Snapshot {
	ids := []string{"a", "b", "a-b", "p", "q"}
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{"p", "q", "r"}), 0, 2)
	durations := rapid.SampledFrom([]time.Duration{0, day, 7 * day})
	models := rapid.SampledFrom([]flex.Model{flex.FlexStart, flex.FlexStart, flex.OnDemand, flex.Spot, flex.ModelUnknown, "NEW"})
	p := flex.Pools{Cluster: "c", Origin: flex.FromResource, Instances: map[string]flex.Instance{}}
	if rapid.Bool().Draw(t, "plain") {
		p = flex.OfPartitions([]slurm.Partition{{Name: "p", NodeCount: 3}, {Name: "q", NodeCount: 2}}, "")
	} else {
		for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 4, rapid.ID[string]).Draw(t, "pools") {
			p.Pools = append(p.Pools, flex.Pool{
				ID: id, Model: models.Draw(t, "model"), MaxDuration: durations.Draw(t, "duration"), Partitions: parts.Draw(t, "parts"),
				Max: rapid.IntRange(0, 4).Draw(t, "max"), Min: rapid.IntRange(0, 2).Draw(t, "min"), Accelerators: rapid.SampledFrom([]int{0, 8}).Draw(t, "gpus"),
			})
		}
	}
	var configured []flex.Configured
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 3, rapid.ID[string]).Draw(t, "configured") {
		configured = append(configured, flex.Configured{
			ID: id, Model: models.Draw(t, "model"), Duration: durations.Draw(t, "duration"), Min: rapid.IntRange(0, 2).Draw(t, "min"),
			Nodes: rapid.SampledFrom([]string{"", "c-*", "*-1", "d-[0-3],a*", "*"}).Draw(t, "pattern"),
		})
	}
	p, err := p.WithConfigured(configured)
	if err != nil {
		t.Fatal(err)
	}
	s := flex.Snapshot{Now: moment(100 * time.Hour), NodesAsOf: moment(100 * time.Hour), Pools: p}
	for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(`(c-|d-|)(a|b|a-b)-[0-3]`), 0, 8, rapid.ID[string]).Draw(t, "nodes") {
		state := rapid.SampledFrom([]string{"IDLE", "ALLOCATED", "IDLE+POWERED_DOWN", "IDLE+POWERING_UP", "DOWN"}).Draw(t, "state")
		s.Nodes = append(s.Nodes, slurm.Node{
			Name: name, State: slurm.ParseNodeState(state), Partitions: parts.Draw(t, "in"),
			Boot: slurm.TimeOf(moment(time.Duration(rapid.IntRange(0, 99).Draw(t, "boot")) * time.Hour)),
		})
		if p.Instances != nil && rapid.Bool().Draw(t, "machine") {
			p.Instances[name] = flex.Instance{Node: name, PoolID: rapid.SampledFrom(ids).Draw(t, "of"), ID: "7", Created: moment(50 * time.Hour)}
		}
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "jobs") {
		j := waitingJob(rapid.SampledFrom([]string{"p", "q", "p,r", "z", ""}).Draw(t, "partition"), rapid.IntRange(0, 6).Draw(t, "nodes"), hours(rapid.SampledFrom([]int{1, 24, 200}).Draw(t, "limit")))
		if rapid.Bool().Draw(t, "runs") {
			j = runningJob(rapid.SampledFrom([]string{"c-a-[0-3]", "c-b-1,d-a-2", "d-a-b-0", "x"}).Draw(t, "on"), time.Duration(rapid.IntRange(90, 300).Draw(t, "until"))*time.Hour)
		}
		j.ID = uint64(i + 1)
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// Every node is in one pool or in none, and all that tell of it agree; what is worked out hangs on the arguments alone, and
// not on the order in which nodes and jobs come.
func TestOutlookAgreesWithItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyCluster(t)
		o, again := flex.NewOutlook(flex.Memory{}, s, flex.Settings{}), flex.NewOutlook(flex.Memory{}, s, flex.Settings{})
		turned := s
		turned.Nodes, turned.Jobs = slices.Clone(s.Nodes), slices.Clone(s.Jobs)
		slices.Reverse(turned.Nodes)
		slices.Reverse(turned.Jobs)
		back := flex.NewOutlook(flex.Memory{}, turned, flex.Settings{})
		home := map[string]string{}
		for _, g := range s.Pools.Group(s.Nodes) {
			for _, m := range g.Nodes {
				if _, twice := home[m.Node.Name]; twice {
					t.Fatalf("%s is in two pools", m.Node.Name)
				}
				home[m.Node.Name] = g.Pool.ID
				if l := o.Lease(m.Node.Name); l.Provenance == flex.NoEnd && (g.Pool.Model == flex.FlexStart || g.Pool.FromPartition) {
					t.Fatalf("%s of pool %+v has no end", m.Node.Name, g.Pool)
				}
			}
		}
		if len(home) != len(s.Nodes) {
			t.Fatalf("%d nodes, %d in a place", len(s.Nodes), len(home))
		}
		for _, e := range o.Ends() {
			if e.Pool != home[e.Node] || !e.Lease.IsKnown() {
				t.Fatalf("%+v is in pool %q", e, home[e.Node])
			}
		}
		if !slices.IsSortedFunc(o.Ends(), func(a, b flex.NodeEnd) int { return a.Lease.End.Compare(b.Lease.End) }) {
			t.Fatalf("ends are not in order: %+v", o.Ends())
		}
		if diff := cmp.Diff(o.Ends(), again.Ends()) + cmp.Diff(o.Ends(), back.Ends()); diff != "" {
			t.Fatal(diff)
		}
		killed := 0
		for i := range s.Jobs {
			r := o.Risk(&s.Jobs[i])
			if r.Kind == flex.WillBeKilled {
				killed++
			}
			if diff := cmp.Diff(r, again.Risk(&s.Jobs[i])) + cmp.Diff(r, back.Risk(&s.Jobs[i])); diff != "" {
				t.Fatal(diff)
			}
			if hasText := len(flex.Explain(r, s.Now)) > 0; hasText != (r.Kind != flex.NoLease) {
				t.Fatalf("%+v is explained: %v", r, hasText)
			}
			if r.Node != "" && r.Pool != home[r.Node] {
				t.Fatalf("%+v: the node is in pool %q", r, home[r.Node])
			}
		}
		if killed != o.AtRisk() {
			t.Fatalf("%d at risk, %d will be killed", o.AtRisk(), killed)
		}
	})
}

// manyJobs is a cluster of 2,000 nodes in 20 pools, and 10,000 jobs: 3,000 run on one to eight nodes each, and 7,000 wait.
func manyJobs() flex.Snapshot {
	r := rand.New(rand.NewPCG(1, 2))
	s := flex.Snapshot{Now: moment(100 * time.Hour), NodesAsOf: moment(100 * time.Hour)}
	s.Pools = flex.Pools{Cluster: "c", Origin: flex.FromResource, Instances: map[string]flex.Instance{}}
	for p := range 20 {
		id := fmt.Sprintf("pool%d", p)
		s.Pools.Pools = append(s.Pools.Pools, flex.Pool{ID: id, Model: flex.FlexStart, Max: 100, Partitions: []string{id, "all"}, Accelerators: 8})
		for n := range 100 {
			name := fmt.Sprintf("c-%s-%d", id, n)
			created := moment(time.Duration(1+r.IntN(90)) * time.Hour)
			s.Pools.Instances[name] = flex.Instance{Node: name, PoolID: id, ID: name, Created: created}
			s.Nodes = append(s.Nodes, slurm.Node{
				Name: name, State: slurm.ParseNodeState("ALLOCATED"), Partitions: []string{id, "all"}, Boot: slurm.TimeOf(created.Add(3 * time.Minute)),
			})
		}
	}
	for i := range 10_000 {
		id := fmt.Sprintf("pool%d", r.IntN(20))
		j := waitingJob(id, 1+r.IntN(8), hours(1+r.IntN(200)))
		if i < 3000 {
			first := r.IntN(92)
			j = runningJob(fmt.Sprintf("c-%s-[%d-%d]", id, first, first+r.IntN(8)), time.Duration(101+r.IntN(100))*time.Hour)
		}
		j.ID = uint64(i + 1)
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// BenchmarkOutlook measures what each poll costs: a new outlook of 10,000 jobs (3,000 of them on 1 to 8 of 2,000 nodes) with
// the memory of the poll before. The limits of those that wait are drawn from 200, so that few are alike: the costly case.
// It takes some 9 ms of processor time (user and system time of 300 rounds at GOMAXPROCS=1, start-up taken off), 4.3 MB.
func BenchmarkOutlook(b *testing.B) {
	s := manyJobs()
	m := flex.Remember(flex.Memory{}, s)
	b.ReportAllocs()
	for b.Loop() {
		flex.NewOutlook(m, s, flex.Settings{})
	}
}

// BenchmarkRemember measures what remembering 2,000 nodes costs.
func BenchmarkRemember(b *testing.B) {
	s := manyJobs()
	m := flex.Remember(flex.Memory{}, s)
	b.ReportAllocs()
	for b.Loop() {
		flex.Remember(m, s)
	}
}
