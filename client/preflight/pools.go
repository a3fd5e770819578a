package preflight

import (
	"slices"

	"flexq/client/flex"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// poolsOf returns the pools behind a partition, and whether they are all of them: each of its nodes belongs to one.
func (c *checker) poolsOf(p *slurm.Partition) (pools []flex.Pool, isWhole bool) {
	if c.Pools.Origin != flex.FromResource || len(c.Pools.Pools) == 0 {
		return nil, false
	}
	if c.index == nil {
		c.index = flex.NewIndex(c.Pools)
	}
	isWhole = true
	add := func(q flex.Pool) {
		if !q.Login && !slices.ContainsFunc(pools, func(r flex.Pool) bool { return r.ID == q.ID }) {
			pools = append(pools, q)
		}
	}
	for _, q := range c.Pools.Pools {
		if slices.Contains(q.Partitions, p.Name) {
			add(q)
		}
	}
	list, _ := c.nodesOf(p)
	for _, n := range list {
		q, ok := c.index.PoolOf(n)
		isWhole = isWhole && ok && !q.FromPartition
		if ok {
			add(q)
		}
	}
	return pools, isWhole && len(pools) > 0
}

// poolNodes is how many nodes the pools of a partition can have, if that is known.
func (c *checker) poolNodes(p *slurm.Partition) (uint64, bool) {
	pools, isWhole := c.poolsOf(p)
	total := uint64(0)
	for _, q := range pools {
		if q.Max <= 0 || q.FromConfig || q.FromPartition {
			return 0, false
		}
		total += uint64(q.Max)
	}
	return total, isWhole
}

// judgePools holds the GPUs of a node against the machines of the pools, where Slurm does not list all nodes.
func (c *checker) judgePools(p *slurm.Partition) []verdict {
	pools, isWhole := c.poolsOf(p)
	want := gpusOf(c.ask.gres)
	if !isWhole || want == 0 {
		return nil
	}
	best := 0
	for _, q := range pools {
		if q.FromConfig || q.FromPartition {
			return nil
		}
		best = max(best, q.Accelerators)
	}
	if want <= uint64(best) {
		return nil
	}
	v := verdict{sbatch.Severe, c.ask.gresOption, "no machine of " + c.called(p) + " has GPUs", "choose another partition"}
	if best > 0 {
		v.what = plural(want, "GPU") + " are more than a machine of " + c.called(p) + " has, " + num(uint64(best))
		v.cure = "ask for " + num(uint64(best)) + " or fewer"
	}
	return []verdict{v}
}
