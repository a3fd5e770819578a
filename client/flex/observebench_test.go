package flex_test

import (
	"fmt"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// crowd is a snapshot of a large cluster: so many nodes with machines, so many jobs of which one in ten runs on four
// nodes.
func crowd(nodes, jobs int) flex.Snapshot {
	snap := flex.Snapshot{Now: since(0), NodesAsOf: since(0), JobsAsOf: since(0), Pools: flex.Pools{
		Cluster: "hcsdemo", Origin: flex.FromResource, Pools: []flex.Pool{flexPool(7 * day)}, AsOf: since(0),
		Instances: map[string]flex.Instance{},
	}}
	for i := range nodes {
		snap.Nodes = append(snap.Nodes, slurm.Node{
			Name: n(i), State: slurm.ParseNodeState("MIXED"), Partitions: []string{"a3u"}, Boot: slurm.TimeOf(since(-50 * h)),
		})
		snap.Pools.Instances[n(i)] = flex.Instance{Node: n(i), PoolID: "a3u", State: "RUNNING", ID: fmt.Sprint(10000 + i), Created: since(-51 * h)}
	}
	for i := range jobs {
		j := slurm.Job{ID: uint64(i + 1), User: "alice", Partition: "a3u", State: slurm.ParseJobState("PENDING"), Limit: slurm.LimitOf(600)}
		if i%10 == 0 {
			at := i / 10 * 4 % (nodes - 3)
			j.State, j.Start = slurm.ParseJobState("RUNNING"), slurm.TimeOf(since(-h))
			j.Nodes = slurm.Hostlist(fmt.Sprintf("hcsdemo-a3u-[%d-%d]", at, at+3))
		}
		snap.Jobs = append(snap.Jobs, j)
	}
	return snap
}

// BenchmarkObserve looks at everything at once, with nothing new, with one node drained, and as the first of all.
func BenchmarkObserve(b *testing.B) {
	set := flex.Settings{User: "bob", Watched: func(id uint64) bool { return id == 5 }}
	snap := crowd(1000, 10000)
	start, _ := flex.Observe(flex.Memory{}, snap, set)
	later := func(d time.Duration) flex.Snapshot {
		next := snap
		next.Now = next.Now.Add(d)
		next.NodesAsOf, next.JobsAsOf, next.Pools.AsOf = next.Now, next.Now, next.Now
		return next
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			flex.Observe(flex.Memory{}, snap, set)
		}
	})
	b.Run("quiet", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			flex.Observe(start, later(m), set)
		}
	})
	b.Run("drained", func(b *testing.B) {
		b.ReportAllocs()
		look := later(m)
		look.Nodes = append([]slurm.Node(nil), look.Nodes...)
		look.Nodes[7].State = slurm.ParseNodeState("MIXED+DRAIN")
		for b.Loop() {
			flex.Observe(start, look, set)
		}
	})
	b.Run("outlook", func(b *testing.B) {
		b.ReportAllocs()
		look := later(m)
		for b.Loop() {
			flex.NewOutlook(start, look, set)
		}
	})
}

// BenchmarkRecords takes in a hundred records of the platform at a first look, each the end of a machine.
func BenchmarkRecords(b *testing.B) {
	snap := crowd(2000, 0)
	for i := range 100 {
		snap.Pools.Events = append(snap.Pools.Events, flex.PlatformRecord{At: since(-20*h + time.Duration(i)*m), Type: "VM_DELETION", Message: "VM " + n(i)})
	}
	b.ReportAllocs()
	for b.Loop() {
		flex.Observe(flex.Memory{}, snap, flex.Settings{})
	}
}
