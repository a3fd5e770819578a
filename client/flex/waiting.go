package flex

import (
	"time"

	"flexq/client/slurm"
)

// ask is what a job that waits wants of pools.
type ask struct {
	partitions string // one, or several with commas
	nodes      uint64
	gpus       int64 // on each node
	required   slurm.Hostlist
}

func askOf(j *slurm.Job) ask {
	a := ask{partitions: j.Partition, nodes: max(1, j.NodeCount.Or(1)), required: j.RequiredNodes}
	if n := int64(min(a.nodes, 1<<20)); j.TRESRequested.GPUs > 0 {
		a.gpus = (j.TRESRequested.GPUs + n - 1) / n
	}
	return a
}

// prospect is the best that the pools can do for a job that waits.
type prospect struct {
	best poolLife
	// other is a pool that it may use as well, of which the life is not known; must is one that it has to use.
	other, must *poolLife
}

// judge holds the limit of a job that waits against the longest life that the pools it may use can give it.
func (p *prospect) judge(j *slurm.Job, margin time.Duration) Risk {
	r := Risk{Pool: p.best.id, Requeue: j.Requeue, Restarts: j.Restarts}
	switch p.best.kind {
	case lifeUnknown:
		return r.notKnown(&p.best)
	case lifeEndless:
		if p.must != nil {
			return r.notKnown(p.must)
		}
		return Risk{}
	case lifeKnown:
	}
	r = r.byLife(p.best.life, j.Limit, margin)
	switch {
	case r.Kind == CannotFit && p.other != nil:
		return r.notKnown(p.other)
	case r.Kind != CannotFit && p.must != nil:
		return r.notKnown(p.must)
	}
	return r
}

// notKnown is the risk of a job that waits for machines of such a pool.
func (r Risk) notKnown(pool *poolLife) Risk {
	return Risk{Kind: RiskUnknown, Pool: pool.id, Lease: Lease{Why: pool.why}, Requeue: r.Requeue, Restarts: r.Restarts}
}

// prospect finds the longest life that pools with enough machines can give, and where the job names nodes, no longer than
// those of these nodes' pools.
func (o *Outlook) prospect(a ask) *prospect {
	p := &prospect{best: poolLife{kind: lifeEndless}}
	required := o.appendListed(nil, a.required)
	if uint64(len(required)) < a.nodes {
		p = longest(o.pools.eligible(a), a.nodes)
	}
	for _, at := range required {
		l := &poolLife{kind: lifeUnknown, why: "Slurm does not list a node that it requires"}
		if at != notListed {
			l = o.pools.of(o.nodes[at].pool)
		}
		switch {
		case l.kind == lifeUnknown:
			p.must = l
		case l.kind == lifeKnown && (p.best.kind == lifeEndless || p.best.kind == lifeKnown && l.life < p.best.life):
			p.best = *l
		}
	}
	return p
}

// longest takes pools in the order of their machines' lives until there are enough for the job: the last one bounds it.
// If there are never enough it needs them all.
func longest(pools []poolLife, nodes uint64) *prospect {
	p := &prospect{best: poolLife{why: "no known pool serves what it asks for"}}
	var sum uint64
	for i := range pools {
		l := &pools[i]
		if l.kind == lifeUnknown {
			if p.other == nil {
				p.other = l
			}
			continue
		}
		if sum < nodes {
			p.best = *l
			sum += l.max
		}
	}
	if sum < nodes && p.other != nil || p.best.kind == lifeUnknown && p.other != nil {
		p.best = *p.other
	}
	return p
}
