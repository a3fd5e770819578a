package preflight

import (
	"slices"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// test is one thing that a job asks of each of its nodes.
type test struct {
	option string
	what   string // as in "9 GPUs"
	fits   func(*slurm.Node) bool
	size   func(*slurm.Node) uint64 // how much of it a node has
	say    func(uint64) string
	level  sbatch.Level
	nodes  int // how many must pass; 0 for all that the job gets
	// Slurm looks at it when it looks for nodes that could do at all.
	isEarly bool
}

// judge says why too few of the nodes of a partition, which is called so, pass.
func (t *test) judge(of string, list []*slurm.Node, least int) (verdict, bool) {
	enough, best := 0, uint64(0)
	if t.nodes > 0 {
		least = t.nodes
	}
	for _, n := range list {
		if t.fits(n) {
			enough++
		} else {
			best = max(best, t.size(n))
		}
	}
	v := verdict{level: t.level, option: t.option}
	switch {
	case enough >= least:
		return verdict{}, false
	case enough > 0:
		v.what = "only " + num(uint64(enough)) + " of the nodes of " + of + " have " + t.what
		v.cure = "ask for fewer nodes, or for less of each"
	case best == 0:
		v.what, v.cure = "no node of "+of+" has "+t.what, "choose another partition"
	default:
		v.what = t.what + " are more than a node of " + of + " has, " + t.say(best)
		v.cure = "ask for " + t.say(best) + " or less, or choose another partition"
	}
	return v, true
}

// tests are what the job asks of each node of a partition.
func (c *checker) tests(p *slurm.Partition) []test {
	a := &c.ask
	var out []test
	if !c.strangeFeature {
		out = append(out, a.features.tests()...)
	}
	for _, g := range a.gres {
		out = append(out, test{
			option: a.gresOption, what: g.String(),
			fits: func(n *slurm.Node) bool { return c.has(n, g) >= g.count }, size: func(n *slurm.Node) uint64 { return c.has(n, g) },
			say: func(k uint64) string { h := g; h.count = k; return h.String() },
		})
	}
	cpus := func(n *slurm.Node) uint64 { return a.cpusOf(n, p) }
	out = append(out, test{
		option: c.cpuOption(), what: plural(a.cpus, "CPU"), size: cpus, say: num,
		fits:    func(n *slurm.Node) bool { return n.CPUs == 0 || cpus(n) >= a.cpus },
		isEarly: a.threads == 0 && a.taskPerCore == 0 && p.MaxCPUsPerNode.Or(0) == 0,
	})
	if a.memOption != "" {
		out = append(out, c.memoryTest(p))
	}
	return append(out, c.shapeTests()...)
}

// shapeTests are what the job asks of the sockets and cores of each node.
func (c *checker) shapeTests() []test {
	var out []test
	for _, k := range []struct {
		option, noun string
		want         uint64
		size         func(*slurm.Node) uint64
	}{
		// Unlike all else a partition's limit of CPUs does not count.
		{"--mincpus", "CPUs", uint64(c.job.MinCPUs), func(n *slurm.Node) uint64 { return c.ask.cpusOf(n, &slurm.Partition{}) }},
		{"--sockets-per-node", "sockets", uint64(c.job.Tuning.SocketsPerNode), func(n *slurm.Node) uint64 { return uint64(n.Sockets) }},
		{"--threads-per-core", "threads of a core", c.ask.threads, func(n *slurm.Node) uint64 { return uint64(n.Threads) }},
	} {
		if k.want > 0 {
			out = append(out, test{
				option: k.option, what: num(k.want) + " " + k.noun, size: k.size, say: num,
				fits:    func(n *slurm.Node) bool { return k.size(n) == 0 || k.size(n) >= k.want },
				isEarly: k.option == "--mincpus" && c.ask.threads == 0 && c.ask.taskPerCore == 0,
			})
		}
	}
	return out
}

// memoryTest holds memory against that of a node. Slurm counts memory by CPUs and GPUs only where it is a resource that
// jobs share (SelectTypeParameters); the memory of one node it always looks at.
func (c *checker) memoryTest(p *slurm.Partition) test {
	a := &c.ask
	size := func(n *slurm.Node) uint64 { return n.RealMemory }
	want := func(n *slurm.Node) uint64 {
		switch {
		case a.memPerCPU == 0:
			return a.mem
		case c.job.Exclusive:
			return a.memPerCPU * max(a.cpus, a.cpusOf(n, p)) // it gets all of them
		}
		return a.memPerCPU * a.cpus
	}
	t := test{
		option: a.memOption, what: memory(max(a.mem, a.memPerCPU*a.cpus)) + " of memory", size: size, say: memory,
		fits:    func(n *slurm.Node) bool { return n.RealMemory <= 1 || want(n) <= n.RealMemory },
		isEarly: !a.memByGPU && a.memPerCPU == 0 && p.MaxMemPerCPU.Or(0) == 0,
	}
	if (a.memByGPU || a.memPerCPU > 0) && !c.sharesMemory() {
		t.level = sbatch.Severe
	}
	if most := p.MaxMemPerCPU.Or(0); most > 0 && a.mem > 0 { // Slurm then takes more CPUs
		t.fits = func(n *slurm.Node) bool {
			return n.RealMemory <= 1 || want(n) <= n.RealMemory && (n.CPUs == 0 || a.cpusOf(n, p)*most >= a.mem)
		}
		t.size = func(n *slurm.Node) uint64 { return min(n.RealMemory, a.cpusOf(n, p)*most) }
	}
	return t
}

// sharesMemory reports whether memory is known to be counted among what jobs share.
func (c *checker) sharesMemory() bool {
	return slices.ContainsFunc(c.Nodes, func(n slurm.Node) bool { return n.AllocMemory > 0 })
}

// cpuOption is where the number of CPUs of a node comes from.
func (c *checker) cpuOption() string {
	switch c.ask.cpus {
	case c.ask.cpusPerTask:
		return "--cpus-per-task"
	case c.ask.perNode * c.ask.cpusPerTask:
		return "--ntasks-per-node"
	}
	return "--cpus-per-gpu"
}
