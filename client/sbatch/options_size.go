package sbatch

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

func sizeOptions() []spec {
	return []spec{
		{name: "nodes", short: "N", value: "N[-M]", words: "number of nodes, or least and most", take: (*builder).nodes},
		{name: "ntasks", short: "n", value: "N", words: "number of tasks", take: count(func(j *slurm.Submission) *uint32 { return &j.Tasks })},
		{name: "ntasks-per-node", alias: "tasks-per-node", value: "N", words: "tasks on each node", take: count16(func(j *slurm.Submission) *uint32 { return &j.TasksPerNode })},
		{name: "ntasks-per-socket", value: "N", words: "tasks on each socket", take: count16(func(j *slurm.Submission) *uint32 { return &j.TasksPerSocket })},
		{name: "ntasks-per-gpu", value: "N", words: "tasks for each GPU", take: (*builder).tasksPerGPU},
		{name: "cpus-per-task", short: "c", value: "N", words: "CPUs of each task", take: count16(func(j *slurm.Submission) *uint32 { return &j.CPUsPerTask })},
		{name: "cpus-per-gpu", value: "N", words: "CPUs for each GPU", take: count(func(j *slurm.Submission) *uint32 { return &j.CPUsPerGPU })},
		{name: "mincpus", value: "N", words: "least CPUs of each node", take: count(func(j *slurm.Submission) *uint32 { return &j.MinCPUs })},
		{name: "threads-per-core", value: "N", words: "threads to use of each core", take: count16(func(j *slurm.Submission) *uint32 { return &j.ThreadsPerCore })},
		{name: "mem", value: "SIZE", words: "memory of each node, as in 64G; 0 is all of it", take: memory(func(j *slurm.Submission) *uint64 { return &j.MemPerNode })},
		{name: "mem-per-cpu", value: "SIZE", words: "memory for each CPU", take: memory(func(j *slurm.Submission) *uint64 { return &j.MemPerCPU })},
		{name: "mem-per-gpu", value: "SIZE", words: "memory for each GPU", take: memory(func(j *slurm.Submission) *uint64 { return &j.MemPerGPU })},
		{name: "tmp", value: "SIZE", words: "local disk of each node", take: (*builder).tmp},
		{name: "gres", value: "LIST", words: "generic resources of each node, as in gpu:8", take: (*builder).takeGRES},
		{name: "gpus", short: "G", value: "[TYPE:]N", words: "GPUs of the job", take: gpus(func(b *builder) *gpuList { return &b.gpus })},
		{name: "gpus-per-node", value: "[TYPE:]N", words: "GPUs of each node", take: gpus(func(b *builder) *gpuList { return &b.gpusPerNode })},
		{name: "gpus-per-socket", value: "[TYPE:]N", words: "GPUs of each socket", take: gpus(func(b *builder) *gpuList { return &b.gpusPerSocket })},
		{name: "gpus-per-task", value: "[TYPE:]N", words: "GPUs of each task", take: (*builder).gpusPerTask},
		{name: "tres-per-task", value: "LIST", words: "resources of each task, as in cpu=4,gres/gpu=1", take: (*builder).takeTRESPerTask},
	}
}

// nodes takes N, N-M, -M, N-M:STEP and lists of these; N may end in k (of 1024) or m.
func (b *builder) nodes(v string) error {
	v = strings.Trim(v, blanks)
	if first, last, ranged := strings.Cut(v, "-"); ranged {
		v = strings.TrimRight(first, blanks) + "-" + strings.TrimLeft(last, blanks)
	}
	if strings.HasPrefix(v, "-") { // sbatch takes the least for one
		v = "1" + v
	}
	for part := range strings.SplitSeq(v, ",") {
		span, step, stepped := strings.Cut(part, ":")
		first, last, ranged := strings.Cut(span, "-")
		lo, ok := nodeCount(first)
		hi := lo
		if ok && ranged {
			hi, ok = nodeCount(last)
		}
		if ok && stepped {
			_, ok = nodeCount(step)
		}
		if !ok {
			return fmt.Errorf("%q is not a number of nodes; write 4, or 2-4 for at least 2 and at most 4", v)
		}
		if hi < lo {
			return fmt.Errorf("the most, %s, is less than the least, %s; write the smaller number first", last, first)
		}
	}
	b.job.Nodes = strings.ReplaceAll(v, "+", "")
	if least, _, _ := nodeSpan(v); least == 0 {
		b.add(Warning, "a job of no nodes runs nothing, it can only make a burst buffer; write the number of nodes that it needs")
	}
	return nil
}

func nodeCount(s string) (uint64, bool) {
	unit := uint64(1)
	if s != "" {
		switch s[len(s)-1] {
		case 'k', 'K':
			unit, s = 1<<10, s[:len(s)-1]
		case 'm', 'M':
			unit, s = 1<<20, s[:len(s)-1]
		}
	}
	n, ok := parseInt(s)
	return n * unit, ok && n*unit <= math.MaxInt32
}

// memory options exclude each other, so each one forgets the others. Zero asks for all memory of the nodes.
func memory(field func(*slurm.Submission) *uint64) func(*builder, string) error {
	return func(b *builder, v string) error {
		n, err := parseSize(v)
		if err != nil {
			return err
		}
		j := &b.job
		j.MemPerNode, j.MemPerCPU, j.MemPerGPU, j.MemAll = 0, 0, 0, n == 0
		b.memGPUZero = n == 0 && field(j) == &j.MemPerGPU
		if b.memGPUZero {
			j.MemAll = false
		}
		*field(j) = n
		return nil
	}
}

func (b *builder) tmp(v string) error {
	n, err := parseSize(v)
	if err != nil {
		return err
	}
	if n > math.MaxUint32-2 {
		return fmt.Errorf("%q is more than Slurm can count; write at most %dT", v, (math.MaxUint32-2)>>20)
	}
	b.job.TmpDisk = n
	return nil
}

// parseSize reads an amount as sbatch does: whole numbers, MiB without a suffix, K rounded up.
func parseSize(v string) (uint64, error) {
	number := strings.TrimRight(v, "KMGTBkmgtb")
	n, err := strconv.ParseUint(unsigned(number), 10, 40)
	if err != nil {
		return 0, fmt.Errorf("%q is not an amount of memory; write a whole number with M, G or T, as in 64G", v)
	}
	switch strings.ToUpper(v[len(number):]) {
	case "", "M", "MB":
		return n, nil
	case "K", "KB":
		return (n + 1023) / 1024, nil
	case "G", "GB":
		return n << 10, nil
	case "T", "TB":
		if n < 1<<32 {
			return n << 20, nil
		}
	}
	return 0, fmt.Errorf("%q is not an amount of memory; write a whole number with M, G or T, as in 64G", v)
}
