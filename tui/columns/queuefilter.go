package columns

import "flexq/client/slurm"

// kinds tells jobs apart by their nodes, partition and state. Far fewer differ in these than there are jobs, so what
// depends on them alone is asked of one job of each kind: the names in a list of nodes take long to look at.
type kinds struct {
	of    []int32 // the kind of each job
	first []int32 // a job of each kind
}

func newKinds(jobs []slurm.Job) kinds {
	type kind struct {
		nodes     slurm.Hostlist
		partition string
		state     slurm.JobState
		held      bool
	}
	k := kinds{of: make([]int32, len(jobs))}
	known := map[kind]int32{}
	for i := range jobs {
		j := &jobs[i]
		is := kind{j.Nodes, j.Partition, j.State, IsHeld(j)}
		n, ok := known[is]
		if !ok {
			n = int32(len(k.first))
			known[is] = n
			k.first = append(k.first, int32(i))
		}
		k.of[i] = n
	}
	return k
}

// Match clears in kept, which tells by the place in the list what to keep, what a query does not let through. It says of
// each job what JobQuery.Match does, many times faster.
func (q *Queue) Match(query JobQuery, facts JobFacts, kept []bool) {
	q.matchWords(query.words, kept)
	var own []*jobTerm // what is asked of each job
	for i := range query.terms {
		t := &query.terms[i]
		if !t.isOfKind() {
			own = append(own, t)
			continue
		}
		held, _ := q.askKinds(func(j *slurm.Job) bool { return t.holds(j, facts.Pools) })
		for i, kind := range q.kinds.of {
			kept[i] = kept[i] && held[kind] != t.not
		}
	}
	if len(own) == 0 && !query.NeedsLeases() {
		return
	}
	for i := range kept {
		kept[i] = kept[i] && holdsAll(own, &q.jobs[i]) && query.matchLease(&q.jobs[i], facts)
	}
}

func holdsAll(terms []*jobTerm, j *slurm.Job) bool {
	for _, t := range terms {
		if t.holds(j, nil) == t.not {
			return false
		}
	}
	return true
}

// askKinds asks one job of each kind, and tells whether any holds.
func (q *Queue) askKinds(holds func(j *slurm.Job) bool) (held []bool, some bool) {
	held = make([]bool, len(q.kinds.first))
	for kind, i := range q.kinds.first {
		held[kind] = holds(&q.jobs[i])
		some = some || held[kind]
	}
	return held, some
}

// matchWords clears in kept what Filter.MatchJob does not let through.
func (q *Queue) matchWords(f Filter, kept []bool) {
	for _, w := range f.must {
		on, some := q.askKinds(func(j *slurm.Job) bool { return isOnNode(j.Nodes, w) })
		q.search.each(w, func(from, to int) {
			if !some {
				clear(kept[from:to])
				return
			}
			for i := from; i < to; i++ {
				kept[i] = kept[i] && on[q.kinds.of[i]]
			}
		}, func(int) {})
	}
	for _, w := range f.not {
		on, some := q.askKinds(func(j *slurm.Job) bool { return isOnNode(j.Nodes, w) })
		q.search.each(w, func(int, int) {}, func(i int) { kept[i] = false })
		for i := 0; some && i < len(kept); i++ {
			kept[i] = kept[i] && !on[q.kinds.of[i]]
		}
	}
}
