package preflight_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// world is a cluster of four machines with GPUs, two without, and a Flex Start pool of four behind partition flex.
func world() preflight.World {
	w := preflight.World{
		Now: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC), User: "alice",
		Partitions: []slurm.Partition{
			{Name: "a3u", Default: true, State: []string{"UP"}, NodeCount: 4, MaxTime: slurm.LimitInfinite},
			{Name: "cpu", State: []string{"UP"}, NodeCount: 2, MaxTime: slurm.LimitOf(7 * 1440), DefaultTime: slurm.LimitOf(60)},
			{Name: "flex", State: []string{"UP"}, NodeCount: 4, MaxTime: slurm.LimitOf(30 * 1440)},
		},
	}
	node := func(name, partition, gres string, cpus uint32, mem uint64, features ...string) {
		w.Nodes = append(w.Nodes, slurm.Node{
			Name: name, Partitions: []string{partition}, GRES: gres, CPUs: cpus, RealMemory: mem, Features: features,
			Threads: 2, State: slurm.ParseNodeState("IDLE"),
		})
	}
	for i := range 4 {
		node("c1-a3u-"+string(rune('0'+i)), "a3u", "gpu:nvidia_h200:8", 224, 2900000, "flexstart")
		node("c1-flex-"+string(rune('0'+i)), "flex", "gpu:nvidia_h200:8", 224, 2900000, "flexstart", "cloud")
	}
	node("c1-cpu-0", "cpu", "", 32, 128000)
	node("c1-cpu-1", "cpu", "", 32, 128000)
	w.Pools = flex.Pools{Cluster: "c1", Origin: flex.FromResource, Pools: []flex.Pool{
		{ID: "a3u", Model: flex.OnDemand, Accelerators: 8, Min: 4, Max: 4, Partitions: []string{"a3u"}},
		{ID: "cpu", Model: flex.OnDemand, Min: 2, Max: 2, Partitions: []string{"cpu"}},
		{ID: "flex", Model: flex.FlexStart, Accelerators: 8, Max: 4, Partitions: []string{"flex"}, MaxDuration: 7 * 24 * time.Hour},
	}}
	w.Access = &slurm.Access{
		User: "alice", Complete: true, Partitions: w.Partitions,
		Associations: []slurm.Association{{User: "alice", Account: "research", Default: true, QOS: []string{"normal", "high"}}},
		QOS:          []slurm.QOS{{Name: "normal"}, {Name: "high"}, {Name: "boss"}},
	}
	return w
}

func job(change func(*slurm.Submission)) slurm.Submission {
	s := slurm.Submission{
		Script: "#!/bin/bash\nsleep 1\n", Partition: "cpu", Env: []string{"PATH=/bin"}, WorkDir: "/home/alice", Name: "t",
	}
	if change != nil {
		change(&s)
	}
	return s
}

// brief is a problem without its words.
type brief struct {
	Level  sbatch.Level
	Option string
}

func briefs(p sbatch.Problems) []brief {
	var out []brief
	for _, q := range p {
		out = append(out, brief{q.Level, q.Option})
	}
	return out
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name   string
		change func(*slurm.Submission)
		want   []brief
	}{
		{"a plain job", nil, nil},
		{"a partition that is not there", func(s *slurm.Submission) { s.Partition = "cup" }, []brief{{sbatch.Error, "--partition"}}},
		{"partitions with a comma too many", func(s *slurm.Submission) { s.Partition, s.QOS = ",cpu,,a3u,", "normal,," }, nil},
		{"no partition but a comma", func(s *slurm.Submission) { s.Partition = "," }, []brief{{sbatch.Error, "--partition"}}},
		{"a limit over the partition's", func(s *slurm.Submission) { s.Limit = slurm.LimitOf(8 * 1440) }, []brief{{sbatch.Severe, "--time"}}},
		{"more nodes than there are", func(s *slurm.Submission) { s.Nodes = "3" }, []brief{{sbatch.Error, "--nodes"}}},
		{"a range that begins within", func(s *slurm.Submission) { s.Nodes = "2-3" }, nil},
		{"GPUs where there are none", func(s *slurm.Submission) { s.TRESPerNode = "gres/gpu:1" }, []brief{{sbatch.Error, "--gpus-per-node"}}},
		{"too many CPUs", func(s *slurm.Submission) { s.CPUsPerTask = 33 }, []brief{{sbatch.Error, "--cpus-per-task"}}},
		{"too much memory", func(s *slurm.Submission) { s.MemPerNode = 128001 }, []brief{{sbatch.Error, "--mem"}}},
		{"an unknown feature", func(s *slurm.Submission) { s.Features = "nosuch" }, []brief{{sbatch.Error, "--constraint"}}},
		{"an account of others", func(s *slurm.Submission) { s.Account = "ops" }, []brief{{sbatch.Warning, "--account"}}},
		{"longer than a lease", func(s *slurm.Submission) { s.Partition, s.Limit = "flex", slurm.LimitOf(8*1440) }, []brief{{sbatch.Severe, "--time"}}},
		{"more nodes than there are, held", func(s *slurm.Submission) { s.Nodes, s.Hold = "3", true }, []brief{{sbatch.Severe, "--nodes"}}},
		{"more nodes, with a priority of none", func(s *slurm.Submission) { s.Nodes, s.Tuning.Priority = "3", slurm.NumOf(0) }, []brief{{sbatch.Severe, "--nodes"}}},
		{"a feature that is nowhere, held", func(s *slurm.Submission) { s.Features, s.Hold = "x", true }, []brief{{sbatch.Error, "--constraint"}}},
		{"a node wanted and not", func(s *slurm.Submission) { s.RequiredNodes, s.ExcludedNodes = "c1-cpu-0", "c1-cpu-0" }, []brief{{sbatch.Error, "--exclude"}}},
		{"more nodes to choose from than it takes", func(s *slurm.Submission) { s.RequiredNodes, s.ExcludedNodes, s.Nodes = "c1-cpu-[0-1]", "c1-cpu-0", "1" }, nil},
		{"GPUs of two types at once", func(s *slurm.Submission) { s.Partition, s.TRESPerNode = "a3u", "gres/gpu:nvidia_h200:4,gres/gpu:4" }, []brief{{sbatch.Error, "--gpus-per-node"}}},
		{"no resource", func(s *slurm.Submission) { s.TRESPerNode = "none" }, nil},
		{"what is preferred and nowhere", func(s *slurm.Submission) { s.Prefer = "x" }, []brief{{sbatch.Error, "--prefer"}}},
		{"memory by CPU where that may not count", func(s *slurm.Submission) { s.MemPerCPU, s.CPUsPerTask = 4001, 32 }, []brief{{sbatch.Severe, "--mem-per-cpu"}}},
		{"nothing to run", func(s *slurm.Submission) { s.Script = "#!/bin/bash\n# nothing\n" }, []brief{{sbatch.Severe, ""}}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(k.want, briefs(preflight.Check(job(k.change), world()))); diff != "" {
				t.Errorf("(-want +got)\n%s\n%v", diff, preflight.Check(job(k.change), world()))
			}
		})
	}
}
