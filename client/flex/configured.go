package flex

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Configured is a pool as the config file describes it, for a cluster whose resource does not or cannot be read.
type Configured struct {
	ID string
	// Nodes is a Slurm host list in which * stands for any text: "a3u-[0-15],flex-*". Empty, it means the nodes of
	// the pool or partition that is named ID.
	Nodes    string
	Model    Model         // FlexStart if it is empty
	Duration time.Duration // longest life of a Flex Start machine; 0 means DefaultDuration
	Min      int           // nodes with an index below it are always there
}

// WithConfigured returns p with the pools of the config file. Where the cluster resource describes a pool of the same
// id, that wins, and the file gives only what the resource leaves open. A partition that stands in for a pool becomes
// the described pool if it has the same id. p itself is not changed. It fails for a pool without an id, one that is
// given twice, or Nodes that are no host list; the pools without fault are in the result even so.
func (p Pools) WithConfigured(configured []Configured) (Pools, error) {
	var errs []error
	p.Pools = slices.Clone(p.Pools)
	seen := map[string]bool{}
	for _, c := range configured {
		if err := c.check(seen); err != nil {
			errs = append(errs, err)
			continue
		}
		seen[c.ID] = true
		if i := slices.IndexFunc(p.Pools, func(q Pool) bool { return q.ID == c.ID }); i >= 0 {
			p.Pools[i] = c.over(p.Pools[i])
		} else {
			p.Pools = append(p.Pools, c.over(Pool{ID: c.ID, FromPartition: true}))
		}
	}
	return p, errors.Join(errs...)
}

func (c Configured) check(seen map[string]bool) error {
	switch {
	case c.ID == "":
		return errors.New("a pool of the config file has no name")
	case seen[c.ID]:
		return fmt.Errorf("pool %s is twice in the config file", c.ID)
	}
	if _, err := parsePattern(c.Nodes); err != nil {
		return fmt.Errorf("nodes of pool %s in the config file: %w", c.ID, err)
	}
	return nil
}

// over lays what the file says over a pool: all of it over a partition, else what is left open.
func (c Configured) over(pool Pool) Pool {
	pool.Nodes = c.Nodes
	if pool.FromPartition {
		pool.FromPartition, pool.FromConfig = false, true
		pool.Model, pool.MaxDuration, pool.Min = cmp.Or(c.Model, FlexStart), c.Duration, c.Min
		return pool
	}
	pool.Model = cmp.Or(pool.Model, c.Model)
	if pool.HasLease() && pool.MaxDuration <= 0 {
		pool.MaxDuration = c.Duration
	}
	return pool
}
