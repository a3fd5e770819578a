package columns_test

import (
	"cmp"
	"slices"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

// build makes rows as the job list does.
func build(jobs []slurm.Job, open func(array uint64) bool, order columns.Order) []columns.Row {
	q := columns.NewQueue(jobs)
	rows, _ := q.Rows(nil, q.Sort(order), nil, open)
	return rows
}

// plainRows is what a Queue must come to, with nothing prepared and nothing kept for later: each job is asked
// about by itself, the records of each array are gathered, and the rows are sorted by comparing their keys.
func plainRows(jobs []slurm.Job, keep func(j *slurm.Job) bool, open func(array uint64) bool, o columns.Order) (rows []columns.Row, tasks int) {
	all, kept := map[uint64][]*slurm.Job{}, map[uint64][]*slurm.Job{}
	for i := range jobs {
		j := &jobs[i]
		if keep(j) {
			tasks += j.TaskCount()
			kept[j.Array.Job] = append(kept[j.Array.Job], j)
		}
		all[j.Array.Job] = append(all[j.Array.Job], j)
	}
	for array, list := range kept {
		switch of := all[array]; {
		case array == 0:
			for _, j := range list {
				rows = append(rows, columns.Row{Job: j})
			}
		case len(of) == 1 && of[0].TaskCount() == 1:
			rows = append(rows, columns.Row{Job: of[0]})
		default:
			rows = append(rows, plainGroup(of, list, open(array)))
		}
	}
	slices.SortFunc(rows, func(a, b columns.Row) int { return plainOrder(&a, &b, o) })
	var out []columns.Row
	for _, r := range rows {
		out = append(out, r)
		if r.Tally == nil || !r.Open {
			continue
		}
		list := slices.Clone(kept[r.Job.Array.Job])
		slices.SortFunc(list, plainTasks)
		for _, j := range list {
			out = append(out, columns.Row{Job: j, Child: true})
		}
	}
	return out, tasks
}

func plainGroup(of, kept []*slurm.Job, open bool) columns.Row {
	r := columns.Row{Job: of[0], Tally: &columns.Tally{}, Open: open}
	for _, j := range of {
		r.Tally.Add(j)
		if !j.Array.HasTask {
			r.Job = j
		}
	}
	for _, j := range kept {
		r.Kept += j.TaskCount()
	}
	return r
}

func plainOrder(a, b *columns.Row, o columns.Order) int {
	c := 0
	if o.Key != nil {
		x, y := o.Key(a, o.Now), o.Key(b, o.Now)
		c = cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.S, y.S))
	}
	if o.Reverse {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(b.Key()&^(1<<63), a.Key()&^(1<<63)))
}

func plainTasks(a, b *slurm.Job) int {
	if a.Array.HasTask != b.Array.HasTask {
		if a.Array.HasTask {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Array.Task, b.Array.Task), cmp.Compare(a.ID, b.ID))
}
