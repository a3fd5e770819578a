package flex

import "flexq/client/slurm"

// Index finds the pool of a node. Make it once for a snapshot of pools; it is safe for use by several goroutines.
type Index struct {
	pools       Pools
	byID        map[string]int
	byPartition map[string][]int
}

// NewIndex prepares look-ups in p.
func NewIndex(p Pools) *Index {
	x := &Index{pools: p, byID: make(map[string]int, len(p.Pools)), byPartition: map[string][]int{}}
	for i, pool := range p.Pools {
		x.byID[pool.ID] = i
		if pool.Login {
			continue
		}
		for _, part := range pool.Partitions {
			x.byPartition[part] = append(x.byPartition[part], i)
		}
	}
	return x
}

// PoolOf returns the pool of a node: the one that the cluster's resource names for it, else the one in its name,
// else the one that its partitions point to. It reports false when none of these tells.
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
	return x.byPartitions(n.Partitions)
}

// byPartitions picks the one pool that the partitions share, or of partitions that stand in for pools the
// smallest: it says most about the node. A partition over several real pools tells nothing.
func (x *Index) byPartitions(partitions []string) int {
	best, real := -1, 0
	for _, part := range partitions {
		for _, i := range x.byPartition[part] {
			switch pool := x.pools.Pools[i]; {
			case i == best:
			case pool.FromPartition:
				if best < 0 || pool.Max < x.pools.Pools[best].Max {
					best = i
				}
			default:
				best = i
				real++
			}
		}
	}
	if real > 1 {
		return -1
	}
	return best
}
