package flex

import (
	"slices"
	"strconv"
	"time"
)

// mostHit bounds the jobs that one event names.
const mostHit = 100

// tellHit adds an event of a node together with the jobs that it hits: those that were on the node at the last look at
// the queue, and those that were thrown off it since shortly before.
func (o *observer) tellHit(e Event) {
	e.Jobs, e.Mine = o.hit(e.Node, e.At)
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

// hit names the jobs on a node, and reports whether one of them is the user's.
func (o *observer) hit(node string, at time.Time) (jobs []string, mine bool) {
	if node == "" {
		return nil, false
	}
	if o.crew == nil {
		o.crew = o.crewsOf(o.old.Jobs)
	}
	for _, id := range o.crew[node] {
		j := o.old.Jobs[id]
		if !j.Left.IsZero() && at.Sub(j.Left) > looseWithin {
			continue
		}
		mine = mine || j.Mine
		if len(jobs) < mostHit {
			jobs = append(jobs, j.shown(id))
		}
	}
	return jobs, mine
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
