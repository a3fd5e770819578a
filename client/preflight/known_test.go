package preflight_test

import (
	"strings"
	"testing"

	"flexq/client/flex"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// hopeless asks for what no cluster has.
func hopeless(s *slurm.Submission) {
	s.Partition, s.Account, s.QOS, s.Nodes, s.CPUsPerTask, s.MemPerNode = "cpu", "x", "x", "900", 900, 1<<40
	s.TRESPerNode, s.Features, s.RequiredNodes, s.Limit = "gres/gpu:900", "x", "x[1-3]", days(900)
}

// What is not known of the cluster is not judged.
func TestNothingIsKnown(t *testing.T) {
	t.Parallel()
	wantTexts(t, preflight.Check(job(hopeless), preflight.World{}))
	w := world()
	w.Partitions, w.Access = nil, nil
	for _, p := range preflight.Check(job(hopeless), w) {
		if p.Level == sbatch.Error {
			t.Errorf("got %v", p)
		}
	}
}

// A partition that Slurm does not show may be hidden, as long as not all are known.
func TestHiddenPartitions(t *testing.T) {
	t.Parallel()
	s := job(func(s *slurm.Submission) { s.Partition = "hid" })
	w := world()
	w.Access = nil
	wantTexts(t, preflight.Check(s, w), `warning --partition: Slurm lists no partition "hid", unless it is hidden; choose one of a3u, cpu, flex`)
	w = world()
	wantTexts(t, preflight.Check(s, w), `error --partition: there is no partition "hid"; choose one of a3u, cpu, flex`)
	all := append([]slurm.Partition{{Name: "hid", State: []string{"UP"}}}, w.Partitions...)
	w.Access.Partitions = all
	wantTexts(t, preflight.Check(s, w))
	all[0].AllowGroups = "bob"
	wantTexts(t, preflight.Check(s, w), "warning --partition: hid is for the groups bob; choose a partition that Slurm shows you")
}

// Where powered-down nodes are hidden, those that are shown prove nothing.
func TestHiddenNodes(t *testing.T) {
	t.Parallel()
	w := world()
	w.Pools = flex.Pools{}
	w.Partitions[1].NodeCount = 3
	s := job(func(s *slurm.Submission) { s.CPUsPerTask, s.Nodes = 900, "3" })
	wantTexts(t, preflight.Check(s, w))
	s.Features = "big"
	wantTexts(t, preflight.Check(s, w), `warning --constraint: no node has the feature "big"; choose one of cloud, flexstart`)
}

// The pools say what machines there can be where Slurm does not show them.
func TestPoolsInsteadOfNodes(t *testing.T) {
	t.Parallel()
	w := world()
	w.Nodes = w.Nodes[:1]
	s := job(func(s *slurm.Submission) { s.Partition, s.TRESPerNode = "a3u", "gres/gpu:9" })
	wantTexts(t, preflight.Check(s, w), "severe --gpus-per-node: 9 GPUs are more than a machine of a3u has, 8; ask for 8 or fewer")
	s.TRESPerNode, s.Nodes = "gres/gpu:8", "4"
	wantTexts(t, preflight.Check(s, w))
	w.Pools.Pools[0].Max = 3 // Slurm counts more nodes than the pool can ever have
	wantTexts(t, preflight.Check(s, w), "severe --nodes: the pools of a3u never have more than 3 nodes: it would wait for ever; ask for 3 or fewer")
}

// All is told at once: who has asked for fewer nodes is not told then that none of them has so many GPUs.
func TestTooManyNodesThatAreTooSmall(t *testing.T) {
	t.Parallel()
	s := job(func(s *slurm.Submission) { s.Partition, s.Nodes, s.TRESPerNode = "a3u", "5", "gres/gpu:9" })
	wantTexts(t, preflight.Check(s, world()),
		"error --nodes: a3u has 4 nodes; ask for 4 or fewer",
		"error --gpus-per-node: 9 GPUs are more than a node of a3u has, 8 GPUs; ask for 8 GPUs or less, or choose another partition")
}

func TestSeveralPartitions(t *testing.T) {
	t.Parallel()
	s := job(func(s *slurm.Submission) { s.Partition, s.Nodes = "cpu,a3u", "4" })
	wantTexts(t, preflight.Check(s, world()))
	s.Nodes = "5"
	wantTexts(t, preflight.Check(s, world()), "error --nodes: cpu has 2 nodes; ask for 2 or fewer", "error --nodes: a3u has 4 nodes; ask for 4 or fewer")
	// One refuses it, in the other it would wait for ever: Slurm takes it.
	s.Partition, s.Nodes, s.Limit = "cpu,a3u", "3", days(8)
	w := world()
	w.Partitions[0].MaxTime = days(1)
	wantTexts(t, preflight.Check(s, w),
		"severe --time: longer than cpu allows, 7-00:00:00: it would wait for ever; ask for 7-00:00:00 or less",
		"severe --nodes: cpu has 2 nodes; ask for 2 or fewer",
		"severe --time: longer than a3u allows, 1-00:00:00: it would wait for ever; ask for 1-00:00:00 or less")
}

// Nodes that are down or drained count for Slurm, but take no work.
func TestNodesThatTakeNoWork(t *testing.T) {
	t.Parallel()
	w := world()
	for i := range w.Nodes {
		if n := &w.Nodes[i]; n.Name == "c1-cpu-0" {
			n.State, n.Reason = slurm.ParseNodeState("IDLE", "DRAIN"), "fan is loud"
		}
	}
	wantTexts(t, preflight.Check(job(nil), w))
	s := job(func(s *slurm.Submission) { s.Nodes = "2" })
	wantTexts(t, preflight.Check(s, w),
		"warning --partition: only 1 of the 2 nodes of cpu that could run it take work now (c1-cpu-0: fan is loud); let the job wait, or choose another partition")
	s.RequiredNodes, s.Nodes = "", "1"
	s.ExcludedNodes = "c1-cpu-1"
	wantTexts(t, preflight.Check(s, w),
		"warning --partition: the only node of cpu that could run it takes no work now (c1-cpu-0: fan is loud); let the job wait, or choose another partition")
}

func TestParts(t *testing.T) {
	t.Parallel()
	s := job(nil)
	s.Parts = []slurm.Submission{job(func(s *slurm.Submission) { s.Nodes = "3" }), job(func(s *slurm.Submission) { s.Partition = "x" })}
	got := preflight.Check(s, world())
	if len(got) != 2 || got[0].Part != 1 || got[0].Option != "--nodes" || got[1].Part != 2 || got[1].Option != "--partition" {
		t.Errorf("got %+v", got)
	}
}

func TestScript(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"#!/bin/bash\n#SBATCH -N 1\n\n  # nothing\n": "severe the script runs nothing: it has no line but comments; write the commands that the job is to run below the #SBATCH lines",
		"#!/bin/bash\ntrue":                          "", "#!/usr/bin/python3\nimport this\n": "", "": "",
		"#!/bin/bash\n" + strings.Repeat("echo \"a\"\n", 90000): "error the request would have 1080 kB, and the platform takes less than 1 MB; put the script on shared storage, and submit a short one that runs it",
		"#!/bin/bash\n" + strings.Repeat("echo 1234\n", 90000):  "",
	} {
		var wants []string
		if want != "" {
			wants = []string{want}
		}
		wantTexts(t, preflight.Check(job(func(s *slurm.Submission) { s.Script = script }), world()), wants...)
	}
}
