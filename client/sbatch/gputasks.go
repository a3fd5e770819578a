package sbatch

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
)

// checkGPUs refuses what sbatch refuses: GPUs for each task that do not go with the GPUs of the job or the tasks.
func (b *builder) checkGPUs() {
	if u, ok := b.set["gpus-per-socket"]; ok && b.job.Tuning.SocketsPerNode == 0 {
		b.at(u)
		b.add(Error, "it needs the number of sockets too; add --sockets-per-node=N")
	}
	per := b.perTask.total() + gpusPerTask(b.tresPerTask)
	u, ok := b.set["gpus-per-task"]
	if !ok {
		u = b.set["tres-per-task"]
	}
	if per == 0 {
		return
	}
	b.at(u)
	all, tasks := b.gpus.total(), b.statedTasks()
	switch {
	case all == 0 && tasks == 0 && b.job.RequiredNodes == "":
		b.add(Error, "neither the number of tasks nor that of GPUs is given; add --ntasks=N")
	case all > 0 && all%per != 0:
		b.add(Error, fmt.Sprintf("%d GPUs are not a multiple of %d for each task; change one of the two", all, per))
	case all > 0 && tasks > 0 && tasks != all/per && !strings.ContainsAny(b.job.Nodes, "-,:"):
		b.add(Error, fmt.Sprintf("%d GPUs with %d for each task make %d tasks, and there are %d; change one of them", all, per, all/per, tasks))
	}
}

// statedTasks counts the tasks as far as options other than those of GPUs say.
func (b *builder) statedTasks() uint64 {
	switch {
	case b.job.Tasks > 0:
		return uint64(b.job.Tasks)
	case b.job.Nodes == "":
		return 0
	}
	return leastNodes(b.job.Nodes) * uint64(max(b.job.TasksPerNode, 1))
}

// listedTasks counts the nodes of a list that says where each task goes.
func (b *builder) listedTasks() uint64 {
	if !strings.HasPrefix(b.job.Tuning.Distribution, "arbitrary") || b.job.RequiredNodes == "" {
		return 0
	}
	return uint64(slurm.Hostlist(b.job.RequiredNodes).Count())
}
