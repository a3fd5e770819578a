package cluster

import "slices"

// Query asks accounting. Empty lists mean all. Since and Until 0: not given.
type Query struct {
	Users, Partitions, Names, Accounts []string
	States                             []State
	Since, Until                       int64
}

// History returns the records that accounting has for a query, by id, then by time. Jobs that have never been
// eligible (held, or waiting for another) are not in accounting.
func (c *Cluster) History(q Query) []View {
	if len(q.States) > 0 && q.Since == 0 {
		q.Since = c.now // sacct's rule: states without a time mean now
	}
	return c.recorded(func(j *Job) bool { return c.matches(j, q) })
}

// recorded returns the records of accounting that pass a test.
func (c *Cluster) recorded(pass func(*Job) bool) []View {
	var out []View
	add := func(j *Job) {
		v := ViewOf(j)
		if j.Remainder() {
			v.Hex = j.Array.Waiting.Hex()
		}
		out = append(out, v)
	}
	for _, j := range c.history {
		if pass(j) {
			add(j)
		}
	}
	for _, j := range c.order {
		if !j.gone && j.Known && !j.State.Final() && pass(j) {
			add(j)
		}
	}
	slices.SortStableFunc(out, func(a, b View) int {
		if a.ID != b.ID {
			return int(int64(a.ID) - int64(b.ID))
		}
		return int(min(max(a.Submit-b.Submit, -1), 1))
	})
	return out
}

// HistoryOf returns the records of one id: its runs, the tasks of an array, the components of a het job.
func (c *Cluster) HistoryOf(id uint32) []View {
	return c.recorded(func(j *Job) bool {
		return j.ID == id || (j.Array != nil && j.Array.ID == id) || (j.Het != nil && j.Het.ID == id)
	})
}

// HistoryOfTask returns the runs of one task of an array.
func (c *Cluster) HistoryOfTask(array, task uint32) []View {
	return c.recorded(func(j *Job) bool { return j.Array != nil && j.Array.ID == array && j.Task == task })
}

func (c *Cluster) matches(j *Job, q Query) bool {
	in := func(list []string, s string) bool { return len(list) == 0 || slices.Contains(list, s) }
	if !in(q.Users, j.User.Name) || !in(q.Partitions, j.Partition) || !in(q.Names, j.Name) || !in(q.Accounts, j.Account) {
		return false
	}
	until := q.Until
	if until == 0 {
		until = c.now
	}
	if q.Since > 0 && j.State == Pending && (j.Remainder() || j.Held() || j.Eligible > until) {
		return false // accounting goes by the time when a job became eligible, and does not know it for these
	}
	if len(q.States) == 0 {
		if q.Since == 0 {
			return true
		}
		return j.Eligible <= until && (!j.State.Final() || j.End >= q.Since)
	}
	for _, s := range q.States {
		if c.wasIn(j, s, q.Since, until) {
			return true
		}
	}
	return false
}

// wasIn reports whether the record was in a state at some moment of a span.
func (c *Cluster) wasIn(j *Job, s State, since, until int64) bool {
	end := j.End
	if !j.State.Final() {
		end = until + 1
	}
	switch s {
	case Pending:
		start := j.Start
		if j.State == Pending || start == 0 {
			start = end
		}
		return j.Submit <= until && start >= since
	case Running:
		return j.State != Pending && j.Start > 0 && j.Start <= until && end >= since && len(j.Alloc) > 0
	default:
		return j.State == s && j.End >= since && j.End <= until
	}
}
