package flex

import (
	"slices"
	"time"
)

// memoryKept is for how long a node is remembered that Slurm does not list any more: several longest leases.
const memoryKept = 30 * 24 * time.Hour

// Remember returns m brought up to what the snapshot shows of machines and leases. Nodes that Slurm does not list are
// kept as Gone for 30 days. Nothing changes while the snapshot knows no nodes, and twice is the same as once.
// NewOutlook gives the same before and after it.
func Remember(m Memory, s Snapshot) Memory {
	if s.NodesAsOf.IsZero() {
		return m
	}
	x := NewIndex(s.Pools)
	nodes := make(map[string]NodeMemory, max(len(s.Nodes), len(m.Nodes)))
	for i := range s.Nodes {
		v := x.sight(&s, i)
		nodes[v.node.Name] = v.remember(m.Nodes[v.node.Name])
	}
	for name, mem := range m.Nodes {
		if _, listed := nodes[name]; !listed && s.NodesAsOf.Sub(mem.Seen) < memoryKept {
			mem.Gone = true
			nodes[name] = mem
		}
	}
	m.Nodes = nodes
	return m
}

// sight gathers what the snapshot shows of its node number i.
func (x *Index) sight(s *Snapshot, i int) sight {
	n := &s.Nodes[i]
	v := sight{node: n, planned: s.Pools.Planned[n.Name], now: s.Now, asOf: s.NodesAsOf}
	v.pool, _ = x.PoolOf(n)
	v.in, v.has = x.Instance(n.Name)
	return v
}

// maxLater bounds how many boots of one machine are kept.
const maxLater = 16

// maxSuccessors bounds how many machines one look can show to have come and gone since the look before.
const maxSuccessors = maxLater

// remember works out what is known of the node's machine from now on. What was known of the machine before is kept
// until there is another one.
func (v *sight) remember(mem NodeMemory) NodeMemory {
	if !v.hasMachine(&mem) {
		mem.Seen, mem.Gone = v.asOf, true
		return mem
	}
	for range maxSuccessors {
		mem = v.renew(mem)
		if v.isSame(&mem) {
			break
		}
	}
	return mem
}

// renew takes the machine for the remembered one or for its successor.
func (v *sight) renew(mem NodeMemory) NodeMemory {
	next := mem
	if !v.isSame(&mem) {
		next = v.successor(&mem)
	}
	next.Seen, next.Gone = v.asOf, false
	v.learn(&next)
	v.learnBoot(&next)
	if next.Machine == "" {
		next.Machine = v.name(&next)
	}
	next.Lease = v.lease(&next)
	if !next.Lease.IsKnown() {
		return next
	}
	if end := next.Lease.End; next.Bound.IsZero() || end.Before(next.Bound) {
		next.Bound = end
	}
	if v.isLiving() && v.asOf.Sub(next.Lease.End) > outlivedBound {
		isCertain := v.in.ID != "" || !v.in.Created.IsZero()
		next.Outlived = next.Outlived || isCertain || len(next.Later) == 0
	}
	return next
}

// learn adds what the sources tell of the machine.
func (v *sight) learn(mem *NodeMemory) {
	if v.in.ID != "" {
		mem.ID = v.in.ID
	}
	if created := v.created(mem); !created.IsZero() && (mem.Created.IsZero() || created.Before(mem.Created)) {
		mem.Created = created
	}
	if !v.planned.IsZero() && !v.planned.Equal(mem.Before.Planned) {
		mem.Planned = v.planned
	}
	if life, from := v.life(); from > mem.LifeFrom || from == LifeConfig && mem.LifeFrom == LifeConfig {
		mem.Life, mem.LifeFrom = life, from
	}
}

// learnBoot adds the machine's newest boot, and the end that Compute Engine tells, which another boot may move.
func (v *sight) learnBoot(mem *NodeMemory) {
	before, boot := mem.Boot, v.boot(mem)
	if !boot.IsZero() && (before.IsZero() || !SameBoot(boot, before)) {
		mem.Boot = boot
	}
	if before.IsZero() || mem.Boot.Before(mem.First) {
		mem.First = mem.Boot
	}
	isNew := !before.IsZero() && mem.Boot.After(before)
	if isNew && len(mem.Later) < maxLater {
		mem.Later = append(slices.Clip(mem.Later), mem.Boot)
	}
	isLate := !mem.Created.IsZero() && mem.Boot.Sub(mem.Created) > rebootBound
	isMoved := isNew || isLate && !mem.Rebooted || v.isStopped()
	mem.Rebooted = mem.Rebooted || isNew || isLate
	if !v.in.Ends.IsZero() {
		mem.Exact, mem.Moved = v.in.Ends, false
	} else if !mem.Exact.IsZero() {
		mem.Moved = mem.Moved || isMoved
	}
}

// life returns the longest life of the node's machine. That of a pool which changes while the machine lives does not
// concern it: the first that was told is kept.
func (v *sight) life() (time.Duration, LifeSource) {
	switch pool := &v.pool; {
	case v.in.MaxRun > 0:
		return v.in.MaxRun, LifeMachine
	case !pool.HasLease():
		return 0, LifeUnknown
	case pool.MaxDuration <= 0:
		return DefaultDuration, LifeDefault
	case pool.FromConfig:
		return pool.MaxDuration, LifeConfig
	default:
		return pool.MaxDuration, LifePool
	}
}
