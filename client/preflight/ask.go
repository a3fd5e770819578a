package preflight

import (
	"math"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// ask is what a job wants of each node and of all together: at least so much, whatever else Slurm adds.
type ask struct {
	leastNodes, mostNodes uint64 // mostNodes is math.MaxUint64 without an upper end
	nodesOption           string
	required              slurm.Hostlist
	excluded              nodeSet
	tasks, perNode        uint64 // tasks of all and of each node; 0 where the job does not say
	shares                bool   // its tasks share CPUs
	cpusPerTask           uint64
	taskCPUs              uint64 // on one node at least, as limits count them
	cpus                  uint64 // that one node must have; what --mincpus asks for beside it
	mem                   uint64 // MiB on one node at least, where memPerCPU is 0
	memPerCPU             uint64
	memOption             string
	memByGPU              bool
	threads, taskPerCore  uint64 // of each core
	gres, gresOfJob       []gres // of each node, and of all nodes
	gresOfTask            []gres
	gresOption            string // that gres comes from
	features              features
}

func askOf(j *slurm.Submission) ask {
	a := ask{
		required: slurm.Hostlist(j.RequiredNodes), excluded: newNodeSet(slurm.Hostlist(j.ExcludedNodes)),
		tasks: uint64(j.Tasks), perNode: uint64(j.TasksPerNode), cpusPerTask: max(1, uint64(j.CPUsPerTask)),
		threads: uint64(j.ThreadsPerCore), taskPerCore: uint64(j.Tuning.TasksPerCore), features: readFeatures(j.Features),
	}
	a.leastNodes, a.mostNodes = nodeRange(j)
	a.nodesOption = "--nodes"
	if n := hosts(a.required); n > a.leastNodes && n <= a.mostNodes {
		a.leastNodes, a.nodesOption = n, "--nodelist"
	}
	a.askGRES(j)
	a.askCPUs(j)
	a.askMemory(j)
	return a
}

// nodeRange reads "4", "2-4" and lists of such with steps ("1,3-9:2"): the least and the most.
func nodeRange(j *slurm.Submission) (least, most uint64) {
	least, most = max(1, uint64(j.LeastNodes)), math.MaxUint64
	if j.Nodes == "" {
		return least, most
	}
	first, last := j.Nodes, j.Nodes
	if i := strings.LastIndexAny(last, ",-"); i >= 0 {
		last = last[i+1:]
	}
	if i := strings.IndexAny(first, ",-:"); i >= 0 {
		first = first[:i]
	}
	last, _, _ = strings.Cut(last, ":")
	if n, ok := count(first); ok {
		least = max(1, n)
	}
	if n, ok := count(last); ok {
		most = max(least, n)
	}
	return least, most
}

// count reads a whole number with the suffixes k and m that --nodes allows.
func count(s string) (uint64, bool) {
	factor := uint64(1)
	switch {
	case strings.HasSuffix(s, "k"), strings.HasSuffix(s, "K"):
		factor, s = 1024, s[:len(s)-1]
	case strings.HasSuffix(s, "m"), strings.HasSuffix(s, "M"):
		factor, s = 1024*1024, s[:len(s)-1]
	}
	n, err := strconv.ParseUint(s, 10, 32)
	return n * factor, err == nil
}

// hosts counts the names of a list. One that would be endless counts as 0.
func hosts(h slurm.Hostlist) uint64 {
	const most = 1 << 20
	if n := h.Count(); n < most {
		return uint64(n)
	}
	return 0
}

func (a *ask) askCPUs(j *slurm.Submission) {
	a.cpus = a.cpusPerTask
	a.shares = j.Overcommit
	if a.tasks == 0 && !a.shares {
		a.cpus = max(a.cpus, a.perNode*a.cpusPerTask)
	}
	if gpus := gpusOf(a.gres); j.CPUsPerGPU > 0 && gpus > 0 {
		a.cpus = max(a.cpus, gpus*uint64(j.CPUsPerGPU))
	}
	a.taskCPUs = a.cpus
	a.cpus = max(a.cpus, a.perNode*a.cpusPerTask) // a node must have them even where its tasks are fewer, or share CPUs
}

func (a *ask) askMemory(j *slurm.Submission) {
	gpus := gpusOf(a.gres)
	switch {
	case j.MemPerNode > 0:
		a.mem, a.memOption = j.MemPerNode, "--mem"
	case j.MemPerCPU > 0:
		a.memPerCPU, a.memOption = j.MemPerCPU, "--mem-per-cpu"
	case j.MemPerGPU > 0 && gpus > 0:
		a.mem, a.memOption, a.memByGPU = j.MemPerGPU*gpus, "--mem-per-gpu", true
	}
}

func (a *ask) askGRES(j *slurm.Submission) {
	a.gres, a.gresOption = readGRES(j.TRESPerNode), "--gpus-per-node"
	a.gresOfTask, a.gresOfJob = readGRES(j.TRESPerTask), readGRES(j.TRESPerJob)
	if len(a.gres) > 0 && gpusOf(a.gres) == 0 {
		a.gresOption = "--gres"
	}
	if len(a.gres) == 0 {
		a.gres, a.gresOption = readGRES(j.TRESPerSocket), "--gpus-per-socket"
	}
	if len(a.gres) == 0 {
		tasks := uint64(1)
		if a.tasks == 0 && a.perNode > 0 {
			tasks = a.perNode
		}
		a.gres, a.gresOption = times(a.gresOfTask, tasks), "--gpus-per-task"
	}
}

// gpus is how many GPUs the job wants of all nodes together at least.
func (a *ask) gpus() uint64 {
	return max(gpusOf(a.gres)*a.leastNodes, gpusOf(a.gresOfJob), gpusOf(a.gresOfTask)*a.tasks)
}

// allCPUs is how many CPUs the job wants of all nodes together at least.
func (a *ask) allCPUs() uint64 {
	if a.shares {
		return a.taskCPUs * a.leastNodes
	}
	return max(a.tasks*a.cpusPerTask, a.taskCPUs*a.leastNodes)
}

// cpusOf counts the CPUs of a node that a job of the partition could use.
func (a *ask) cpusOf(n *slurm.Node, p *slurm.Partition) uint64 {
	cpus := uint64(n.CPUs)
	// A node whose CPUs are its cores has as many whatever the threads.
	if cores, threads := uint64(n.Sockets)*uint64(n.Cores), uint64(n.Threads); a.threads > 0 && a.threads < threads && cpus == cores*threads {
		cpus = cores * a.threads
	}
	if most := p.MaxCPUsPerNode.Or(0); most > 0 {
		cpus = min(cpus, most)
	}
	return cpus
}
