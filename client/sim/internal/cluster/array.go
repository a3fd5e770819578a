package cluster

import (
	"slices"
	"strconv"
)

// Array binds the records of a job array: one for all tasks that have not started, and one for each that has.
type Array struct {
	ID       uint32
	Throttle uint32 // most tasks at once, 0: no bound
	Waiting  Bits
	started  []*Job // oldest first
	active   int
}

// TaskText returns the tasks that have not started, with the throttle, as Slurm shows them; "" for a task.
func (j *Job) TaskText() string {
	if !j.Remainder() {
		return ""
	}
	s := j.Array.Waiting.String()
	if j.Array.Throttle > 0 {
		s += "%" + strconv.FormatUint(uint64(j.Array.Throttle), 10)
	}
	return s
}

// records returns the record of the waiting tasks first, then those of the started ones, newest first, as slurmctld
// lists an array.
func (a *Array) records(first *Job) []*Job {
	out := make([]*Job, 0, len(a.started)+1)
	if first != nil && first.ID == a.ID && first.Remainder() {
		out = append(out, first)
	}
	for i := len(a.started) - 1; i >= 0; i-- {
		if !a.started[i].gone {
			out = append(out, a.started[i])
		}
	}
	return out
}

// full reports whether no further task may start now.
func (a *Array) full() bool { return a.Throttle > 0 && a.active >= int(a.Throttle) }

// splitTask takes the first waiting task out of the record of an array and returns its own record. The last one
// keeps the record of the array, as in Slurm.
func (c *Cluster) splitTask(rest *Job) *Job {
	a := rest.Array
	task, ok := a.Waiting.first()
	if !ok {
		return nil
	}
	a.Waiting.clear(task)
	t := rest
	if a.Waiting.Len() > 0 {
		cp := *rest
		cp.ID = c.newID()
		cp.gen = 0
		cp.Planned = nil
		t = &cp
		c.jobs[t.ID] = t
		// The task takes the place of its array in the queue, and the array goes to the end.
		if at := slices.Index(c.order, rest); at >= 0 {
			c.order[at] = t
		}
		c.order = append(c.order, rest)
		c.jobChanged()
	}
	t.Task = task
	t.Estimate = 0
	a.started = append(a.started, t)
	return t
}
