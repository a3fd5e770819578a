package pools_test

import (
	"fmt"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/pane/pools"
	"flexq/tui/theme"
)

// night is three in the morning of a Tuesday.
func night() time.Time { return time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC) }

// ago and in give moments by Slurm's clock.
func ago(d time.Duration) slurm.Time { return slurm.TimeOf(night().Add(-d)) }

const day = 24 * time.Hour

// leases is an outlook that a test has made.
type leases map[string]flex.Lease

func (l leases) Lease(node string) flex.Lease { return l[node] }

// Risk compares the end of a job with the first end among its nodes.
func (l leases) Risk(j *slurm.Job) flex.Risk {
	r := flex.Risk{Kind: flex.NoLease, Needs: j.End.Std()}
	for node := range j.Nodes.All() {
		lease := l[node]
		switch {
		case lease.Provenance == flex.Unknown && r.Kind == flex.NoLease:
			r.Kind = flex.RiskUnknown
		case lease.IsKnown() && (r.Node == "" || lease.End.Before(r.Lease.End)):
			r.Node, r.Lease = node, lease
		}
	}
	if r.Node == "" {
		return r
	}
	switch spare := r.Lease.End.Sub(r.Needs); {
	case j.Limit == slurm.LimitInfinite:
		r.Kind, r.Endless = flex.WillBeKilled, true
	case spare < 0:
		r.Kind, r.Lost = flex.WillBeKilled, -spare
	case spare < time.Hour:
		r.Kind, r.Spare = flex.Tight, spare
	default:
		r.Kind, r.Spare = flex.Fits, spare
	}
	return r
}

// scene is a cluster at night: a pool of Flex Start nodes with a job that will be killed, one that comes for waiting
// jobs only, one without leases, and one of which nothing is known.
type scene struct {
	pools  flex.Pools
	nodes  []slurm.Node
	jobs   []slurm.Job
	leases leases
}

func example() *scene {
	s := &scene{leases: leases{}, pools: flex.Pools{
		Cluster: "a3u7", Origin: flex.FromResource, State: "RUNNING", AsOf: night(),
		Pools: []flex.Pool{
			{ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", AcceleratorType: "NVIDIA_H200_141GB", Accelerators: 8, Min: 8, Max: 16, Zone: "europe-west4-b", MaxDuration: 7 * day, Partitions: []string{"a3u"}},
			{ID: "flex", Model: flex.FlexStart, MachineType: "a3-megagpu-8g", AcceleratorType: "NVIDIA_H100_80GB", Accelerators: 8, Max: 8, MaxDuration: 2 * day, Partitions: []string{"flex"}},
			{ID: "cpu", Model: flex.OnDemand, MachineType: "n2-standard-32", Min: 1, Max: 10, Partitions: []string{"cpu"}},
			{ID: "login", Model: flex.OnDemand, MachineType: "n2-standard-8", Min: 1, Max: 1, Login: true},
		},
		Instances: map[string]flex.Instance{"a3u7-login-001": {Node: "a3u7-login-001", PoolID: "login", Login: true}},
		Queued:    []flex.ResizeRequest{{Name: "req-1", Group: "a3u7-flex-0", PoolID: "flex", Job: "88320", State: "ACCEPTED", Count: 4, Created: night().Add(-41 * time.Minute)}},
		Sources: []flex.SourceState{
			{Name: flex.SourceNameResource, AsOf: night()},
			{Name: flex.SourceNameCompute, AsOf: night()},
			{Name: flex.SourceNameReservations, AsOf: night()},
		},
	}}
	s.a3u()
	s.flex()
	s.others()
	return s
}

func (s *scene) a3u() {
	for i := range 9 {
		end := 26*time.Hour + time.Duration(i*7)*time.Hour
		state, used, reason := "ALLOCATED", int64(8), ""
		switch i {
		case 5:
			end = 2*time.Hour + 14*time.Minute
		case 6:
			state, used, reason = "IDLE,DRAIN", 0, "GPU check failed in epilog: xid 79 on gpu 3"
		case 7:
			state, used, reason = "DOWN,NOT_RESPONDING", 0, "Not responding"
		}
		s.node("a3u", i, state, used, reason, flex.Lease{Provenance: flex.Exact, Source: flex.SourceCompute, Start: night().Add(end - 7*day), End: night().Add(end), Duration: 7 * day})
	}
	s.job(88214, "llama-70b-pretrain", "alice", "a3u7-a3u-[0-4]", 52*time.Hour, 7*day)
	s.job(88402, "eval-short", "bob", "a3u7-a3u-5", 30*time.Minute, 2*time.Hour)
	s.job(88403, "probe", "bob", "a3u7-a3u-8", time.Hour, 4*time.Hour)
	s.job(88404, "probe-2", "carol", "a3u7-a3u-8", 2*time.Hour, 9*time.Hour)
}

func (s *scene) flex() {
	for i := range 6 {
		state, used := "ALLOCATED,CLOUD", int64(8)
		lease := flex.Lease{Provenance: flex.Estimate, Source: flex.SourceCreated, Start: night().Add(-10 * time.Hour), End: night().Add(38 * time.Hour), Duration: 2 * day}
		switch i {
		case 2:
			lease.Provenance, lease.Source, lease.Why = flex.Approximate, flex.SourceBoot, "the node has been rebooted since"
			lease.End = lease.End.Add(-12 * time.Hour)
		case 3:
			lease = flex.Lease{Why: "when its machine was created is not known"}
		case 4, 5:
			state, used, lease = "IDLE,CLOUD,POWERED_DOWN", 0, flex.Lease{Why: "there is no machine"}
		}
		s.node("flex", i, state, used, "", lease)
	}
	s.job(88290, "sweep-lr", "alice", "a3u7-flex-[0-2]", 8*time.Hour, 20*time.Hour)
	s.job(88291, "long-tail", "alice", "a3u7-flex-3", 8*time.Hour, 3*day)
}

func (s *scene) others() {
	s.node("cpu", 0, "MIXED", 0, "", flex.Lease{Provenance: flex.NoEnd})
	s.node("cpu", 1, "IDLE", 0, "", flex.Lease{Provenance: flex.NoEnd})
	s.job(88301, "data-shard", "bob", "a3u7-cpu-0", 5*time.Hour, 20*time.Hour)
}

func (s *scene) node(pool string, i int, state string, gpus int64, reason string, l flex.Lease) {
	n := slurm.Node{
		Name: fmt.Sprintf("a3u7-%s-%d", pool, i), State: slurm.ParseNodeState(state), Partitions: []string{pool}, CPUs: 224, RealMemory: 2900000,
		Boot: slurm.TimeOf(l.Start), TRES: slurm.TRES{CPUs: 224, GPUs: 8}, TRESUsed: slurm.TRES{GPUs: gpus},
	}
	if pool == "cpu" {
		n.TRES.GPUs, n.CPUs = 0, 32
	}
	if gpus > 0 {
		n.AllocCPUs = 224
	}
	if reason != "" {
		n.Reason, n.ReasonUser, n.ReasonSince = reason, "slurm", ago(2*time.Hour)
	}
	s.nodes = append(s.nodes, n)
	s.leases[n.Name] = l
}

func (s *scene) job(id uint64, name, user string, nodes slurm.Hostlist, ran, limit time.Duration) {
	j := slurm.Job{
		ID: id, Name: name, User: user, State: slurm.ParseJobState("RUNNING"), Nodes: nodes, Start: ago(ran),
		Limit: slurm.Limit(limit / time.Second), NodeCount: slurm.NumOf(uint64(nodes.Count())),
	}
	j.End = j.Start.Add(limit)
	s.jobs = append(s.jobs, j)
}

// pane shows the scene in a pane of that size.
func (s *scene) pane(t *testing.T, w, h int, th theme.Theme) *pools.Pane {
	t.Helper()
	p := pools.New(pane.Deps{Theme: &th, Keys: keymap.Defaults(), Now: night, ClusterNow: night})
	p.Resize(w, h)
	p.SetStatus(pane.Status{Has: true, AsOf: night()})
	p.ApplyPools(s.pools, nil)
	p.ApplyNodes(s.nodes)
	p.ApplyOn(1, pane.JobsOn(s.jobs))
	p.SetOutlook(s.leases)
	return p
}
