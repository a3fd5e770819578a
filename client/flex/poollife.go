package flex

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
)

// lifeKind says what is known of how long the machines of a pool live.
type lifeKind uint8

const (
	lifeUnknown lifeKind = iota
	lifeKnown
	lifeEndless // they are not taken away at a fixed time
)

// poolLife is what a pool has for a job that waits.
type poolLife struct {
	id   string
	kind lifeKind
	life time.Duration
	max  uint64 // machines
	gpus int64  // of a machine; -1 if that is not known
	why  string // for lifeUnknown
}

// poolBook knows the pools behind each partition.
type poolBook struct {
	lives       []poolLife
	byPartition map[string][]int
	strays      map[string]uint64 // nodes of the partition that are in no pool
}

// newPoolBook reads off the nodes which partitions use a pool, and takes also those that the cluster resource names:
// a pool may have no node yet.
func newPoolBook(s *Snapshot, nodes []outlookNode) poolBook {
	b := poolBook{
		lives: make([]poolLife, len(s.Pools.Pools)), byPartition: map[string][]int{}, strays: map[string]uint64{},
	}
	counts := make([]uint64, len(b.lives))
	for i := range nodes {
		at := nodes[i].pool
		if at >= 0 {
			counts[at]++
		}
		for _, part := range s.Nodes[i].Partitions {
			b.use(part, at)
		}
	}
	for i := range b.lives {
		pool := &s.Pools.Pools[i]
		b.lives[i] = lifeOf(pool, counts[i])
		isEmptyStandIn := (pool.FromPartition || pool.FromConfig) && counts[i] == 0
		if pool.Login || isEmptyStandIn && len(nodes) > 0 {
			continue
		}
		for _, part := range pool.Partitions {
			b.use(part, i)
		}
	}
	return b
}

func (b *poolBook) use(partition string, pool int) {
	if pool < 0 {
		b.strays[partition]++
	} else if used := b.byPartition[partition]; !slices.Contains(used, pool) {
		b.byPartition[partition] = append(used, pool)
	}
}

func lifeOf(pool *Pool, nodes uint64) poolLife {
	l := poolLife{id: pool.ID, max: nodes, gpus: -1}
	switch {
	case pool.Max > 0:
		l.max = uint64(pool.Max)
	case nodes == 0:
		l.max = math.MaxUint32 // it does not say
	}
	if !pool.FromPartition && !pool.FromConfig {
		l.gpus = int64(pool.Accelerators)
	}
	v := sight{pool: *pool}
	life, from := v.life()
	switch {
	case v.hasNoEnd():
		l.kind = lifeEndless
	case from != LifeUnknown:
		l.kind, l.life = lifeKnown, life
	default:
		l.why = v.missing(&NodeMemory{})
	}
	return l
}

// of returns the life of pool number i, -1 for none.
func (b *poolBook) of(i int) *poolLife {
	if i < 0 {
		return &poolLife{why: noPool}
	}
	return &b.lives[i]
}

// eligible returns the pools that can serve the job, longest life first.
func (b *poolBook) eligible(a ask) []poolLife {
	var out []poolLife
	var used []int
	for part := range strings.SplitSeq(a.partitions, ",") {
		for _, i := range b.byPartition[part] {
			if l := &b.lives[i]; !slices.Contains(used, i) && (l.gpus < 0 || l.gpus >= a.gpus) {
				used = append(used, i)
				out = append(out, *l)
			}
		}
		if n := b.strays[part]; n > 0 {
			out = append(out, poolLife{max: n, gpus: -1, why: noPool})
		}
	}
	slices.SortStableFunc(out, func(x, y poolLife) int {
		return cmp.Or(cmp.Compare(y.kind, x.kind), cmp.Compare(y.life, x.life), cmp.Compare(x.id, y.id))
	})
	return out
}
