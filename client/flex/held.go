package flex

import (
	"cmp"
	"time"

	"flexq/client/slurm"
)

// heldLeases is what the leases of a job's nodes come to.
type heldLeases struct {
	first   *outlookNode // of those with a known end, the first to go
	unknown *outlookNode // one whose end is not known
	coming  *outlookNode // one whose machine is yet to come and will not live long, of all such the shortest
	life    time.Duration
}

func (o *Outlook) leasesOf(held []int32) heldLeases {
	var l heldLeases
	for _, at := range held {
		if at == notListed {
			l.unknown = &outlookNode{pool: -1, lease: Lease{Why: "Slurm does not list all of its nodes"}}
			continue
		}
		n := &o.nodes[at]
		switch pool := o.pools.of(n.pool); {
		case n.lease.Provenance == NoEnd:
		case n.lease.IsKnown():
			if l.first == nil || n.lease.End.Before(l.first.lease.End) {
				l.first = n
			}
		case n.isEmpty && pool.kind == lifeKnown:
			if l.coming == nil || pool.life < l.life {
				l.coming, l.life = n, pool.life
			}
		case l.unknown == nil:
			l.unknown = n
		}
	}
	return l
}

// judgeHeld holds the job's limit against the first end among its nodes. An end that kills it counts also when others
// are not known; else one that is not known is enough not to know.
func (o *Outlook) judgeHeld(j *slurm.Job, held []int32) Risk {
	l := o.leasesOf(held)
	if l.first == nil && l.unknown == nil && l.coming == nil {
		return Risk{}
	}
	needs, isEndless, ok := o.until(j)
	base := Risk{Kind: RiskUnknown, Needs: needs, Endless: isEndless, Requeue: j.Requeue, Restarts: j.Restarts}
	first := o.byEnd(base, l.first)
	switch {
	case ok && first.Kind == WillBeKilled:
		return first
	case l.unknown != nil:
		return o.onNode(base, l.unknown)
	case !ok:
		return o.onNode(base, cmp.Or(l.first, l.coming))
	case l.coming == nil:
		return first
	}
	coming := Risk{
		Pool: o.pools.of(l.coming.pool).id, Standing: l.coming.standing, Requeue: j.Requeue, Restarts: j.Restarts,
	}.byLife(l.life, j.Limit, o.margin)
	if coming.Kind > first.Kind || coming.Kind == first.Kind && coming.Spare < first.Spare {
		return coming
	}
	return first
}

// byEnd completes a risk by the end of a node's lease; without a node it is no risk.
func (o *Outlook) byEnd(r Risk, n *outlookNode) Risk {
	if n == nil {
		return Risk{}
	}
	r = o.onNode(r, n)
	if r.Endless {
		r.Kind = WillBeKilled
		return r
	}
	switch spare := n.lease.End.Sub(r.Needs); {
	case spare < 0:
		r.Kind, r.Lost = WillBeKilled, -spare
	case spare < o.margin:
		r.Kind, r.Spare = Tight, spare
	default:
		r.Kind, r.Spare = Fits, spare
	}
	return r
}

// onNode completes a risk by what is known of a node.
func (o *Outlook) onNode(r Risk, n *outlookNode) Risk {
	r.Node, r.Pool, r.Lease, r.Standing = n.name, o.pools.of(n.pool).id, n.lease, n.standing
	return r
}

// byLife completes the risk of a job that is yet to start, by the longest life that a pool gives.
func (r Risk) byLife(life time.Duration, l slurm.Limit, margin time.Duration) Risk {
	r.Lease = Lease{Duration: life}
	limit, ok := l.Duration()
	switch {
	case l == slurm.LimitInfinite:
		r.Kind, r.Endless = CannotFit, true
	case !ok:
		r.Kind = RiskUnknown
		r.Lease.Why = noLimitTold
	case limit > life:
		r.Kind, r.Lost = CannotFit, limit-life
	case life-limit < margin:
		r.Kind, r.Spare = Tight, life-limit
	default:
		r.Kind, r.Spare = Fits, life-limit
	}
	return r
}
