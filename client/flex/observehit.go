package flex

import (
	"slices"
	"strconv"
	"time"

	"flexq/client/slurm"
)

// mostHit bounds the jobs that one event names.
const mostHit = 100

// tellHit adds an event of a node together with the jobs that it hits: those that were on the node at the last look at
// the queue, and those that were thrown off it since shortly before.
func (o *observer) tellHit(e Event) {
	from := e.At
	if e.Loose {
		from = o.old.Events.Marks[e.Node].Seen
	}
	o.tellHitFrom(e, from)
}

// tellHitFrom is tellHit for an event that can have happened from a moment on.
func (o *observer) tellHitFrom(e Event, from time.Time) {
	e.Jobs, e.Mine = o.hit(e.Node, from, e.At)
	if len(e.Jobs) > 0 {
		e.Severity = hurt(e.Type)
	}
	o.tell(e)
}

// hurt is how much an event of the type matters when jobs are on the node; Info means as usual.
func hurt(t EventType) Severity {
	switch t {
	case NodeDown, LeaseExpired, MachineRepaired, MachineDeleted:
		return Critical
	case NodeRebooted:
		return Warning
	default:
		return Info
	}
}

// hit names the jobs that were on a node when something happened to it, between two moments, and reports whether one of
// them is the user's.
func (o *observer) hit(node string, from, at time.Time) (jobs []string, mine bool) {
	if node == "" {
		return nil, false
	}
	if o.crew == nil {
		o.crew = o.crewsOf(o.old.Jobs)
		o.lookAtQueue()
	}
	add := func(shown string, isMine bool) {
		mine = mine || isMine
		if len(jobs) < mostHit {
			jobs = append(jobs, shown)
		}
	}
	from = latest(from, o.downAt(node))
	for _, j := range o.newCrew[node] { // whose start shows that the node was well
		if start := j.Start.Std(); !start.After(at) {
			from = latest(from, start.Add(looseWithin))
		}
	}
	for _, id := range o.crew[node] {
		j := o.old.Jobs[id]
		if !j.Left.IsZero() && at.Sub(j.Left) > looseWithin || j.hadLeft(o.queue[id], from) {
			continue
		}
		add(j.shown(id), j.Mine)
	}
	for _, j := range o.newCrew[node] {
		if !slices.Contains(o.crew[node], j.ID) && !j.Start.Std().After(at) {
			add(j.DisplayID(), o.isMine(j))
		}
	}
	return jobs, mine
}

// downAt is when Slurm gave up a node and what was on it; zero if it did not, or it is not known when.
func (o *observer) downAt(node string) time.Time {
	if mk := o.mark(node); mk.Down.Before(o.ev.Nodes) {
		return mk.Down
	}
	return time.Time{}
}

// wasBusy reports whether a job was on the node at the last look at the queue.
func (o *observer) wasBusy(node string) bool {
	if o.crew == nil {
		o.crew = o.crewsOf(o.old.Jobs)
		o.lookAtQueue()
	}
	return slices.ContainsFunc(o.crew[node], func(id uint64) bool {
		j := o.old.Jobs[id]
		return j.Left.IsZero() || o.s.Now.Sub(j.Left) <= looseWithin
	})
}

// lookAtQueue takes from a queue that is newer than what is remembered where its jobs are, and of those that are
// remembered what became of them.
func (o *observer) lookAtQueue() {
	if !isNew(o.s.JobsAsOf, o.old.Events.Jobs) {
		return
	}
	o.queue = make(map[uint64]*slurm.Job, len(o.old.Jobs))
	o.newCrew = map[string][]*slurm.Job{}
	for i := range o.s.Jobs {
		j := &o.s.Jobs[i]
		if _, known := o.old.Jobs[j.ID]; known {
			o.queue[j.ID] = j
		}
		if !j.State.IsActive() || j.State.Base == slurm.JobPending || j.Start.IsZero() {
			continue
		}
		n := 0
		for node := range j.Nodes.All() {
			if n++; n > mostCrew {
				break
			}
			o.newCrew[node] = append(o.newCrew[node], j)
		}
	}
}

// hadLeft reports whether a newer queue shows that the job had left its nodes well before a moment: it was requeued, which
// gives it a new time of submission, or has ended.
func (j *JobMemory) hadLeft(now *slurm.Job, at time.Time) bool {
	if now == nil {
		return false
	}
	left := time.Time{}
	switch {
	case now.Restarts > j.Restarts:
		left = now.Submit.Std()
	case isFinal(now.State):
		left = now.End.Std()
	}
	return !left.IsZero() && at.Sub(left) > looseWithin
}

// mostCrew bounds how many nodes one job is looked up under.
const mostCrew = 20000

// crewsOf lists the jobs of each node, by id.
func (o *observer) crewsOf(jobs map[uint64]JobMemory) map[string][]uint64 {
	crew := make(map[string][]uint64)
	for id, j := range jobs {
		if j.Nodes == "" || !j.Left.IsZero() && o.s.Now.Sub(j.Left) > time.Hour {
			continue
		}
		n := 0
		for node := range j.Nodes.All() {
			if n++; n > mostCrew {
				break
			}
			crew[node] = append(crew[node], id)
		}
	}
	for _, ids := range crew {
		slices.Sort(ids)
	}
	return crew
}

func (j *JobMemory) shown(id uint64) string {
	if j.Shown != "" {
		return j.Shown
	}
	return strconv.FormatUint(id, 10)
}
