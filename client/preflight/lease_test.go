package preflight_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

func days(n uint64) slurm.Limit { return slurm.LimitOf(n * 1440) }

// onFlex is a job of two nodes in the Flex Start pool of world, whose machines may live for seven days.
func onFlex(limit slurm.Limit, requeue *bool) slurm.Submission {
	return job(func(s *slurm.Submission) {
		s.Partition, s.Nodes, s.TRESPerNode, s.Limit, s.Requeue = "flex", "2", "gres/gpu:8", limit, requeue
	})
}

// wantTexts wants the problems, each as "level option: what; cure".
func wantTexts(t *testing.T, got sbatch.Problems, want ...string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		text, other := "", ""
		if i < len(got) {
			text = got[i].Level.String() + " " + got[i].String()
		}
		if i < len(want) {
			other = want[i]
		}
		if text != other {
			t.Errorf("got  %s\nwant %s", text, other)
		}
	}
}

func TestLeases(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	for _, k := range []struct {
		name    string
		limit   slurm.Limit
		requeue *bool
		want    []string
	}{
		{"within a day", slurm.LimitOf(8 * 60), nil, nil},
		{"within a day, not requeued", slurm.LimitOf(8 * 60), &no, nil},
		{"long and requeued", days(6), &yes, nil},
		{"long, and it does not say", days(6), nil, []string{
			"warning --requeue: it does not say whether it is requeued when a machine of flex goes before its end; checkpoint and use --requeue, or say --no-requeue",
		}},
		{"long, and not requeued", days(6), &no, []string{
			"warning --requeue: on Flex Start a job that is not requeued ends with its machine; checkpoint and use --requeue",
		}},
		{"as long as a lease", days(7), &yes, []string{
			"warning --time: as long as a lease of flex can be (7 days), and booting takes from that; ask for less, or save checkpoints",
		}},
		{"nearly as long as a lease", days(7) - 35*60, &no, []string{
			"warning --time: only 35 minutes shorter than a lease of flex can be (7 days), and booting takes from that; ask for less, or checkpoint and use --requeue",
		}},
		{"longer than a lease", days(8), nil, []string{
			"severe --time: longer than a lease of flex can be (7 days): it could never finish; checkpoint and use --requeue, or ask for 7-00:00:00 or less",
		}},
		{"longer than a lease, and not requeued", days(8), &no, []string{
			"severe --time: longer than a lease of flex can be (7 days): it could never finish; checkpoint and use --requeue, or ask for 7-00:00:00 or less",
		}},
		{"longer than a lease, and requeued", days(8), &yes, []string{
			"warning --time: longer than a lease of flex can be (7 days): it is requeued when its machines go; save checkpoints, and begin from the last one",
		}},
		{"no limit of its own", slurm.LimitUnset, nil, []string{
			"warning --time: without a time limit within a lease of flex (7 days) it may be cut short when its machines go; checkpoint and use --requeue, or ask for 7-00:00:00 or less",
		}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			wantTexts(t, preflight.Check(onFlex(k.limit, k.requeue), world()), k.want...)
		})
	}
}

// A partition without leases beside it is enough, and one that is not known says nothing.
func TestLeasesOfSeveralPartitions(t *testing.T) {
	t.Parallel()
	s := onFlex(days(8), nil)
	s.Partition = "flex,a3u"
	wantTexts(t, preflight.Check(s, world()))
	w := world()
	w.Pools = flex.Pools{}
	wantTexts(t, preflight.Check(onFlex(days(8), nil), w))
	w = world()
	w.Nodes = nil // pools alone tell it too
	if got := preflight.Check(onFlex(days(8), nil), w); len(got) != 1 || got[0].Level != sbatch.Severe {
		t.Errorf("got %v", got)
	}
}

// What can do with less is given less.
func TestLeasesOfAShortestLimit(t *testing.T) {
	t.Parallel()
	yes := true
	s := onFlex(days(8), &yes)
	s.MinLimit = days(2)
	wantTexts(t, preflight.Check(s, world()))
}

// static turns the Flex Start pool into one of two machines that are always there, which began so long ago.
func static(ages ...time.Duration) preflight.World {
	w := world()
	pool := &w.Pools.Pools[2]
	pool.Min, pool.Max = len(ages), len(ages)
	w.Nodes = w.Nodes[:0:0]
	for _, n := range world().Nodes {
		if n.Partitions[0] != "flex" {
			w.Nodes = append(w.Nodes, n)
		}
	}
	w.Pools.Instances = map[string]flex.Instance{}
	for i, age := range ages {
		name := "c1-flex-" + string(rune('0'+i))
		w.Nodes = append(w.Nodes, slurm.Node{
			Name: name, Partitions: []string{"flex"}, GRES: "gpu:nvidia_h200:8", CPUs: 224, RealMemory: 2900000, State: slurm.ParseNodeState("IDLE"),
			Boot: slurm.TimeOf(w.Now.Add(-age)),
		})
		w.Pools.Instances[name] = flex.Instance{Node: name, PoolID: "flex", State: "RUNNING", ID: name, Created: w.Now.Add(-age)}
	}
	w.Partitions[2].NodeCount = uint32(len(ages))
	return w
}

func TestLeasesOfMachinesThatAreThere(t *testing.T) {
	t.Parallel()
	yes := true
	limit := slurm.LimitOf(24 * 60)
	hours := func(n int) time.Duration { return time.Duration(n) * time.Hour }
	wantTexts(t, preflight.Check(onFlex(limit, &yes), static(hours(10), hours(20), hours(160))))
	wantTexts(t, preflight.Check(onFlex(limit, &yes), static(hours(10), hours(150), hours(160))),
		"warning --time: the machines of flex that are there now go sooner: the best 2 nodes have 18 hours left (c1-flex-1); save checkpoints: it is requeued when they go, and they come anew")
	wantTexts(t, preflight.Check(onFlex(limit, nil), static(hours(10), hours(150), hours(160))),
		"warning --time: the machines of flex that are there now go sooner: the best 2 nodes have 18 hours left (c1-flex-1); checkpoint and use --requeue, or ask for 18:00:00 or less")
	one := onFlex(limit, nil)
	one.Nodes, one.Partition = "1", ""
	byDefault := static(hours(150), hours(160))
	byDefault.Partitions[0].Default, byDefault.Partitions[2].Default = false, true
	wantTexts(t, preflight.Check(one, byDefault),
		"warning --time: the machines of the default partition flex that are there now go sooner: the best node has 18 hours left (c1-flex-0); checkpoint and use --requeue, or ask for 18:00:00 or less")
	fresh := static(hours(150), hours(160))
	fresh.Pools.Pools[2].Max = 4 // there may be new ones
	wantTexts(t, preflight.Check(onFlex(limit, &yes), fresh))
}

// outlook is what the screen hands to the checks, worked out once for many.
func outlook(w preflight.World) *flex.Outlook {
	return flex.NewOutlook(flex.Memory{}, flex.Snapshot{Now: w.Now, Nodes: w.Nodes, Pools: w.Pools}, flex.Settings{})
}
