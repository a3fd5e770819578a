package sbatch

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
)

// conflicts reports options that exclude each other. sbatch ends with such an error even if one stands in the script
// and the other on the command line.
func (b *builder) conflicts() {
	for _, pair := range [][2]string{
		{"mem", "mem-per-cpu"},
		{"mem", "mem-per-gpu"},
		{"mem-per-cpu", "mem-per-gpu"},
		{"exclusive", "oversubscribe"},
		{"cpus-per-task", "cpus-per-gpu"},
		{"gpus-per-task", "ntasks-per-gpu"},
		{"gpus-per-task", "ntasks-per-tres"},
		{"tres-per-task", "ntasks-per-gpu"},
		{"tres-per-task", "ntasks-per-tres"},
		{"gpus-per-socket", "ntasks-per-gpu"},
		{"gpus-per-socket", "ntasks-per-tres"},
		{"ntasks-per-node", "ntasks-per-gpu"},
		{"ntasks-per-node", "ntasks-per-tres"},
		{"core-spec", "thread-spec"},
	} {
		b.exclude(pair[0], pair[1])
	}
	b.shapeConflicts()
	b.sameTasks()
	for item := range strings.SplitSeq(b.tresPerTask, ",") {
		name, _, _ := strings.Cut(strings.Replace(item, ":", "=", 1), "=")
		switch {
		case name == "cpu":
			b.exclude("tres-per-task", "cpus-per-task")
			b.exclude("tres-per-task", "cpus-per-gpu")
		case strings.HasPrefix(item, "gres/gpu"):
			b.exclude("tres-per-task", "gpus-per-task")
		}
	}
}

// shapeConflicts reports numbers that do not go together.
func (b *builder) shapeConflicts() {
	j := &b.job
	if n, threads := j.Tuning.TasksPerCore, j.ThreadsPerCore; threads > 0 && n > threads {
		b.at(b.set["ntasks-per-core"])
		b.add(Error, fmt.Sprintf("%d tasks on a core of which %d threads are used; change one of the two", n, threads))
	}
	if u, ok := b.set["distribution"]; ok {
		b.at(u)
		b.checkDistribution()
	}
	if u, ok := b.set["deadline"]; ok && j.Begin > 0 && j.Deadline > 0 && j.Deadline < j.Begin {
		b.at(u)
		b.add(Error, "it lies before --begin; change one of the two")
	}
}

// sameTasks reports two names for the tasks of a GPU with another number each. What counts is the last of each, wherever
// it stands.
func (b *builder) sameTasks() {
	gpu, ok := b.set["ntasks-per-gpu"]
	tres, both := b.set["ntasks-per-tres"]
	if !ok || !both || b.perGPU == 0 || b.perTRES == 0 || b.perGPU == b.perTRES {
		return
	}
	first, n := gpu, b.perGPU
	b.at(tres)
	if gpu.turn > tres.turn {
		first, n = tres, b.perTRES
		b.at(gpu)
	}
	b.add(Error, fmt.Sprintf("it says the same as %s, which is %d; leave one of the two out", first.option, n))
}

// checkDistribution refuses what leaves nodes without tasks, and a list of places that has none.
func (b *builder) checkDistribution() {
	j := &b.job
	least, plane, tasks := uint64(1), uint64(j.Tuning.PlaneSize), uint64(max(j.Tasks, 1))
	switch {
	case j.Nodes != "":
		least, _, _ = nodeSpan(j.Nodes)
	case j.RequiredNodes != "":
		least = uint64(slurm.Hostlist(j.RequiredNodes).Count())
	}
	arbitrary := strings.HasPrefix(j.Tuning.Distribution, "arbitrary")
	switch {
	case plane > 0 && tasks/plane < least && (max(least, 1)-1)*plane >= tasks:
		b.add(Error, fmt.Sprintf("%d tasks in planes of %d do not reach %d nodes; ask for more tasks with --ntasks, or for smaller planes", tasks, plane, least))
	case arbitrary && j.Nodes != "":
		b.add(Error, "it takes the number of nodes from --nodelist; leave --nodes out")
	case arbitrary && j.RequiredNodes == "":
		b.add(Error, "it needs the nodes of the tasks; add --nodelist=NODES")
	}
}

// exclude reports two options if both were given, at the one that was given later.
func (b *builder) exclude(a, c string) {
	x, ok := b.set[a]
	y, both := b.set[c]
	if !ok || !both {
		return
	}
	if x.turn > y.turn {
		x, y = y, x
	}
	b.at(y)
	b.add(Error, "it excludes "+x.option+", to sbatch too; leave one of the two out")
}

// applyHint turns a hint into what Slurm knows. Other options about threads count for more, as for sbatch.
func (b *builder) applyHint() {
	if b.hint == "" {
		return
	}
	for _, other := range []string{"ntasks-per-core", "threads-per-core", "extra-node-info"} {
		if u, ok := b.set[other]; ok {
			b.hint = ""
			b.at(b.set["hint"])
			b.add(Warning, "sbatch takes no notice of it beside "+u.option+"; leave one of the two out")
			return
		}
	}
	b.job.Tuning.SocketsPerNode = 0 // sbatch forgets it with a hint
	if !strings.EqualFold(b.hint, "multithread") {
		b.job.ThreadsPerCore = 1
	}
}
