package template

import (
	"strings"

	"flexq/client/slurm"
)

// size is how large the job is.
func (a *asks) size(j *slurm.Job) {
	a.add("nodes", nodesOf(j))
	perNode := j.TasksPerNode.Or(0)
	if tasks := j.Tasks.Or(0); tasks > 0 && tasks != max(1, perNode)*j.NodeCount.Or(1) {
		a.add("ntasks", count(j.Tasks))
	}
	a.add("ntasks-per-node", count(j.TasksPerNode))
	if j.CPUsPerTask.Or(1) > 1 {
		a.add("cpus-per-task", count(j.CPUsPerTask))
	}
	memory := []string{"mem", "mem-per-cpu", "mem-per-gpu"}
	switch {
	case j.MemPerNode.Set:
		a.lastOf("mem", mib(j.MemPerNode), memory...)
	case j.MemPerCPU.Set:
		a.lastOf("mem-per-cpu", mib(j.MemPerCPU), memory...)
	}
}

// nodesOf is how many nodes the job asks for. One node is what a job gets that does not say.
func nodesOf(j *slurm.Job) string {
	least, most := j.NodeCount.Or(0), j.MaxNodes.Or(0)
	switch {
	case least <= 1 && most == 0:
		return ""
	case most > least && j.State.Base == slurm.JobPending:
		return number(least) + "-" + number(most)
	}
	return count(j.NodeCount)
}

// gpus is what the job asks for beside CPUs and memory. Accounting knows only the sum.
func (a *asks) gpus(j *slurm.Job) {
	rivals := []string{"gpus", "gpus-per-node", "gpus-per-task", "gpus-per-socket", "gres", "tres-per-task"}
	nodes := int64(j.NodeCount.Or(0))
	switch all := j.TRESRequested.GPUs; {
	case j.TRESPerNode+j.TRESPerJob+j.TRESPerTask+j.TRESPerSocket != "":
		a.tres("gpus-per-node", "gres", j.TRESPerNode, rivals)
		a.tres("gpus", "", j.TRESPerJob, rivals)
		a.tres("gpus-per-socket", "", j.TRESPerSocket, rivals)
		a.tres("gpus-per-task", "tres-per-task", j.TRESPerTask, rivals)
	case all > 0 && nodes > 0 && all%nodes == 0:
		a.add("gpus-per-node", number(uint64(all/nodes)), rivals...)
	case all > 0:
		a.add("gpus", number(uint64(all)), rivals...)
	}
}

// tres writes a list such as gres/gpu:nvidia_h200:8: as GPUs if it has nothing else, by the option for all kinds
// otherwise, if there is one.
func (a *asks) tres(gpus, other, list string, rivals []string) {
	var onlyGPUs, all []string
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if other != "tres-per-task" {
			item = strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(item, "gres/"), "gres:"), "=", ":")
		}
		if item == "" || strings.HasPrefix(item, "cpu=") || strings.HasPrefix(item, "cpu:") { // --cpus-per-task says it
			continue
		}
		all = append(all, item)
		name := strings.TrimPrefix(item, "gres/")
		if n, ok := strings.CutPrefix(name, "gpu:"); ok {
			onlyGPUs = append(onlyGPUs, strings.ReplaceAll(n, "=", ":"))
		} else if name == "gpu" {
			onlyGPUs = append(onlyGPUs, "1")
		} else if n, ok := strings.CutPrefix(name, "gpu="); ok {
			onlyGPUs = append(onlyGPUs, n)
		}
	}
	switch {
	case len(all) == 0:
	case len(all) == len(onlyGPUs):
		a.add(gpus, strings.Join(onlyGPUs, ","), rivals...)
	case other != "":
		a.add(other, strings.Join(all, ","), rivals...)
	}
}

// count writes a number that is above 0.
func count(n slurm.Num) string {
	if n.Or(0) == 0 {
		return ""
	}
	return number(n.Value)
}

// mib writes an amount of memory in the largest unit that is whole; 0 asks for all of it.
func mib(n slurm.Num) string {
	v := n.Value
	switch {
	case v == 0:
		return "0"
	case v%1024 == 0:
		return number(v/1024) + "G"
	}
	return number(v) + "M"
}
