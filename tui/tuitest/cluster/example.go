package cluster

import (
	"fmt"

	"flexq/client/slurm"
)

const hour = slurm.Time(3600)

type line struct {
	id                uint64
	name, user, part  string
	state, reason     string
	began             slurm.Time // seconds ago; 0: has not
	limit             slurm.Limit
	nodes             slurm.Hostlist
	count             uint64
	gpus              int64
	array             slurm.Array
	exit              slurm.Exit
	restarts          uint32
	hold              bool
	admin, dependency string
}

func exampleJobs(now slurm.Time) []slurm.Job {
	lines := []line{
		{id: 88214, name: "llama-70b-pretrain", user: "alice", part: "a3u", state: "RUNNING", began: 52 * hour, limit: 7 * 86400, nodes: "a3u7-a3u-[0-15]", count: 16, gpus: 128},
		{id: 88290, name: "sweep-lr", user: "alice", part: "a3u", state: "PENDING", reason: "JobArrayTaskLimit", limit: 8 * 3600, count: 1, gpus: 8, array: slurm.Array{Job: 88290, Tasks: "9-512", Max: 8}},
		{id: 88301, name: "eval-mmlu", user: "bob", part: "cpu", state: "RUNNING", began: 724, limit: 3600, nodes: "a3u7-cpu-0", count: 1},
		{id: 88317, name: "gemma-sft", user: "alice", part: "a3u", state: "PENDING", reason: "Priority", limit: 86400, count: 4, gpus: 32},
		{id: 88320, name: "ckpt-convert", user: "bob", part: "flex", state: "RUNNING,CONFIGURING", began: 41 * 60, limit: 6 * 3600, nodes: "a3u7-flex-[0-7]", count: 8, gpus: 64},
		{id: 88102, name: "llama-8b-ablate", user: "bob", part: "a3u", state: "PENDING", reason: "BeginTime", limit: 86400, count: 2, gpus: 16, restarts: 1, admin: "node a3u7-a3u-7 failed its health check"},
		{id: 87990, name: "data-shard", user: "alice", part: "cpu", state: "FAILED", reason: "NonZeroExitCode", began: 900, limit: 3600, nodes: "a3u7-cpu-1", count: 1, exit: slurm.Exit{Set: true, Code: 1}},
		{id: 88330, name: "tokenise 日本語 | \"x\"", user: "carol", part: "cpu", state: "PENDING", reason: "JobHeldUser", limit: 7200, count: 1, hold: true},
		{id: 88331, name: "after-pretrain", user: "alice", part: "a3u", state: "PENDING", reason: "Dependency", limit: slurm.LimitInfinite, count: 16, gpus: 128, dependency: "afterok:88214"},
		{id: 88340, name: "bench-nccl", user: "dave", part: "a3u", state: "COMPLETING,COMPLETED", began: 3000, limit: 3600, nodes: "a3u7-a3u-[16-17]", count: 2, gpus: 16},
		{id: 88341, name: "probe", user: "dave", part: "cpu", state: "COMPLETED", began: 120, limit: 600, nodes: "a3u7-cpu-0", count: 1, exit: slurm.Exit{Set: true}},
	}
	for t := range uint32(8) {
		lines = append(lines, line{
			id: 88400 - 50 + uint64(t), name: "sweep-lr", user: "alice", part: "a3u", state: "RUNNING", began: slurm.Time(600 * (t + 1)), limit: 8 * 3600,
			nodes: slurm.Hostlist(fmt.Sprintf("a3u7-a3u-%d", 18+t)), count: 1, gpus: 8, array: slurm.Array{Job: 88290, Task: t + 1, HasTask: true, Max: 8},
		})
	}
	out := make([]slurm.Job, len(lines))
	for i := range lines {
		out[i] = lines[i].job(now)
	}
	return out
}

func (l *line) job(now slurm.Time) slurm.Job {
	j := slurm.Job{
		ID: l.id, Name: l.name, User: l.user, Account: "research", Partition: l.part, QOS: "normal", Reason: l.reason,
		State: slurm.ParseJobState(l.state), Limit: l.limit, Nodes: l.nodes, NodeCount: slurm.NumOf(l.count),
		Array: l.array, Exit: l.exit, Restarts: l.restarts, Hold: l.hold, AdminComment: l.admin, Dependency: l.dependency,
		Submit: now - 60*hour, Eligible: now - 60*hour, Requeue: true, Batch: true, Priority: slurm.NumOf(1000 + l.id%997),
		WorkDir: "/home/" + l.user + "/run", StdOut: "/home/" + l.user + "/run/slurm-%j.out",
		TRESRequested: slurm.TRES{GPUs: l.gpus, CPUs: int64(l.count) * 8, Nodes: int64(l.count), MemMiB: int64(l.count) << 16},
	}
	if l.began > 0 {
		j.Start = now - l.began
		j.TRESAllocated = j.TRESRequested
		if d, ok := l.limit.Duration(); ok {
			j.End = j.Start.Add(d)
		}
		if j.State.IsFinal() || j.State.Has(slurm.JobCompleting) {
			j.End = now - 60
		}
	}
	return j
}

func exampleNodes(now slurm.Time) []slurm.Node {
	var out []slurm.Node
	add := func(pool string, i int, state string, gpus, used int64, reason string) {
		n := slurm.Node{
			Name: fmt.Sprintf("a3u7-%s-%d", pool, i), State: slurm.ParseNodeState(state), Partitions: []string{pool},
			CPUs: 224, RealMemory: 2900000, Boot: now - 54*hour + 600, Version: "25.05.4",
			TRES: slurm.TRES{CPUs: 224, GPUs: gpus}, TRESUsed: slurm.TRES{GPUs: used},
		}
		if used > 0 {
			n.AllocCPUs = 224
		}
		if gpus > 0 {
			n.GRES = fmt.Sprintf("gpu:h200:%d", gpus)
		}
		if reason != "" {
			n.Reason, n.ReasonUser, n.ReasonSince = reason, "slurm", now-2*hour
		}
		out = append(out, n)
	}
	for i := range 26 {
		add("a3u", i, "ALLOCATED", 8, 8, "")
	}
	add("a3u", 26, "IDLE,DRAIN", 8, 0, "GPU check failed in epilog: xid 79 on gpu 3")
	add("a3u", 27, "DOWN,NOT_RESPONDING", 8, 0, "Not responding")
	for i := range 8 {
		add("flex", i, "ALLOCATED,CLOUD,POWERING_UP", 8, 8, "")
	}
	for i := 8; i < 12; i++ {
		add("flex", i, "IDLE,CLOUD,POWERED_DOWN", 8, 0, "")
	}
	add("cpu", 0, "MIXED", 0, 0, "")
	add("cpu", 1, "IDLE", 0, 0, "")
	return out
}

func examplePartitions() []slurm.Partition {
	return []slurm.Partition{
		{Name: "a3u", State: []string{"UP"}, Default: true, Nodes: "a3u7-a3u-[0-27]", NodeCount: 28, MaxTime: slurm.LimitInfinite},
		{Name: "cpu", State: []string{"UP"}, Nodes: "a3u7-cpu-[0-1]", NodeCount: 2, MaxTime: 7 * 86400},
		{Name: "flex", State: []string{"UP"}, Nodes: "a3u7-flex-[0-11]", NodeCount: 12, MaxTime: 7 * 86400},
	}
}
