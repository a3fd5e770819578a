package columns

import (
	"slices"
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// PoolBook tells which pools a job is on, or waits for. It never changes.
type PoolBook struct {
	ofNode      map[string]string
	ofPartition map[string][]string
}

// NewPoolBook looks up the pool of each node.
func NewPoolBook(pools flex.Pools, nodes []slurm.Node) *PoolBook {
	index := flex.NewIndex(pools)
	b := &PoolBook{ofNode: make(map[string]string, len(nodes)), ofPartition: map[string][]string{}}
	for i := range nodes {
		n := &nodes[i]
		pool, ok := index.PoolOf(n)
		if !ok {
			continue
		}
		b.ofNode[n.Name] = pool.ID
		for _, part := range n.Partitions {
			b.add(part, pool.ID)
		}
	}
	for i := range pools.Pools {
		for _, part := range pools.Pools[i].Partitions {
			b.add(part, pools.Pools[i].ID)
		}
	}
	return b
}

func (b *PoolBook) add(part, pool string) {
	if !slices.Contains(b.ofPartition[part], pool) {
		b.ofPartition[part] = append(b.ofPartition[part], pool)
	}
}

// onOne reports whether a job is on a node of one of some pools or, while it is on none, may get one by its partitions.
func (b *PoolBook) onOne(j *slurm.Job, pools []string) bool {
	if b == nil {
		return false
	}
	if j.Nodes == "" {
		for part := range strings.SplitSeq(j.Partition, ",") {
			if slices.ContainsFunc(b.ofPartition[part], func(pool string) bool { return isOneOf(pool, pools) }) {
				return true
			}
		}
		return false
	}
	if j.Nodes.Count() > mostNodes {
		return false
	}
	for node := range j.Nodes.All() {
		if pool, ok := b.ofNode[node]; ok && isOneOf(pool, pools) {
			return true
		}
	}
	return false
}
