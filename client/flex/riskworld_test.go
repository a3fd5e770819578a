package flex_test

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// riskWorld is a cluster at 10h: a Flex Start pool a3u of 7 days whose nodes 0, 1 and 2 go at 20h, 30h and 169h and whose
// node 3 has no machine; a pool short of 1 day; a CPU pool on demand; a node that is only in a partition.
func riskWorld() flex.Snapshot {
	at := moment(10 * time.Hour)
	p := flex.Pools{
		Cluster: "hcsdemo", Origin: flex.FromResource,
		Pools: []flex.Pool{
			flexPool(7 * day),
			{ID: "short", Model: flex.FlexStart, Accelerators: 8, Max: 8, MaxDuration: day, Partitions: []string{"short", "both"}},
			{ID: "cpu", Model: flex.OnDemand, Max: 2, Partitions: []string{"cpu", "mixed"}},
			{ID: "login", Login: true, Min: 1, Max: 1},
		},
		Instances: map[string]flex.Instance{}, AsOf: at,
	}
	p.Pools[0].Partitions = []string{"a3u", "both", "mixed"}
	s := flex.Snapshot{Now: at, Pools: p, NodesAsOf: at, JobsAsOf: at}
	for name, ends := range map[string]time.Duration{"hcsdemo-a3u-0": 20 * time.Hour, "hcsdemo-a3u-1": 30 * time.Hour} {
		p.Instances[name] = flex.Instance{Node: name, PoolID: "a3u", Created: moment(time.Hour), Ends: moment(ends), FromCompute: true}
	}
	p.Instances["hcsdemo-a3u-2"] = flex.Instance{Node: "hcsdemo-a3u-2", PoolID: "a3u", Created: moment(time.Hour)}
	for _, n := range []struct{ name, state, partitions string }{
		{"hcsdemo-a3u-0", "ALLOCATED", "a3u,both,mixed"},
		{"hcsdemo-a3u-1", "ALLOCATED", "a3u,both,mixed"},
		{"hcsdemo-a3u-2", "IDLE", "a3u,both,mixed"},
		{"hcsdemo-a3u-3", "ALLOCATED+CLOUD+POWERING_UP", "a3u,both,mixed"},
		{"hcsdemo-cpu-0", "IDLE", "cpu,mixed"},
		{"stray", "IDLE", "odd"},
		{"hcsdemo-short-0", "IDLE+CLOUD+POWERED_DOWN", "short,both"},
	} {
		s.Nodes = append(s.Nodes, slurm.Node{Name: n.name, State: slurm.ParseNodeState(n.state), Partitions: strings.Split(n.partitions, ",")})
	}
	return s
}

// hours is a limit.
func hours(n int) slurm.Limit { return slurm.LimitOf(uint64(n * 60)) }

func runningJob(nodes string, end time.Duration) slurm.Job {
	return slurm.Job{
		ID: 1, State: slurm.ParseJobState("RUNNING"), Partition: "a3u", Nodes: slurm.Hostlist(nodes),
		Start: slurm.TimeOf(moment(2 * time.Hour)), End: slurm.TimeOf(moment(end)), Limit: slurm.Limit((end - 2*time.Hour) / time.Second),
	}
}

func waitingJob(partition string, nodes int, limit slurm.Limit) slurm.Job {
	return slurm.Job{ID: 1, State: slurm.ParseJobState("PENDING"), Partition: partition, NodeCount: slurm.NumOf(uint64(nodes)), Limit: limit}
}

// tellRisk writes a risk down: "killed hcsdemo-a3u-0/a3u static lost 2h0m0s".
func tellRisk(r flex.Risk) string {
	kind := map[flex.RiskKind]string{
		flex.NoLease: "no lease", flex.RiskUnknown: "unknown", flex.Fits: "fits", flex.Tight: "tight", flex.CannotFit: "cannot fit",
		flex.WillBeKilled: "killed",
	}[r.Kind]
	var b strings.Builder
	b.WriteString(kind)
	if r.Node != "" || r.Pool != "" {
		fmt.Fprintf(&b, " %s/%s", r.Node, r.Pool)
	}
	if w := r.Standing.Words(); w != "" {
		b.WriteString(" " + w)
	}
	if r.Lost != 0 {
		fmt.Fprintf(&b, " lost %v", r.Lost)
	}
	if r.Kind == flex.Fits || r.Kind == flex.Tight {
		fmt.Fprintf(&b, " spare %v", r.Spare)
	}
	if r.Endless {
		b.WriteString(" endless")
	}
	if r.Kind == flex.RiskUnknown {
		b.WriteString(": " + r.Lease.Why)
	}
	return b.String()
}
