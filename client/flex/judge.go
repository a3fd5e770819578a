package flex

import (
	"time"

	"flexq/client/slurm"
)

// notListed stands for a node that a job holds and Slurm does not list.
const notListed = -1

// waitKey is what jobs share that wait and for which the leases mean the same.
type waitKey struct {
	prospect *prospect
	limit    slurm.Limit
	// The rest is only handed on.
	requeue  bool
	restarts uint32
}

// waitingBook keeps what has been worked out for jobs that wait.
type waitingBook struct {
	prospects map[ask]*prospect
	risks     map[waitKey]*Risk
	// Those of the job before: most jobs of a long queue are like their neighbour.
	asked ask
	key   waitKey
	risk  *Risk
}

// judgeAll judges the jobs of the snapshot and counts them on their nodes.
func (o *Outlook) judgeAll(jobs []slurm.Job) {
	none := &Risk{}
	waiting := waitingBook{prospects: map[ask]*prospect{}, risks: map[waitKey]*Risk{}}
	var held []int32
	for i := range jobs {
		j := &jobs[i]
		held = o.nodesOf(j, held[:0])
		for _, at := range held {
			if at != notListed {
				o.nodes[at].jobs++
			}
		}
		if isWaiting(j) {
			o.risks[j.ID] = o.shared(&waiting, j)
			continue
		}
		o.risks[j.ID] = none
		if r := o.judge(j, held); r.Kind != NoLease {
			o.risks[j.ID] = &r
			if r.Kind == WillBeKilled {
				o.atRisk++
			}
		}
	}
}

// shared returns the risk of a job that waits, the same one for all to which it is common.
func (o *Outlook) shared(b *waitingBook, j *slurm.Job) *Risk {
	asked := askOf(j)
	p := b.key.prospect
	if p == nil || asked != b.asked {
		p = o.sharedProspect(b, asked)
	}
	key := waitKey{p, j.Limit, j.Requeue, j.Restarts}
	if b.risk != nil && key == b.key {
		return b.risk
	}
	r, ok := b.risks[key]
	if !ok {
		judged := p.judge(j, o.margin)
		r = &judged
		b.risks[key] = r
	}
	b.asked, b.key, b.risk = asked, key, r
	return r
}

func (o *Outlook) sharedProspect(b *waitingBook, asked ask) *prospect {
	p, ok := b.prospects[asked]
	if !ok {
		p = o.prospect(asked)
		b.prospects[asked] = p
	}
	return p
}

// nodesOf appends where in o.nodes the nodes are that the job holds.
func (o *Outlook) nodesOf(j *slurm.Job, held []int32) []int32 {
	if !j.State.IsActive() {
		return held
	}
	return o.appendListed(held, j.Nodes)
}

// appendListed appends where in o.nodes the nodes of the list are. A list that names more than there are is cut: it is
// not true.
func (o *Outlook) appendListed(held []int32, list slurm.Hostlist) []int32 {
	limit := 2*len(o.nodes) + 1
	for name := range list.All() {
		at, ok := o.byName[name]
		if !ok {
			at = notListed
		}
		held = append(held, at)
		if len(held) > limit {
			break
		}
	}
	return held
}

// judge says what the leases mean for a job that holds such nodes. One that has ended needs them no more, also while
// it is still being cleaned up; one that waits is measured by the pools that it may use.
func (o *Outlook) judge(j *slurm.Job, held []int32) Risk {
	switch {
	case isWaiting(j):
		return o.prospect(askOf(j)).judge(j, o.margin)
	case j.State.Base == slurm.JobRunning, j.State.Base == slurm.JobSuspended:
		return o.judgeHeld(j, held)
	}
	return Risk{}
}

// isWaiting reports whether the job has yet to be given nodes. One that was requeued waits also while its former run is
// being cleaned up.
func isWaiting(j *slurm.Job) bool {
	return j.State.Base == slurm.JobPending || isConfiguring(j) && j.Nodes == ""
}

func isConfiguring(j *slurm.Job) bool { return j.State.Has(slurm.JobConfiguring) }

// until returns when a job that holds nodes must end by its limit. A job that is suspended, or whose nodes are not ready,
// has its limit, or the rest of it, still before it.
func (o *Outlook) until(j *slurm.Job) (end time.Time, isEndless, ok bool) {
	limit, hasLimit := j.Limit.Duration()
	switch {
	case j.Limit == slurm.LimitInfinite:
		return time.Time{}, true, true
	case !hasLimit && j.End.IsZero():
		return time.Time{}, false, false
	case !j.End.IsZero():
		end = j.End.Std()
	case !j.Start.IsZero():
		end = j.Start.Std().Add(limit)
	default:
		end = o.now.Add(limit)
	}
	if hasLimit && isConfiguring(j) {
		end = latest(end, o.now.Add(limit))
	}
	if j.State.Base == slurm.JobSuspended && hasLimit {
		if left, ok := j.Left(slurm.TimeOf(o.now)); ok {
			end = latest(end, o.now.Add(left))
		}
	}
	return latest(end, o.now), false, true
}
