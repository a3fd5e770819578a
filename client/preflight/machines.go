package preflight

import (
	"math"
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// judgeState looks at the partition itself.
func (c *checker) judgeState(p *slurm.Partition) []verdict {
	state := strings.Join(p.State, "+")
	switch state {
	case "INACTIVE", "DRAIN":
		return []verdict{{sbatch.Error, "--partition", p.Name + " takes no jobs now (" + state + ")", "choose another partition, or wait"}}
	case "DOWN":
		return []verdict{{sbatch.Warning, "--partition", p.Name + " starts no jobs now (DOWN)", "choose another partition, or let the job wait"}}
	}
	return nil
}

// judgeCounts holds the number of nodes against the partition's.
func (c *checker) judgeCounts(p *slurm.Partition) []verdict {
	var out []verdict
	most := p.MaxNodes.Or(math.MaxUint64)
	least := c.ask.leastNodes
	total := uint64(p.NodeCount)
	switch {
	case total > 0 && least > total:
		return []verdict{{sbatch.Error, c.ask.nodesOption, p.Name + " has " + nodes(total), "ask for " + num(total) + " or fewer"}}
	case most > 0 && least > most && !c.mayOverride(p, "PARTITION_MAXIMUM_NODE"):
		out = append(out, verdict{
			sbatch.Severe, c.ask.nodesOption, p.Name + " allows a job " + nodes(most) + ": it would wait for ever",
			"ask for " + num(most) + " or fewer",
		})
	case c.ask.mostNodes < uint64(p.MinNodes) && !c.mayOverride(p, "PARTITION_MINIMUM_NODE"):
		out = append(out, verdict{
			sbatch.Severe, "--nodes", p.Name + " takes jobs from " + nodes(uint64(p.MinNodes)) + " on: it would wait for ever",
			"ask for " + num(uint64(p.MinNodes)) + " or more",
		})
	}
	return out
}

// test is one thing that a job asks of each of its nodes.
type test struct {
	option string
	fits   func(*slurm.Node) bool
	// size is how much of it a node has, as words for the largest.
	size func(*slurm.Node) uint64
	want uint64
	say  func(uint64) string
	what string // what it is asked for, as in "9 GPUs"
}

// judgeMachines looks whether the partition has enough nodes that can hold the job, whatever is free now.
func (c *checker) judgeMachines(p *slurm.Partition) []verdict {
	list, isWhole := c.nodesOf(p)
	if !isWhole {
		return nil
	}
	list = slices.DeleteFunc(list, func(n *slurm.Node) bool { return c.ask.excluded != "" && c.ask.excluded.Contains(n.Name) })
	least := int(c.ask.leastNodes)
	if len(list) < least {
		return []verdict{{sbatch.Error, "--exclude", "it leaves " + nodes(uint64(len(list))) + " of " + p.Name, "exclude fewer"}}
	}
	var out []verdict
	fit := slices.Clone(list)
	for _, t := range c.tests() {
		if v, bad := t.judge(p, list, least); bad {
			out = append(out, v)
		}
		fit = slices.DeleteFunc(fit, func(n *slurm.Node) bool { return !t.fits(n) })
	}
	if len(out) == 0 && len(fit) < least {
		out = append(out, verdict{
			sbatch.Error, "--nodes", p.Name + " has " + nodes(uint64(len(fit))) + " that have all that is asked of each",
			"ask for less of each node, or for fewer nodes",
		})
	}
	if len(out) == 0 {
		out = c.judgeTotals(p, fit)
	}
	return out
}

func (t *test) judge(p *slurm.Partition, list []*slurm.Node, least int) (verdict, bool) {
	enough, best := 0, uint64(0)
	for _, n := range list {
		if t.fits(n) {
			enough++
		}
		best = max(best, t.size(n))
	}
	switch {
	case enough >= least:
		return verdict{}, false
	case enough > 0:
		return verdict{
			sbatch.Error, t.option, "only " + num(uint64(enough)) + " of the nodes of " + p.Name + " have " + t.what,
			"ask for fewer nodes, or for less of each",
		}, true
	case best == 0:
		return verdict{sbatch.Error, t.option, "the nodes of " + p.Name + " have no " + t.what, "choose another partition"}, true
	}
	return verdict{
		sbatch.Error, t.option, t.what + " are more than a node of " + p.Name + " has, " + t.say(best),
		"ask for " + t.say(best) + " or less, or choose another partition",
	}, true
}

// tests are what the job asks of each node.
func (c *checker) tests() []test {
	a := &c.ask
	var out []test
	if len(a.features.names) > 0 && a.features.all {
		out = append(out, test{
			option: "--constraint", fits: a.features.on, size: func(*slurm.Node) uint64 { return 0 },
			what: "feature " + strings.Join(a.features.names, "&"),
		})
	}
	for _, g := range a.perNode {
		out = append(out, test{
			option: a.gresOption, what: g.String(),
			fits: func(n *slurm.Node) bool { return has(n, g) >= g.count }, size: func(n *slurm.Node) uint64 { return has(n, g) },
			say: func(k uint64) string { h := g; h.count = k; return h.String() },
		})
	}
	cpus := func(n *slurm.Node) uint64 { return a.cpusOf(n) }
	out = append(out, test{
		option: c.cpuOption(), what: plural(a.cpusPerNode, "CPU"), size: cpus,
		fits: func(n *slurm.Node) bool { return n.CPUs == 0 || cpus(n) >= a.cpusPerNode },
		say:  func(k uint64) string { return num(k) },
	})
	if a.memPerNode > 0 {
		mem := func(n *slurm.Node) uint64 { return n.RealMemory }
		out = append(out, test{
			option: a.memOption, what: memory(a.memPerNode) + " of memory", size: mem,
			fits: func(n *slurm.Node) bool { return n.RealMemory <= 1 || n.RealMemory >= a.memPerNode }, say: memory,
		})
	}
	return out
}

// cpusOf counts the CPUs of a node that the job could use.
func (a *ask) cpusOf(n *slurm.Node) uint64 {
	cpus := uint64(n.CPUs)
	if threads := uint64(n.Threads); a.threads > 0 && threads > a.threads && cpus%threads == 0 {
		cpus = cpus / threads * a.threads
	}
	return cpus
}

func (c *checker) cpuOption() string {
	switch j := c.job; {
	case c.ask.cpusPerNode == uint64(j.MinCPUs):
		return "--mincpus"
	case j.TasksPerNode > 0:
		return "--ntasks-per-node"
	case j.CPUsPerGPU > 0 && c.ask.cpusPerNode > c.ask.cpusPerTask:
		return "--cpus-per-gpu"
	}
	return "--cpus-per-task"
}

// judgeTotals holds what the job wants of all its nodes together against the largest that it may have.
func (c *checker) judgeTotals(p *slurm.Partition, fit []*slurm.Node) []verdict {
	a := &c.ask
	var out []verdict
	sum := func(size func(*slurm.Node) uint64) uint64 {
		sizes := make([]uint64, len(fit))
		for i, n := range fit {
			sizes[i] = size(n)
		}
		slices.Sort(sizes)
		var total uint64
		for i := len(sizes) - 1; i >= 0 && uint64(len(sizes)-i) <= a.mostNodes; i-- {
			total += sizes[i]
		}
		return total
	}
	if total := sum(func(n *slurm.Node) uint64 { return a.cpusOf(n) / a.cpusPerTask * a.cpusPerTask }); a.cpus > total && total > 0 {
		out = append(out, verdict{
			sbatch.Error, "--ntasks", plural(a.cpus, "CPU") + " are more than " + c.togetherIn(p) + ", " + num(total),
			"ask for fewer tasks or CPUs, or for more nodes",
		})
	}
	for _, g := range a.perJob {
		total := sum(func(n *slurm.Node) uint64 { return has(n, g) })
		h := g
		h.count = total
		if g.count > total {
			out = append(out, verdict{
				sbatch.Error, "--gpus", g.String() + " are more than " + c.togetherIn(p) + ", " + h.String(), "ask for fewer, or for more nodes",
			})
		}
	}
	return out
}

func (c *checker) togetherIn(p *slurm.Partition) string {
	if c.ask.mostNodes < uint64(p.NodeCount) {
		return nodes(c.ask.mostNodes) + " of " + p.Name + " can have"
	}
	return p.Name + " has"
}

// checkNodeNames finds nodes that do not exist.
func (c *checker) checkNodeNames() {
	if !c.knowsAllNodes() {
		return
	}
	known := make(map[string]bool, len(c.Nodes))
	for i := range c.Nodes {
		known[c.Nodes[i].Name] = true
	}
	for _, k := range []struct {
		option string
		list   slurm.Hostlist
	}{{"--nodelist", c.ask.required}, {"--exclude", c.ask.excluded}} {
		if hosts(k.list) == 0 {
			continue
		}
		for name := range k.list.All() {
			if !known[name] {
				c.tell(sbatch.Error, k.option, "there is no node "+quoted(name), "check the names of the nodes")
				break
			}
		}
	}
}
