package preflight

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// judgeMachines looks whether the partition has enough nodes that can hold the job, whatever is free now: otherwise Slurm
// refuses it.
func (c *checker) judgeMachines(p *slurm.Partition) []verdict {
	list, isWhole := c.nodesOf(p)
	if !isWhole {
		return c.judgePools(p)
	}
	if v := c.judgeNames(p, list); v != nil {
		return v
	}
	list = c.withoutExcluded(list)
	least := c.leastNodes(p)
	if len(list) < least {
		return []verdict{c.excludesTooMany(p, list, least)}
	}
	var out []verdict
	fit := slices.Clone(list)
	for _, t := range c.tests(p) {
		if v, bad := t.judge(c.called(p), list, least); bad {
			out = append(out, v)
		}
		if t.nodes == 0 {
			fit = slices.DeleteFunc(fit, func(n *slurm.Node) bool { return !t.fits(n) })
		}
	}
	switch {
	case len(out) > 0:
		return out
	case len(fit) < least:
		return []verdict{{
			sbatch.Error, "--nodes", c.called(p) + " has " + nodes(uint64(len(fit))) + " that have all that is asked of each",
			"ask for less of each node, or for fewer nodes",
		}}
	}
	if out = append(c.judgeTotals(p, fit), c.judgeShares(p, fit, least)...); len(out) > 0 {
		return out
	}
	return append(c.judgeCores(p, fit, least), c.judgeHealth(p, fit, least)...)
}

// judgeCores warns of memory by CPU that would be too much if the job got whole cores, as it does under most settings
// (SelectTypeParameters), which no REST answer shows.
func (c *checker) judgeCores(p *slurm.Partition, fit []*slurm.Node, least int) []verdict {
	a := &c.ask
	if a.memPerCPU == 0 || !c.sharesMemory() {
		return nil
	}
	enough, most := 0, uint64(0)
	for _, n := range fit {
		threads := max(1, uint64(n.Threads))
		whole := (a.cpus + threads - 1) / threads * threads
		if n.RealMemory <= 1 || a.memPerCPU*whole <= n.RealMemory {
			enough++
		}
		most = max(most, n.RealMemory/whole)
	}
	if enough >= least {
		return nil
	}
	return []verdict{{
		sbatch.Warning, "--mem-per-cpu", "a job mostly gets whole cores, and with the CPUs of those it is more memory than a node of " + c.called(p) + " has: Slurm then refuses it",
		"ask for " + memory(most) + " or less, or use --mem",
	}}
}

func (c *checker) withoutExcluded(list []*slurm.Node) []*slurm.Node {
	return slices.DeleteFunc(slices.Clone(list), func(n *slurm.Node) bool { return c.ask.excluded.has(n.Name) })
}

// leastNodes is how many nodes the job gets at least: those of the partition's least too, unless it asks for fewer.
func (c *checker) leastNodes(p *slurm.Partition) int {
	least := c.ask.leastNodes
	if n := uint64(p.MinNodes); n > least && n <= c.ask.mostNodes && !c.overrides(p, "PARTITION_MINIMUM_NODE") {
		least = n
	}
	return int(min(least, 1<<30))
}

func (c *checker) excludesTooMany(p *slurm.Partition, list []*slurm.Node, least int) verdict {
	wants := "the job asks for " + num(uint64(least))
	if uint64(least) > c.ask.leastNodes {
		wants = c.called(p) + " takes jobs from " + num(uint64(least)) + " on"
	}
	return verdict{sbatch.Error, "--exclude", "it leaves " + nodes(uint64(len(list))) + " of " + c.called(p) + ", and " + wants, "exclude fewer, or ask for fewer nodes"}
}

// judgeEarly is what Slurm refuses before it looks at the partition's limits of a job: what no node of it has.
func (c *checker) judgeEarly(p *slurm.Partition) []verdict {
	list, isWhole := c.nodesOf(p)
	if !isWhole {
		return nil
	}
	out := c.judgeNames(p, list)
	if list = c.withoutExcluded(list); len(list) == 0 {
		return append(out, c.excludesTooMany(p, list, c.leastNodes(p)))
	}
	for _, t := range c.tests(p) {
		if v, bad := t.judge(c.called(p), list, 1); bad && t.isEarly {
			out = append(out, v)
		}
	}
	return out
}

// judgeOneMachine says what is asked of each node that none of the partition has: with fewer nodes too Slurm would refuse
// the job, so that both are told at once.
func (c *checker) judgeOneMachine(p *slurm.Partition) []verdict {
	list, isWhole := c.nodesOf(p)
	if !isWhole || len(list) == 0 {
		return nil
	}
	var out []verdict
	for _, t := range c.tests(p) {
		if v, bad := t.judge(c.called(p), list, 1); bad {
			out = append(out, v)
		}
	}
	return out
}

// judgeNames looks for required nodes that the partition does not have.
func (c *checker) judgeNames(p *slurm.Partition, list []*slurm.Node) []verdict {
	a := &c.ask
	n := hosts(a.required)
	switch {
	case n == 0 || c.strangeNode:
		return nil
	case n > a.mostNodes: // Slurm then takes those of them that will do
		set, found := newNodeSet(a.required), uint64(0)
		for _, n := range list {
			if set.has(n.Name) {
				found++
			}
		}
		if found < a.leastNodes {
			return []verdict{{
				sbatch.Error, "--nodelist", nodes(found) + " of those that it names are in " + c.called(p) + ", and the job asks for " + num(a.leastNodes),
				"choose nodes of the partition, or another partition",
			}}
		}
		return nil
	}
	known := make(map[string]bool, len(list))
	for _, n := range list {
		known[n.Name] = true
	}
	for name := range a.required.All() {
		if !known[name] {
			return []verdict{{sbatch.Error, "--nodelist", "the node " + quoted(name) + " is not in " + c.called(p), "choose nodes of the partition, or another partition"}}
		}
	}
	return nil
}

// judgeHealth warns where too few of the nodes that could hold the job take work.
func (c *checker) judgeHealth(p *slurm.Partition, fit []*slurm.Node, least int) []verdict {
	works, bad := 0, (*slurm.Node)(nil)
	for _, n := range fit {
		if !n.State.IsDown() && !n.State.Has(slurm.NodeDrain) && !n.State.Has(slurm.NodeFail) {
			works++
		} else if bad == nil || bad.Reason == "" {
			bad = n
		}
	}
	if works >= least || bad == nil {
		return nil
	}
	what := "only " + num(uint64(works)) + " of the " + num(uint64(len(fit))) + " nodes of " + c.called(p) + " that could run it take work now"
	switch {
	case works == 0 && len(fit) == 1:
		what = "the only node of " + c.called(p) + " that could run it takes no work now"
	case works == 0:
		what = "none of the " + num(uint64(len(fit))) + " nodes of " + c.called(p) + " that could run it takes work now"
	}
	if bad.Reason != "" {
		what += " (" + bad.Name + ": " + bad.Reason + ")"
	}
	return []verdict{{sbatch.Warning, "--partition", what, "let the job wait, or choose another partition"}}
}

// judgeTotals holds what the job wants of all its nodes together against the largest that it may have.
func (c *checker) judgeTotals(p *slurm.Partition, fit []*slurm.Node) []verdict {
	a := &c.ask
	most := min(a.mostNodes, c.mostNodes(p))
	where := c.called(p) + " can hold"
	if most < uint64(len(fit)) {
		where = nodes(most) + " of " + c.called(p) + " can hold"
	}
	var out []verdict
	if total := largest(fit, most, func(n *slurm.Node) uint64 { return c.tasksOn(n, p) }); a.tasks > total {
		out = append(out, verdict{
			sbatch.Error, "--ntasks", plural(a.tasks, "task") + " are more than " + where + ", " + num(total),
			"ask for fewer tasks, for less for each, or for more nodes",
		})
	}
	for _, g := range a.gresOfJob {
		total := largest(fit, most, func(n *slurm.Node) uint64 { return c.has(n, g) })
		if g.count > total {
			out = append(out, verdict{
				sbatch.Error, "--gpus", g.String() + " are more than " + where + ", " + num(total), "ask for fewer, or for more nodes",
			})
		}
	}
	return out
}

// judgeShares holds what the tasks of a node get against what is asked of the node.
func (c *checker) judgeShares(p *slurm.Partition, fit []*slurm.Node, least int) []verdict {
	a := &c.ask
	var out []verdict
	if most := a.perNode * a.cpusPerTask; most > 0 && uint64(c.job.MinCPUs) > most && !c.job.Exclusive {
		out = append(out, verdict{
			sbatch.Error, "--mincpus", num(uint64(c.job.MinCPUs)) + " CPUs on a node are more than its " + plural(a.perNode, "task") + " may have, " + num(most),
			"ask for " + num(most) + " or fewer, or for more tasks on each node",
		})
	}
	if len(a.gresOfTask) > 0 && a.tasks > 0 && a.perNode > a.tasks {
		out = append(out, verdict{
			sbatch.Error, "--ntasks-per-node", plural(a.perNode, "task") + " with GPUs on each node are more than the job has, " + num(a.tasks), "ask for " + num(a.tasks) + " or fewer",
		})
	}
	if most := p.MaxCPUsPerNode.Or(0); c.job.Exclusive && most > 0 {
		whole := 0
		for _, n := range fit {
			if uint64(n.CPUs) <= most {
				whole++
			}
		}
		if whole < least {
			out = append(out, verdict{
				sbatch.Error, "--exclusive", "a whole node has more CPUs than " + c.called(p) + " allows a job on it, " + num(most), "leave it out, or choose another partition",
			})
		}
	}
	return out
}

// tasksOn counts the tasks that a node could hold at most.
func (c *checker) tasksOn(n *slurm.Node, p *slurm.Partition) uint64 {
	a := &c.ask
	tasks := a.cpusOf(n, p) / a.cpusPerTask
	if a.shares {
		tasks = 1 << 32 // as many as they like
	}
	if a.perNode > 0 {
		tasks = min(tasks, a.perNode)
	}
	if a.shares {
		return tasks
	}
	if cores := uint64(n.Sockets) * uint64(n.Cores); a.taskPerCore > 0 && cores > 0 {
		tasks = min(tasks, cores*a.taskPerCore)
	}
	for _, g := range a.gresOfTask {
		if g.count > 0 {
			tasks = min(tasks, c.has(n, g)/g.count)
		}
	}
	return tasks
}

// largest adds up what so many nodes have at most.
func largest(list []*slurm.Node, most uint64, size func(*slurm.Node) uint64) uint64 {
	sizes := make([]uint64, len(list))
	for i, n := range list {
		sizes[i] = size(n)
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	var total uint64
	for _, n := range sizes[:min(most, uint64(len(sizes)))] {
		total += n
	}
	return total
}

func (c *checker) nodeCure(name string) string {
	names := make([]string, len(c.Nodes))
	for i := range c.Nodes {
		names[i] = c.Nodes[i].Name
	}
	if cure := pick(name, names, ""); strings.HasPrefix(cure, "did you") {
		return cure
	}
	return "check the names of the nodes"
}

// mostNamed is up to how many named nodes are looked for among those left out.
const mostNamed = 1000

// checkNames finds nodes that do not exist, and such as are both wanted and not.
func (c *checker) checkNames() {
	a := &c.ask
	if n := hosts(a.required); n > 0 && n <= min(a.mostNodes, mostNamed) && a.excluded.list != "" {
		for name := range a.required.All() {
			if a.excluded.has(name) {
				c.tell(sbatch.Error, "--exclude", "the node "+quoted(name)+" is in --nodelist too", "leave it out of one of the two")
				break
			}
		}
	}
	if !c.knowsAll {
		return
	}
	known := make(map[string]bool, len(c.Nodes))
	for i := range c.Nodes {
		known[c.Nodes[i].Name] = true
	}
	for _, k := range []struct {
		option string
		list   slurm.Hostlist
	}{{"--nodelist", a.required}, {"--exclude", a.excluded.list}} {
		if hosts(k.list) == 0 {
			continue
		}
		for name := range k.list.All() {
			if !known[name] {
				c.strangeNode = true
				c.tell(sbatch.Error, k.option, "there is no node "+quoted(name), c.nodeCure(name))
				break
			}
		}
	}
}
