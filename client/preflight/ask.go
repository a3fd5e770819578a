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
	required, excluded    slurm.Hostlist
	cpusPerTask           uint64
	cpusPerNode           uint64 // on one node at least
	cpus                  uint64 // of all nodes
	memPerNode            uint64 // MiB on one node at least
	memOption             string
	memByCPU              bool // memPerNode is counted by CPUs or GPUs
	disk                  uint64
	threads               uint64 // of each core
	perNode               []gres // of each node
	perJob                []gres // of all nodes
	gresOption            string // that perNode comes from
	features              features
}

func askOf(j *slurm.Submission) ask {
	a := ask{
		required: slurm.Hostlist(j.RequiredNodes), excluded: slurm.Hostlist(j.ExcludedNodes),
		cpusPerTask: max(1, uint64(j.CPUsPerTask)), disk: j.TmpDisk, threads: uint64(j.ThreadsPerCore),
		features: readFeatures(j.Features),
	}
	a.leastNodes, a.mostNodes = nodeRange(j)
	a.nodesOption = "--nodes"
	if n := hosts(a.required); n > a.leastNodes {
		a.leastNodes, a.nodesOption = n, "--nodelist"
		a.mostNodes = max(a.mostNodes, n)
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
	a.cpusPerNode = max(a.cpusPerTask, uint64(j.MinCPUs))
	if j.Overcommit {
		return
	}
	tasks := uint64(j.Tasks)
	if perNode := uint64(j.TasksPerNode); perNode > 0 && tasks == 0 {
		a.cpusPerNode = max(a.cpusPerNode, perNode*a.cpusPerTask)
		tasks = perNode * a.leastNodes
	}
	a.cpus = max(tasks*a.cpusPerTask, uint64(j.LeastCPUs), a.cpusPerNode)
	if gpus := gpusOf(a.perNode); j.CPUsPerGPU > 0 && gpus > 0 {
		a.cpusPerNode = max(a.cpusPerNode, gpus*uint64(j.CPUsPerGPU))
	}
}

func (a *ask) askMemory(j *slurm.Submission) {
	gpus := gpusOf(a.perNode)
	switch {
	case j.MemPerNode > 0:
		a.memPerNode, a.memOption = j.MemPerNode, "--mem"
	case j.MemPerCPU > 0:
		a.memPerNode, a.memOption, a.memByCPU = j.MemPerCPU*a.cpusPerNode, "--mem-per-cpu", a.cpusPerNode > 1
	case j.MemPerGPU > 0 && gpus > 0:
		a.memPerNode, a.memOption, a.memByCPU = j.MemPerGPU*gpus, "--mem-per-gpu", true
	}
}

func (a *ask) askGRES(j *slurm.Submission) {
	a.perNode, a.gresOption = readGRES(j.TRESPerNode), "--gpus-per-node"
	if len(a.perNode) > 0 && gpusOf(a.perNode) == 0 {
		a.gresOption = "--gres"
	}
	if len(a.perNode) == 0 {
		a.perNode, a.gresOption = readGRES(j.TRESPerSocket), "--gpus-per-socket"
	}
	if len(a.perNode) == 0 {
		a.perNode, a.gresOption = readGRES(j.TRESPerTask), "--gpus-per-task"
		tasks := uint64(max(1, j.TasksPerNode))
		if j.Tasks > 0 {
			tasks = 1
			if a.mostNodes != math.MaxUint64 {
				a.perJob = times(readGRES(j.TRESPerTask), uint64(j.Tasks))
			}
		}
		a.perNode = times(a.perNode, tasks)
	}
	if j.TRESPerJob != "" {
		a.perJob = readGRES(j.TRESPerJob)
	}
}
