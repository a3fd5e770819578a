package cluster

import (
	"math/bits"
	"slices"
)

// candidate reports whether a node is one that the job may use at all.
func (c *Cluster) candidate(n *Node, d *Desc, req, exc []string) bool {
	if len(req) > 0 && len(req) >= int(max(d.MaxNodes, d.MinNodes, 1)) && !slices.Contains(req, n.Name) {
		return false
	}
	if slices.Contains(exc, n.Name) {
		return false
	}
	if d.gpuKind != "" && n.Shape.GPUType != d.gpuKind {
		return false
	}
	return hasFeatures(n, d.Features)
}

// hasFeatures reads "a&b" and "a|b"; brackets and counts are not simulated.
func hasFeatures(n *Node, expr string) bool {
	if expr == "" {
		return true
	}
	words := featureWords(expr)
	if slices.Contains([]byte(expr), '|') {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(n.Features, w) })
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(n.Features, w) })
}

// free is what a node has left.
type free struct {
	cpus, gpus int
	mem        int
	empty      bool
}

func (n *Node) free() free {
	return free{
		cpus: n.Shape.CPUs - int(n.CPUs), gpus: n.Shape.GPUs - n.GPUsUsed(), mem: n.Shape.Mem - int(n.Mem),
		empty: len(n.jobs) == 0,
	}
}

func (n *Node) whole() free {
	return free{cpus: n.Shape.CPUs, gpus: n.Shape.GPUs, mem: n.Shape.Mem, empty: true}
}

// take returns what k tasks take of a node with f left, and whether they fit.
func (q *need) take(sh *Shape, f free, k int) (cpus, mem int, ok bool) {
	if q.nodeCPUs > sh.CPUs {
		return 0, 0, false
	}
	if q.exclusive {
		if !f.empty {
			return 0, 0, false
		}
		cpus = sh.CPUs
		if k*q.cpt > cpus {
			return 0, 0, false
		}
	} else {
		cpus = max(k*q.cpt, 1)
		cpus = (cpus + sh.Threads - 1) / sh.Threads * sh.Threads // whole cores
	}
	switch {
	case q.memSet && q.memNode == 0 && q.memC == 0:
		mem = sh.Mem
	case q.memNode > 0:
		mem = int(q.memNode)
	default:
		mem = int(q.memC) * cpus
	}
	return cpus, mem, cpus <= f.cpus && mem <= f.mem && q.gpus <= f.gpus
}

// perNode is how many tasks go to each of so many nodes.
func (q *need) perNode(nodes int) int {
	if q.tpn > 0 {
		return q.tpn
	}
	return max((q.tasks+nodes-1)/nodes, 1)
}

// pack returns the largest number of tasks, at most k, that fit.
func (q *need) pack(sh *Shape, f free, k int) int {
	for k = min(k, f.cpus/q.cpt+1); k > 0; k-- {
		if _, _, ok := q.take(sh, f, k); ok {
			return k
		}
	}
	return 0
}

// assign finds nodes for a job now. Nodes that are up come first; allow may keep some out.
func (c *Cluster) assign(p *Partition, d *Desc, allow func(*Node) bool) []Alloc {
	q := d.need()
	req, exc := ExpandHosts(d.ReqNodes), ExpandHosts(d.ExcNodes)
	nodes := make([]*Node, 0, 16)
	for pass := range 2 {
		for _, i := range p.Nodes {
			n := c.nodes[i]
			if n.up() == (pass == 0) && n.usable() && c.candidate(n, d, req, exc) && (allow == nil || allow(n)) {
				nodes = append(nodes, n)
			}
		}
	}
	if len(req) > 0 {
		slices.SortStableFunc(nodes, func(a, b *Node) int {
			return boolInt(!slices.Contains(req, a.Name)) - boolInt(!slices.Contains(req, b.Name))
		})
	}
	alloc := q.choose(nodes, (*Node).free)
	if len(req) > 0 && alloc != nil && !c.covers(alloc, req) {
		return nil
	}
	return alloc
}

func (c *Cluster) covers(alloc []Alloc, req []string) bool {
	for _, name := range req {
		if !slices.ContainsFunc(alloc, func(a Alloc) bool { return c.nodes[a.Node].Name == name }) {
			return false
		}
	}
	return true
}

// choose takes nodes in order until the job has enough, or returns nil.
func (q *need) choose(nodes []*Node, left func(*Node) free) []Alloc {
	var out []Alloc
	if q.max > 0 {
		k := q.perNode(q.min)
		for _, n := range nodes {
			if len(out) == q.max {
				break
			}
			if a, ok := q.allocOn(n, left(n), k); ok {
				out = append(out, a)
			}
		}
		if len(out) < q.min {
			return nil
		}
		return byNode(out)
	}
	rest := max(q.tasks, 1)
	for _, n := range nodes {
		k := q.pack(n.Shape, left(n), rest)
		if k == 0 {
			continue
		}
		a, _ := q.allocOn(n, left(n), k)
		out = append(out, a)
		if rest -= k; rest <= 0 {
			return byNode(out)
		}
	}
	return nil
}

func byNode(alloc []Alloc) []Alloc {
	slices.SortFunc(alloc, func(a, b Alloc) int { return int(a.Node - b.Node) })
	return alloc
}

func (q *need) allocOn(n *Node, f free, k int) (Alloc, bool) {
	cpus, mem, ok := q.take(n.Shape, f, k)
	if !ok {
		return Alloc{}, false
	}
	a := Alloc{Node: n.Index, CPUs: uint16(cpus), Mem: uint32(mem)}
	for g, used := 0, n.GPUs; bits.OnesCount16(a.GPUs) < q.gpus && g < n.Shape.GPUs; g++ {
		if used&(1<<g) == 0 || f.empty {
			a.GPUs |= 1 << g
		}
	}
	return a, true
}

// canEverFit reports whether the partition's nodes, all up and empty, could run the job.
func (c *Cluster) canEverFit(d *Desc) bool {
	return c.fitsOn(d, func(*Node) bool { return true })
}

// fitsOn reports whether the nodes of the partition that pass a test could run the job if they were empty.
func (c *Cluster) fitsOn(d *Desc, pass func(*Node) bool) bool {
	p := c.Partition(d.Partition)
	q := d.need()
	req, exc := ExpandHosts(d.ReqNodes), ExpandHosts(d.ExcNodes)
	var nodes []*Node
	for _, i := range p.Nodes {
		if n := c.nodes[i]; c.candidate(n, d, req, exc) && pass(n) {
			nodes = append(nodes, n)
		}
	}
	return q.choose(nodes, (*Node).whole) != nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
