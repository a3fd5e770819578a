package cluster

import (
	"slices"
	"strconv"
)

// Refusal is one id that slurmctld did not signal.
type Refusal struct {
	Name string // as asked for, or the task
	Job  uint32 // its own id, 0 if there is no such job
	Err  Error
}

// Cancel signals a job for a user; SignalKill cancels it. The leader of a het job stands for all its components.
func (c *Cluster) Cancel(u *User, j *Job, signal int) []Refusal {
	if signal == 0 {
		signal = SignalKill
	}
	refuse := func(err Error) []Refusal { return []Refusal{{Name: id(j.ID), Job: j.ID, Err: err}} }
	if !u.may(j.User) {
		return refuse(ErrDenied)
	}
	if j.Het == nil || j.Het.ID != j.ID {
		if err := c.cancelOne(u, j, signal); err != 0 {
			return refuse(err)
		}
		return nil
	}
	worst := ErrDone
	for _, part := range j.Het.Parts {
		worst = min(worst, c.cancelOne(u, part, signal))
	}
	if worst != 0 {
		return refuse(worst)
	}
	return nil
}

func id(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// cancelOne signals one record; 0 means that slurmctld took it.
func (c *Cluster) cancelOne(u *User, j *Job, signal int) Error {
	switch {
	case j.State.Final():
		return ErrDone
	case signal != SignalKill && !j.Active():
		return ErrTransition
	case signal != SignalKill:
		c.signal(j, signal)
		return 0
	}
	c.stats.Cancelled++
	j.KilledBy = u.Name
	if j.State != Pending {
		c.finish(j, Cancelled, NoReason, "", Exit{Signal: signalTerm})
		return 0
	}
	reason := j.Reason
	if reason != WaitHeldUser && reason != WaitHeldAdmin {
		reason = NoReason
	}
	c.finish(j, Cancelled, reason, "", Exit{})
	return 0
}

func (c *Cluster) signal(j *Job, signal int) {
	switch {
	case signal == signalStop:
		j.Flags |= Stopped
		c.jobChanged()
	case signal == signalCont:
		j.Flags &^= Stopped
		c.jobChanged()
	case ends(signal) && j.State == Running && j.Flags&Configuring == 0:
		j.plan.Exit, j.plan.OOM = Exit{Signal: uint8(signal)}, false
		j.gen++
		c.pushJob(evScript, c.now+1, j)
		c.pushJob(evLimit, j.End, j)
	}
}

// CancelTasks signals some tasks of an array: those that run one by one, those that wait by taking them out. Tasks
// that there are none of are refused together.
func (c *Cluster) CancelTasks(u *User, array uint32, tasks []uint32, signal int) []Refusal {
	if signal == 0 {
		signal = SignalKill
	}
	first, all := c.arrayOf(array)
	if len(all) > 0 && !u.may(all[0].User) {
		return []Refusal{{Name: id(array) + "_" + id(tasks[0]), Job: all[0].ID, Err: ErrDenied}}
	}
	var out []Refusal
	var missing Bits
	for _, task := range tasks {
		j := taskOf(all, task)
		switch {
		case j != nil:
			if err := c.cancelOne(u, j, signal); err != 0 {
				out = append(out, Refusal{Name: id(array) + "_" + id(task), Job: j.ID, Err: err})
			}
		case first != nil && first.State == Pending && first.Array.Waiting.has(task):
			if err := c.cancelWaiting(u, first, task, signal); err != 0 {
				out = append(out, Refusal{Name: id(array) + "_" + id(task), Job: first.ID, Err: err})
			}
		default:
			missing.set(task)
		}
	}
	if missing.Len() > 0 {
		name := missing.String()
		if missing.Len() > 1 {
			name = "[" + name + "]"
		}
		out = append(out, Refusal{Name: id(array) + "_" + name, Err: ErrJobID})
	}
	return out
}

func taskOf(all []*Job, task uint32) *Job {
	for _, j := range all {
		if !j.Remainder() && j.Task == task {
			return j
		}
	}
	return nil
}

// cancelWaiting takes a task out of those that wait. It leaves no record, unless it was the last one.
func (c *Cluster) cancelWaiting(u *User, rest *Job, task uint32, signal int) Error {
	if signal != SignalKill {
		return ErrTransition
	}
	if rest.Array.Waiting.Len() == 1 {
		return c.cancelOne(u, rest, signal)
	}
	rest.Array.Waiting.clear(task)
	c.stats.Cancelled++
	c.jobChanged()
	return 0
}

// arrayOf returns the record of the waiting tasks (nil if there is none) and all records of an array.
func (c *Cluster) arrayOf(array uint32) (*Job, []*Job) {
	if j := c.jobs[array]; j != nil && j.Array != nil && j.Array.ID == array {
		if !j.Remainder() {
			return nil, j.Array.records(nil)
		}
		return j, j.Array.records(j)
	}
	for _, j := range c.order {
		if !j.gone && j.Array != nil && j.Array.ID == array {
			return nil, j.Array.records(nil)
		}
	}
	return nil, nil
}

// CancelArray signals every record of an array. Refusals name those that were not signalled; the others are not named.
func (c *Cluster) CancelArray(u *User, array uint32, signal int) []Refusal {
	if signal == 0 {
		signal = SignalKill
	}
	first, all := c.arrayOf(array)
	if len(all) == 0 {
		return []Refusal{{Name: id(array), Err: ErrJobID}}
	}
	var out []Refusal
	for _, j := range slices.Clone(all) {
		name, err := id(array), ErrDenied
		if u.may(j.User) {
			if err = c.cancelOne(u, j, signal); j != first {
				name += "_" + id(j.Task)
			}
		}
		if err != 0 {
			out = append(out, Refusal{Name: name, Job: j.ID, Err: err})
		}
	}
	return out
}
