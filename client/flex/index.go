package flex

import (
	"cmp"

	"flexq/client/slurm"
)

// Index finds the pool of a node. Make it once for a snapshot of pools; it is safe for use by several goroutines.
type Index struct {
	pools       Pools
	byID        map[string]int
	byPartition map[string][]int
	patterns    []poolPattern
}

// poolPattern is the description of a pool's nodes in the config file.
type poolPattern struct {
	pattern
	pool int
}

// NewIndex prepares look-ups in p.
func NewIndex(p Pools) *Index {
	x := &Index{pools: p, byID: make(map[string]int, len(p.Pools)), byPartition: map[string][]int{}}
	for i, pool := range p.Pools {
		x.byID[pool.ID] = i
		if pool.Nodes != "" {
			if pat, err := parsePattern(pool.Nodes); err == nil { // WithConfigured has told of an error
				x.patterns = append(x.patterns, poolPattern{pat, i})
			}
		}
		if pool.Login || pool.FromConfig && pool.Nodes != "" { // the latter has no other nodes than it says
			continue
		}
		for _, part := range pool.Partitions {
			x.byPartition[part] = append(x.byPartition[part], i)
		}
	}
	return x
}

// PoolOf returns the pool of a node: the one that the cluster's resource names for it, else the one in its name,
// else the first whose description in the config file fits, else the one that its partitions point to. It reports false
// when none of these tells.
func (x *Index) PoolOf(n *slurm.Node) (Pool, bool) {
	i := x.find(n)
	if i < 0 {
		return Pool{}, false
	}
	return x.pools.Pools[i], true
}

// Instance returns the machine under a node, if the cluster's resource knows it. A node that is powered down has
// none.
func (x *Index) Instance(node string) (Instance, bool) {
	in, ok := x.pools.Instances[node]
	return in, ok
}

func (x *Index) find(n *slurm.Node) int {
	if in, ok := x.pools.Instances[n.Name]; ok {
		if i, ok := x.byID[in.PoolID]; ok {
			return i
		}
	}
	if x.pools.Origin == FromResource {
		if id, _, ok := SplitName(x.pools.Cluster, n.Name); ok {
			if i, ok := x.byID[id]; ok {
				return i
			}
		}
	}
	for _, p := range x.patterns {
		if p.matches(n.Name) {
			return p.pool
		}
	}
	return x.byPartitions(n.Partitions)
}

// byPartitions picks the one pool that the partitions share. A partition over several pools of the cluster resource
// tells nothing. Of pools that are only partitions, the ones that the config file describes come first, and then the
// smallest: it says most about the node.
func (x *Index) byPartitions(partitions []string) int {
	best, isTied := -1, false
	for _, part := range partitions {
		for _, i := range x.byPartition[part] {
			if i == best {
				continue
			}
			switch c := x.compare(i, best); {
			case c > 0:
				best, isTied = i, false
			case c == 0:
				isTied = true
			}
		}
	}
	if isTied {
		return -1
	}
	return best
}

// compare says which of two pools that share a node's partitions has the better claim to it: above 0 for the first, 0
// if that cannot be said.
func (x *Index) compare(i, j int) int {
	if j < 0 {
		return 1
	}
	a, b := &x.pools.Pools[i], &x.pools.Pools[j]
	if a.claim() != b.claim() {
		return a.claim() - b.claim()
	}
	if a.claim() == claimOfResource {
		return 0
	}
	return cmp.Or(cmp.Compare(b.Max, a.Max), -1) // of two alike the first
}

const claimOfResource = 2

func (p *Pool) claim() int {
	switch {
	case p.FromPartition:
		return 0
	case p.FromConfig:
		return 1
	}
	return claimOfResource
}
