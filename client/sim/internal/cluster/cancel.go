package cluster

import "slices"

// Cancel signals a job for a user; SignalKill cancels it. It returns ErrDenied, ErrDone or nil.
func (c *Cluster) Cancel(u *User, j *Job, signal int) error {
	if !u.may(j.User) {
		return ErrDenied
	}
	if j.Het != nil && j.Het.ID == j.ID {
		return c.cancelHet(u, j, signal)
	}
	return c.cancelOne(u, j, signal)
}

func (c *Cluster) cancelHet(u *User, leader *Job, signal int) error {
	var err error = ErrDone
	for _, j := range leader.Het.Parts {
		if c.cancelOne(u, j, signal) == nil {
			err = nil
		}
	}
	return err
}

func (c *Cluster) cancelOne(u *User, j *Job, signal int) error {
	if j.Het != nil && j.Het.ID != j.ID && j.State == Pending && signal == SignalKill && j.Het.Parts[0].State == Pending &&
		c.jobs[j.Het.ID] != nil && !cancelling(j.Het.Parts[0]) {
		return ErrNotWholeHet
	}
	switch {
	case j.State.Final():
		return ErrDone
	case signal != SignalKill && !j.Active():
		return nil // slurmctld keeps quiet about a signal to a job that does not run
	case signal != SignalKill:
		c.signal(j, signal)
		return nil
	}
	c.stats.Cancelled++
	j.KilledBy = u.Name
	if j.State == Pending {
		reason := j.Reason
		if reason != WaitHeldUser && reason != WaitHeldAdmin {
			reason = NoReason
		}
		c.finish(j, Cancelled, reason, "", Exit{})
		return nil
	}
	c.finish(j, Cancelled, NoReason, "", Exit{Signal: signalTerm})
	return nil
}

func cancelling(j *Job) bool { return j.State == Cancelled }

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

// CancelTasks signals some tasks of an array: those that run one by one, those that wait by taking them out.
func (c *Cluster) CancelTasks(u *User, id uint32, tasks []uint32, signal int) error {
	first, all := c.arrayOf(id)
	if len(all) == 0 {
		return ErrJobID
	}
	if !u.may(all[0].User) {
		return ErrDenied
	}
	var err error = ErrJobID
	for _, task := range tasks {
		if e := c.cancelTask(u, first, all, task, signal); e == nil {
			err = nil
		} else if err != nil {
			err = e
		}
	}
	return err
}

func (c *Cluster) cancelTask(u *User, first *Job, all []*Job, task uint32, signal int) error {
	if first != nil && first.Remainder() && first.Array.Waiting.has(task) {
		if signal != SignalKill {
			return nil
		}
		if first.Array.Waiting.Len() == 1 {
			return c.cancelOne(u, first, signal)
		}
		first.Array.Waiting.clear(task)
		c.stats.Cancelled++
		c.jobChanged()
		return nil
	}
	for _, j := range all {
		if j.Task == task {
			return c.cancelOne(u, j, signal)
		}
	}
	return ErrJobID
}

// arrayOf returns the record of the waiting tasks (nil if all have started) and all records of an array.
func (c *Cluster) arrayOf(id uint32) (*Job, []*Job) {
	if j := c.jobs[id]; j != nil && j.Array != nil && j.Array.ID == id {
		return j, j.Array.records(j)
	}
	for _, j := range c.order {
		if !j.gone && j.Array != nil && j.Array.ID == id {
			return nil, j.Array.records(nil)
		}
	}
	return nil, nil
}

// CancelArray signals every record of an array.
func (c *Cluster) CancelArray(u *User, id uint32, signal int) error {
	_, all := c.arrayOf(id)
	if len(all) == 0 {
		return ErrJobID
	}
	if !u.may(all[0].User) {
		return ErrDenied
	}
	var err error = ErrDone
	for _, j := range slices.Clone(all) {
		if c.cancelOne(u, j, signal) == nil {
			err = nil
		}
	}
	return err
}
