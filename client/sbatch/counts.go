package sbatch

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// counts are the numbers of tasks, nodes and CPUs of a job. Some that were not given sbatch works out before it sends
// them, others slurmctld does; it matters to srun in the script which of the two did. sbatch's are worked out here, in
// its order (_opt_verify and slurm_opt_create_job_desc of 24.11).
type counts struct {
	tasks       uint64 // 0: not sent
	asked       bool   // srun in the script is told the number of tasks
	guess       uint64 // of tasks, for the number of CPUs
	perNode     uint64 // tasks of each node; 0: not given
	perTRES     uint64 // tasks of each GPU; 0: not given
	least, most uint64 // nodes; most 0: no bound was given
	given       uint64 // the least number of nodes that was given, 1 for none
	nodes       bool   // a number of nodes or a list of them was given
	sizes       bool   // not all numbers between the two will do
	changed     bool   // the nodes are others than those that were given
}

// counts works out what the options say of tasks and nodes, apart from GPUs.
func (b *builder) counts() counts {
	j := &b.job
	c := counts{
		tasks: uint64(j.Tasks), asked: j.Tasks > 0, guess: max(uint64(j.Tasks), 1),
		perNode: uint64(j.TasksPerNode), perTRES: uint64(j.TasksPerGPU), least: 1,
	}
	if j.Nodes != "" {
		c.least, c.most, c.sizes = nodeSpan(j.Nodes)
		c.nodes = true
	} else if j.RequiredNodes != "" {
		c.least, c.nodes = uint64(slurm.Hostlist(j.RequiredNodes).Count()), true
	}
	c.given = c.least
	_, extra := b.set["extra-node-info"]
	switch {
	case (c.nodes || extra) && c.fixed() && c.perNode == 0 && !c.asked:
		c.guess = max(c.least, 1)
		if each := b.shaped(); each > 0 {
			c.tasks, c.asked = c.guess*each, true
			c.guess = c.tasks
		}
	case c.nodes && c.asked:
		b.tellFewTasks(&c)
		c.fewTasks()
	}
	if n := b.listedTasks(); n > 0 && !c.asked {
		c.tasks, c.asked, c.guess = n, true, n
	}
	if !c.nodes && c.asked && c.perNode > 0 {
		c.least = (c.tasks + c.perNode - 1) / c.perNode
		c.changed = c.least > 1
	}
	return c
}

// fixed reports whether there is no choice of nodes.
func (c *counts) fixed() bool { return c.most == 0 || c.most == c.least }

// tellFewTasks says that nodes which were asked for are not used, as sbatch does.
func (b *builder) tellFewTasks(c *counts) {
	option, cure := "nodes", "ask for as many tasks with --ntasks, or for fewer nodes"
	if _, ok := b.set[option]; !ok {
		option, cure = "nodelist", "ask for as many tasks with --ntasks, or name fewer nodes"
	}
	if u, ok := b.set[option]; ok && c.tasks < c.least {
		b.at(u)
		b.add(Warning, fmt.Sprintf("%s cannot run on %d nodes, and sbatch asks for %s; %s",
			slurm.Plural(int64(c.tasks), "task"), c.least, slurm.Plural(int64(c.tasks), "node"), cure))
	}
}

// fewTasks takes no more nodes than there are tasks.
func (c *counts) fewTasks() {
	if c.tasks < c.most {
		c.most, c.changed = c.tasks, true
	}
	if c.tasks < c.least {
		c.least, c.most, c.given, c.changed = c.tasks, c.tasks, c.tasks, true
	}
}

// shaped returns how many tasks sbatch gives each node whose sockets or threads were said, 0 if they were not.
func (b *builder) shaped() uint64 {
	n, said := uint64(1), false
	for _, v := range []uint32{b.job.Tuning.SocketsPerNode, b.job.ThreadsPerCore} {
		if v > 0 {
			n, said = n*uint64(v), true
		}
	}
	if !said {
		return 0
	}
	return n
}

// leastCPUs returns the number of CPUs that sbatch asks for.
func (b *builder) leastCPUs(c *counts) uint64 {
	if b.job.Overcommit {
		return max(c.given, 1)
	}
	if c.nodes && c.least == 0 && b.job.CPUsPerTask == 0 {
		return 0
	}
	guess := c.guess
	if c.perNode > 0 && !c.asked && c.fixed() {
		guess = c.least * c.perNode
	}
	return guess * uint64(max(b.job.CPUsPerTask, 1))
}

// slurmsCPUs returns the number of CPUs that slurmctld makes of a job with these counts: of the number that it is
// told, or, with 0, by itself.
func (b *builder) slurmsCPUs(c *counts, told uint64) uint64 {
	tasks := c.tasks
	switch {
	case tasks > 0:
	case c.perTRES > 0:
		tasks = c.least * c.perTRES
	case c.perNode > 0:
		tasks = c.least * c.perNode
	}
	switch {
	case told > 0 && tasks <= told:
		return told
	case tasks == 0:
		tasks = c.least
	}
	return tasks * uint64(max(b.job.CPUsPerTask, 1))
}

// settle puts the counts into the job, with the number of CPUs that sbatch asks for.
func (b *builder) settle(c *counts, cpus uint64) {
	j := &b.job
	j.Tasks = uint32(min(c.tasks, math.MaxInt32))
	switch {
	case !c.changed || c.sizes && c.most > c.least: // REST has no word for sizes and another bound beside them
	case c.most > 0:
		j.Nodes = strconv.FormatUint(c.least, 10)
		if c.most > c.least {
			j.Nodes += "-" + strconv.FormatUint(c.most, 10)
		}
	default:
		j.LeastNodes = uint32(min(c.least, math.MaxInt32))
	}
	if j.Overcommit || b.slurmsCPUs(c, cpus) != b.slurmsCPUs(c, 0) {
		j.LeastCPUs = uint32(min(cpus, math.MaxInt32))
	}
	if j.MinCPUs > 0 {
		j.MinCPUs = max(j.MinCPUs, j.CPUsPerTask)
	}
}

// nodeSpan returns the least and the most nodes that a --nodes value allows, and whether it leaves out some in between.
// The value was checked before.
func nodeSpan(v string) (least, most uint64, sizes bool) {
	sizes = strings.ContainsAny(v, ",:")
	least = math.MaxUint64
	for part := range strings.SplitSeq(v, ",") {
		span, step, stepped := strings.Cut(part, ":")
		first, last, ranged := strings.Cut(span, "-")
		lo, _ := nodeCount(first)
		hi := lo
		if ranged {
			hi, _ = nodeCount(last)
		}
		if by, _ := nodeCount(step); stepped && by > 0 {
			hi -= (hi - lo) % by
		}
		least, most = min(least, lo), max(most, hi)
	}
	return least, most, sizes
}
