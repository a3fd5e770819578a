package cluster

// Update changes a job. Nil fields stay.
type Update struct {
	Hold      *bool
	Limit     *uint32 // minutes
	Partition *string
	Name      *string
	Comment   *string
	AdminNote *string
	Priority  *uint32
	QOS       *string
	Nice      *int32
	Requeue   *bool
	Begin     *int64
	Deps      *[]Dep
	Features  *string
	MinNodes  *uint32
	MaxNodes  *uint32
	Throttle  *uint32 // of an array
	Deadline  *int64
	ReqNodes  *string
}

// Update changes one job for a user, in slurmctld's order of refusals.
func (c *Cluster) Update(u *User, j *Job, up Update) error {
	if !u.may(j.User) {
		return ErrUser
	}
	if j.State.Final() {
		return ErrFinished
	}
	if err := c.checkUpdate(u, j, up); err != nil {
		return err
	}
	d := *j.Desc
	setIf(&d.Name, up.Name)
	setIf(&d.Comment, up.Comment)
	setIf(&d.AdminComment, up.AdminNote)
	setIf(&d.Nice, up.Nice)
	setIf(&d.Requeue, up.Requeue)
	setIf(&d.Features, up.Features)
	setIf(&d.MinNodes, up.MinNodes)
	setIf(&d.MaxNodes, up.MaxNodes)
	setIf(&d.Deadline, up.Deadline)
	setIf(&d.ReqNodes, up.ReqNodes)
	setIf(&d.Begin, up.Begin)
	if up.QOS != nil {
		d.QOS, d.OwnQOS = *up.QOS, true
	}
	if up.Deps != nil {
		d.Deps = *up.Deps
		c.await(j)
		j.Known = false
		j.Eligible = 0
	}
	if up.Throttle != nil && j.Array != nil {
		j.Array.Throttle = *up.Throttle
	}
	j.Desc = &d
	c.applyPartition(j, up.Partition)
	c.applyLimit(j, up.Limit)
	c.applyHold(u, j, up)
	if up.Begin != nil && *up.Begin > c.now && j.State == Pending {
		j.Eligible, j.Start = *up.Begin, *up.Begin
		c.pushJob(evEligible, *up.Begin, j)
	}
	c.bfDirty = true
	c.jobChanged()
	c.kick(c.now + 1)
	return nil
}

func setIf[T any](dst *T, v *T) {
	if v != nil {
		*dst = *v
	}
}

func (c *Cluster) checkUpdate(u *User, j *Job, up Update) error {
	if up.Partition != nil {
		if c.Partition(*up.Partition) == nil {
			return ErrPartition
		}
		if j.State != Pending {
			return ErrNotPending
		}
	}
	if up.AdminNote != nil && !u.Administrator {
		return ErrDenied
	}
	if !u.Operator && !u.Administrator && c.exceeds(j, up) {
		return ErrDenied
	}
	if up.Priority != nil && *up.Priority > 0 && j.Held() && j.State == Pending {
		return ErrHeld
	}
	if up.Features != nil && !c.featuresKnown(*up.Features) {
		return ErrFeature
	}
	if (up.MinNodes != nil || up.Begin != nil || up.Deps != nil) && j.State != Pending {
		return ErrNotPending
	}
	return nil
}

// exceeds reports whether a change is more than a user may do to a job of their own.
func (c *Cluster) exceeds(j *Job, up Update) bool {
	if up.Limit != nil {
		if now := j.ShownLimit(c.Partition(j.Partition)); *up.Limit > now && now != Infinite {
			return true
		}
	}
	release := up.Hold != nil && !*up.Hold
	return up.Priority != nil && *up.Priority > j.Priority || up.Nice != nil && *up.Nice < j.Nice || release && j.heldAdmin
}

func (c *Cluster) applyPartition(j *Job, name *string) {
	if name == nil || *name == j.Partition {
		return
	}
	j.Partition = *name // j.Desc is ours by now
	c.Partition(*name).reinsert(j)
	j.Reason = NoReason
}

func (c *Cluster) applyLimit(j *Job, minutes *uint32) {
	if minutes == nil {
		return
	}
	j.Limit = *minutes
	if j.State != Running || j.Flags&Configuring != 0 {
		return
	}
	j.End = j.Start + limitSeconds(j, c.Partition(j.Partition))
	c.pushJob(evLimit, j.End, j)
}

// applyHold holds or releases a job. A running one keeps running, as in Slurm, and shows the reason of the hold.
func (c *Cluster) applyHold(u *User, j *Job, up Update) {
	p := c.Partition(j.Partition)
	p.sorted, p.fresh = false, true
	hold := up.Hold
	if up.Priority != nil && hold == nil {
		zero := *up.Priority == 0
		if zero {
			hold = &zero
		} else {
			j.Priority = *up.Priority
		}
	}
	if hold == nil {
		return
	}
	if *hold {
		j.Priority = 0
		j.heldAdmin = j.heldAdmin || u != j.User
		j.Eligible, j.Start, j.Estimate = 0, startOf(j), 0
		j.Reason, j.Detail = WaitHeldUser, ""
		if j.heldAdmin {
			j.Reason = WaitHeldAdmin
		}
		return
	}
	if j.Priority != 0 {
		return
	}
	j.heldAdmin = false
	j.Reason, j.Detail = NoReason, ""
	j.Priority = c.priority(j)
	j.Flags &^= SpecialExit
	if j.State == Pending {
		j.Known = false
		if len(j.Deps) > 0 {
			c.doubtful = append(c.doubtful, j)
		}
	}
}

func startOf(j *Job) int64 {
	if j.State == Pending {
		return 0
	}
	return j.Start
}

// SpecialExit requeues a running job and holds it, marked as an administrator does with a failure that someone must
// look at.
func (c *Cluster) SpecialExit(j *Job) {
	if !j.Active() || j.Flags&Completing != 0 {
		return
	}
	c.requeue(j, Cancelled, -1, c.cfg.Requeue, causeUser)
	j.Priority = 0
	j.Reason, j.Detail = WaitHeldUser, "job requeued in held state"
	j.Flags |= SpecialExit
}

// Suspend stops a running job with its resources kept; Resume lets it go on.
func (c *Cluster) Suspend(j *Job) {
	if j.State == Running && j.Flags == 0 {
		j.State = Suspended
		j.PreSuspend = c.now - j.Start
		j.Suspend = c.now
		j.Priority = 0
		j.gen++
		j.idle = true
		for _, a := range j.Alloc {
			c.nodes[a.Node].CPUs -= a.CPUs
		}
		c.jobChanged()
		c.nodeChanged()
		c.kick(c.now + 1)
	}
}

// Resume lets a suspended job go on.
func (c *Cluster) Resume(j *Job) {
	if j.State != Suspended {
		return
	}
	stopped := c.now - j.Suspend
	j.State = Running
	j.Suspend = c.now
	c.wake(j)
	c.nodeChanged()
	j.doneBy += stopped
	j.End += stopped
	j.Priority = c.priority(j)
	c.pushJob(evScript, j.doneBy, j)
	c.pushJob(evLimit, j.End, j)
	c.jobChanged()
}
