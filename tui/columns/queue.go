package columns

import (
	"cmp"
	"slices"

	"flexq/client/slurm"
)

// Queue is a list of jobs made ready to be shown: what depends on neither the filter nor the order is worked out once, so
// that a key that changes one of them costs little. It is immutable and may be made apart from the screen's loop. It
// keeps the list, which must not change.
type Queue struct {
	jobs    []slurm.Job
	units   []unit // newest first
	groups  []group
	members []int32 // of all groups, one after another; each in the order of the list
	tasks   []int   // for how many tasks each of members stands
	search  searchText
	kinds   kinds
}

// unit is what has a row of its own while no array is open: a job, or all records of an array.
type unit struct {
	id    uint64
	job   int32 // the job, or the record that stands for the array
	group int32 // -1: of no array, or the only record of one and one task
}

// group are the records of an array.
type group struct {
	array    uint64
	from, to int32 // in members
	face     int32
	tally    Tally
}

// NewQueue makes jobs ready.
func NewQueue(jobs []slurm.Job) *Queue {
	q := &Queue{jobs: jobs, search: newSearchText(jobs), kinds: newKinds(jobs)}
	of := q.gather()
	q.units = make([]unit, 0, len(jobs)-len(q.members)+len(q.groups))
	for i := range jobs {
		if of[i] < 0 {
			q.units = append(q.units, unit{jobs[i].ID, int32(i), -1})
		}
	}
	for n := range q.groups {
		g := &q.groups[n]
		if only := &jobs[g.face]; g.to-g.from == 1 && only.TaskCount() == 1 {
			q.units = append(q.units, unit{only.ID, g.face, -1})
			continue
		}
		q.units = append(q.units, unit{g.array, g.face, int32(n)})
	}
	slices.SortStableFunc(q.units, func(a, b unit) int { return cmp.Compare(b.id, a.id) })
	return q
}

// gather finds the arrays and their records. It returns the group of each job, or -1.
func (q *Queue) gather() []int32 {
	of := make([]int32, len(q.jobs))
	known := map[uint64]int32{}
	for i := range q.jobs {
		of[i] = -1
		array := q.jobs[i].Array.Job
		if array == 0 {
			continue
		}
		n, ok := known[array]
		if !ok {
			n = int32(len(q.groups))
			known[array] = n
			q.groups = append(q.groups, group{array: array, face: int32(i)})
		}
		of[i] = n
		q.groups[n].to++ // the number of records, for now
	}
	end := int32(0)
	for n := range q.groups {
		g := &q.groups[n]
		g.from, g.to, end = end, end, end+g.to
	}
	q.members, q.tasks = make([]int32, end), make([]int, end)
	for i, n := range of {
		if n >= 0 {
			q.join(&q.groups[n], int32(i))
		}
	}
	return of
}

// join puts a record into its group. The face of an array is its waiting record if there is one, else its first.
func (q *Queue) join(g *group, i int32) {
	j := &q.jobs[i]
	q.members[g.to], q.tasks[g.to] = i, j.TaskCount()
	g.to++
	g.tally.Add(j)
	if !j.Array.HasTask {
		g.face = i
	}
}

// Jobs returns the list that the queue was made of; never change it.
func (q *Queue) Jobs() []slurm.Job { return q.jobs }

// row is the row of a unit, as far as a sort key may look at it.
func (q *Queue) row(u unit) Row {
	r := Row{Job: &q.jobs[u.job]}
	if u.group >= 0 {
		r.Tally = &q.groups[u.group].tally
	}
	return r
}

// Rows appends the rows of the list to dst: jobs that are kept, the records of an array under one row unless it is the
// only record and names one task, and below each open array its kept tasks in order of task. An array is shown when
// any of its records is kept. What is kept is told by the place in the list; nil keeps everything. It also returns for
// how many tasks the kept records stand.
func (q *Queue) Rows(dst []Row, in Sequence, kept []bool, open func(array uint64) bool) (rows []Row, tasks int) {
	if kept == nil {
		dst = slices.Grow(dst, len(in))
	}
	for _, at := range in {
		u := q.units[at]
		if u.group < 0 {
			if kept == nil || kept[u.job] {
				dst, tasks = append(dst, Row{Job: &q.jobs[u.job]}), tasks+1
			}
			continue
		}
		g := &q.groups[u.group]
		n, some := q.keptOf(g, kept)
		if !some {
			continue
		}
		tasks += n
		r := q.row(u)
		r.Kept, r.Open = n, open(g.array)
		dst = append(dst, r)
		if r.Open {
			dst = q.unfold(dst, g, kept)
		}
	}
	return dst, tasks
}

// keptOf returns for how many tasks the kept records of an array stand, and whether there are any.
func (q *Queue) keptOf(g *group, kept []bool) (tasks int, some bool) {
	for at := g.from; at < g.to; at++ {
		if kept == nil || kept[q.members[at]] {
			tasks, some = tasks+q.tasks[at], true
		}
	}
	return tasks, some
}

// unfold appends the kept records of an array.
func (q *Queue) unfold(dst []Row, g *group, kept []bool) []Row {
	from := len(dst)
	for _, i := range q.members[g.from:g.to] {
		if kept == nil || kept[i] {
			dst = append(dst, Row{Job: &q.jobs[i], Child: true})
		}
	}
	slices.SortStableFunc(dst[from:], func(a, b Row) int { return taskOrder(a.Job, b.Job) })
	return dst
}

// taskOrder puts what runs first, by task, then what has not started.
func taskOrder(a, b *slurm.Job) int {
	if a.Array.HasTask != b.Array.HasTask {
		if a.Array.HasTask {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Array.Task, b.Array.Task), cmp.Compare(a.ID, b.ID))
}
