package flex

import (
	"cmp"
	"slices"

	"flexq/client/slurm"
)

// Standing says whether a node of a pool is always there.
type Standing uint8

// The standings of a node.
const (
	StandingUnknown Standing = iota
	Static                   // index below the pool's minimum: re-created whenever it is lost
	Dynamic                  // comes only while a job waits for it
)

// Words names the standing; "" when it is not known.
func (s Standing) Words() string {
	switch s {
	case Static:
		return "static"
	case Dynamic:
		return "dynamic"
	case StandingUnknown:
	}
	return ""
}

// Member is a node in its pool.
type Member struct {
	Node     *slurm.Node // of the list that was grouped
	Index    int         // the number at the end of its name, -1 if it has none
	Standing Standing
	Instance Instance // the machine under it, if HasInstance
	// HasInstance is false while the node is powered down, and whenever there is no cluster resource.
	HasInstance bool
}

// PoolNodes is a pool with its nodes, by index.
type PoolNodes struct {
	Pool  Pool // the zero Pool for nodes that are in no known pool
	Nodes []Member
	Tally Tally
	// Others are the machines of the pool that are no nodes of Slurm, as login nodes are.
	Others []Instance
}

// Group puts every node into its pool and counts. Each pool of p has its entry, in p's order, also when it has no
// nodes, but for a partition whose nodes the config file has put into other pools; nodes of no known pool make a last
// entry with the zero Pool.
func (p Pools) Group(nodes []slurm.Node) []PoolNodes {
	x := NewIndex(p)
	groups := make([]PoolNodes, len(p.Pools), len(p.Pools)+1)
	for i, pool := range p.Pools {
		groups[i].Pool = pool
	}
	var strays PoolNodes
	known := make(map[string]bool, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		known[n.Name] = true
		if at := x.find(n); at >= 0 {
			groups[at].add(x.member(n, p.Pools[at]))
		} else {
			strays.add(x.member(n, Pool{}))
		}
	}
	all := slices.Clone(groups)
	groups = slices.DeleteFunc(groups, func(g PoolNodes) bool { return g.isTaken(all) })
	if len(strays.Nodes) > 0 {
		groups = append(groups, strays)
	}
	others := p.others(known)
	for i := range groups {
		groups[i].sort()
		groups[i].Others = others[groups[i].Pool.ID]
	}
	return groups
}

// isTaken reports whether a partition stands for nothing any more, as pools of the config file have its nodes.
func (g *PoolNodes) isTaken(groups []PoolNodes) bool {
	if !g.Pool.FromPartition || len(g.Nodes) > 0 {
		return false
	}
	return slices.ContainsFunc(groups, func(other PoolNodes) bool {
		return other.Pool.FromConfig && slices.ContainsFunc(other.Nodes, func(m Member) bool {
			return slices.Contains(m.Node.Partitions, g.Pool.ID)
		})
	})
}

// others returns the machines that are not known as nodes, by pool and name.
func (p Pools) others(known map[string]bool) map[string][]Instance {
	var names []string
	for name, in := range p.Instances {
		if !known[in.Node] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	by := map[string][]Instance{}
	for _, name := range names {
		in := p.Instances[name]
		by[in.PoolID] = append(by[in.PoolID], in)
	}
	return by
}

// Member returns the node with its standing in the pool it belongs to.
func (x *Index) Member(n *slurm.Node) Member {
	pool, _ := x.PoolOf(n)
	return x.member(n, pool)
}

func (x *Index) member(n *slurm.Node, pool Pool) Member {
	m := Member{Node: n, Index: indexOf(n.Name)}
	m.Instance, m.HasInstance = x.Instance(n.Name)
	switch {
	case pool.ID == "" || pool.FromPartition || m.Index < 0:
	case m.Index < pool.Min || pool.Login:
		m.Standing = Static
	default:
		m.Standing = Dynamic
	}
	return m
}

func (g *PoolNodes) add(m Member) {
	g.Nodes = append(g.Nodes, m)
	g.Tally.add(m.Node, g.Pool)
}

func (g *PoolNodes) sort() {
	slices.SortStableFunc(g.Nodes, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Node.Name, b.Node.Name))
	})
	g.Tally.sort()
}
