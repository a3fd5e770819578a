package columns

import (
	"cmp"
	"slices"

	"flexq/client/slurm"
)

// Row is one row of the job list: a job, an array (Tally is set, Job is one record that stands for it), or a task
// of an unfolded array (Child).
type Row struct {
	Job   *slurm.Job
	Tally *Tally // of all tasks of the array, whatever a filter shows of them: it is what a cancel of the row ends
	Kept  int    // of an array: how many of the tasks the filter lets through
	Child bool
	Open  bool // an array whose tasks are shown below it
}

// groupBit tells the key of an array from that of the record whose id the array has: the tasks that have not
// started. Slurm's ids stay far below it.
const groupBit = 1 << 63

// Key names the row through sort, filter and refresh. Slurm gives each record of the queue an id of its own.
func (r *Row) Key() uint64 {
	if r.Tally != nil {
		return r.Job.Array.Job | groupBit
	}
	return r.Job.ID
}

// ArrayKey is the key of an array's row.
func ArrayKey(array uint64) uint64 { return array | groupBit }

// Ref is the id that a cancel of the row concerns: for an array, all of its tasks.
func (r *Row) Ref() slurm.Ref {
	if r.Tally != nil {
		return slurm.Ref{Job: r.Job.Array.Job, Het: -1}
	}
	return r.Job.Ref()
}

// Order is how to sort: by a column's key, and whether it is turned round.
type Order struct {
	Key     func(r *Row, now slurm.Time) SortKey // nil: newest first
	Now     slurm.Time
	Reverse bool
}

// Build makes the rows of the list: jobs that keep says to keep, the records of an array under one row unless it
// is the only record and names one task, sorted by order, and below each open array its kept tasks in order of task.
// An array is shown when any of its records is kept. The input is never changed.
func Build(jobs []slurm.Job, keep func(i int) bool, open func(array uint64) bool, order Order) []Row {
	rows := make([]Row, 0, len(jobs))
	arrays := map[uint64]*members{}
	for i := range jobs {
		j := &jobs[i]
		kept := keep(i)
		if j.Array.Job == 0 {
			if kept {
				rows = append(rows, Row{Job: j})
			}
			continue
		}
		m := arrays[j.Array.Job]
		if m == nil {
			m = &members{}
			arrays[j.Array.Job] = m
		}
		m.all = append(m.all, int32(i))
		if kept {
			m.kept = append(m.kept, int32(i))
		}
	}
	groups := make(map[uint64][]int32, len(arrays))
	for array, m := range arrays {
		switch {
		case len(m.kept) == 0:
		case len(m.all) == 1 && jobs[m.all[0]].TaskCount() == 1:
			rows = append(rows, Row{Job: &jobs[m.all[0]]})
		default:
			groups[array] = m.kept
			rows = append(rows, groupRow(jobs, m, open(array)))
		}
	}
	return unfold(jobs, sortRows(rows, order), groups)
}

// members are the records of an array, by their place in the list.
type members struct{ all, kept []int32 }

// groupRow picks as the array's face its waiting record if there is one, else its first task.
func groupRow(jobs []slurm.Job, m *members, open bool) Row {
	t := &Tally{}
	face := &jobs[m.all[0]]
	for _, i := range m.all {
		j := &jobs[i]
		t.Add(j)
		if !j.Array.HasTask {
			face = j
		}
	}
	kept := 0
	for _, i := range m.kept {
		kept += jobs[i].TaskCount()
	}
	return Row{Job: face, Tally: t, Kept: kept, Open: open}
}

// keyed is a row while it is sorted: small, so that moving it costs little.
type keyed struct {
	n   int64
	id  uint64
	row int32
}

// sortRows puts rows of equal key newest first, whichever way the order goes.
func sortRows(rows []Row, o Order) []Row {
	all := make([]keyed, len(rows))
	texts := newRanking(len(rows))
	for i := range rows {
		all[i] = keyed{id: rows[i].Key() &^ groupBit, row: int32(i)}
		if o.Key != nil {
			k := o.Key(&rows[i], o.Now)
			all[i].n = k.N
			texts.add(i, k.S)
		}
	}
	texts.settle(all)
	slices.SortFunc(all, func(a, b keyed) int {
		c := cmp.Compare(a.n, b.n)
		if o.Reverse {
			c = -c
		}
		if c != 0 {
			return c
		}
		return cmp.Compare(b.id, a.id)
	})
	out := make([]Row, len(rows), cap(rows))
	for i := range all {
		out[i] = rows[all[i].row]
	}
	return out
}

func unfold(jobs []slurm.Job, rows []Row, groups map[uint64][]int32) []Row {
	extra := 0
	for i := range rows {
		if rows[i].Tally != nil && rows[i].Open {
			extra += len(groups[rows[i].Job.Array.Job])
		}
	}
	if extra == 0 {
		return rows
	}
	out := make([]Row, 0, len(rows)+extra)
	for _, r := range rows {
		out = append(out, r)
		if r.Tally == nil || !r.Open {
			continue
		}
		list := groups[r.Job.Array.Job]
		slices.SortFunc(list, func(a, b int32) int { return taskOrder(&jobs[a], &jobs[b]) })
		for _, i := range list {
			out = append(out, Row{Job: &jobs[i], Child: true})
		}
	}
	return out
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
