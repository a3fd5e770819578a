package cluster

import (
	"fmt"
	"math/bits"
	"slices"
)

func popcount(m uint16) int { return bits.OnesCount16(m) }

// hold takes resources of nodes for a job; unhold gives them back.
func (c *Cluster) hold(j *Job, alloc []Alloc) {
	for _, a := range alloc {
		n := c.nodes[a.Node]
		n.CPUs += a.CPUs
		n.GPUs |= a.GPUs
		n.Mem += a.Mem
		n.jobs = append(n.jobs, j)
	}
	c.nodeChanged()
}

func (c *Cluster) unhold(j *Job, alloc []Alloc) {
	for _, a := range alloc {
		n := c.nodes[a.Node]
		if !j.idle {
			n.CPUs -= a.CPUs
		}
		n.GPUs &^= a.GPUs
		n.Mem -= a.Mem
		n.jobs = slices.DeleteFunc(n.jobs, func(o *Job) bool { return o == j })
		c.maybeDrained(n)
	}
	c.nodeChanged()
}

// start gives a waiting job its nodes. Of an array, its next task starts.
func (c *Cluster) start(p *Partition, j *Job, alloc []Alloc, backfilled bool) {
	t := j
	if j.Remainder() {
		if t = c.splitTask(j); t == nil {
			return
		}
	}
	if t.Array != nil {
		t.Array.active++
	}
	p.stale++
	t.State, t.Reason, t.Detail = Running, NoReason, ""
	t.WasRunning, t.Backfilled, t.Estimate, t.Planned = true, backfilled, 0, nil
	t.LastSched = c.now
	t.Alloc, t.LastTRES = alloc, nil
	if t.Limit == NoVal && t.Het == nil {
		t.Limit = p.limitAtStart()
	}
	if t.Eligible == 0 {
		t.Eligible = t.Submit
	}
	t.User.running++
	c.hold(t, alloc)
	c.stats.Started++
	if backfilled {
		c.stats.Backfilled++
	}
	t.Start = c.now
	t.End = c.now + limitSeconds(t, p)
	c.bfDirty = true
	c.jobChanged()
	c.tell(t)
	var off []*Node
	for _, a := range alloc {
		if n := c.nodes[a.Node]; !n.up() {
			off = append(off, n)
		}
	}
	if len(off) == 0 {
		c.begin(t)
		return
	}
	t.Flags |= Configuring | PowerUpNode
	c.powerUp(off, t)
}

// begin runs the script of a job whose nodes are all up.
func (c *Cluster) begin(j *Job) {
	p := c.Partition(j.Partition)
	j.Flags &^= Configuring | PowerUpNode
	j.Start = c.now
	limit := limitSeconds(j, p)
	j.End = c.now + limit
	j.plan = c.planOf(j)
	j.doneBy = c.now + max(j.plan.Seconds, 1)
	c.pushJob(evScript, j.doneBy, j)
	c.pushJob(evLimit, j.End, j)
	if j.plan.Fault && len(j.Alloc) > 0 {
		n := c.nodes[j.Alloc[c.rng.IntN(len(j.Alloc))].Node]
		c.pushNode(evNodeFault, c.now+max(j.plan.Seconds/2, 1), n)
	}
	c.tellJob(ToldStarted, j, -1, "")
	c.prolog(j)
	c.jobChanged()
}

func (c *Cluster) planOf(j *Job) Plan {
	switch {
	case j.Plan != nil:
		return j.Plan(c, j)
	case c.cfg.Plan != nil:
		return c.cfg.Plan(c, j)
	default:
		return scriptPlan(j.Script)
	}
}

// ScriptPlan says what a script does, going by its simple commands.
func ScriptPlan(script string) Plan { return scriptPlan(script) }

func (c *Cluster) scriptEnds(j *Job) {
	if j.State != Running {
		return
	}
	c.endWith(j, j.plan.Exit, j.plan.OOM)
}

// endWith ends a running job by itself.
func (c *Cluster) endWith(j *Job, exit Exit, oom bool) {
	switch {
	case oom:
		c.finish(j, OutOfMemory, FailMemory, "", Exit{Code: 0, Signal: SignalKill})
		c.stats.Fails++
	case exit.Signal != 0:
		c.finish(j, Failed, FailSignal,
			fmt.Sprintf("RaisedSignal:%d(%s)", exit.Signal, signalWords(exit.Signal)), exit)
		c.stats.Fails++
	case exit.Code != 0:
		c.finish(j, Failed, FailExit, "", exit)
		c.stats.Fails++
	default:
		c.finish(j, Completed, NoReason, "", exit)
		c.stats.Completed++
	}
}

func (c *Cluster) timeOut(j *Job) {
	switch {
	case j.State == Suspended:
		c.pushJob(evLimit, c.now+60, j)
	case j.State == Running && c.now < j.End: // the limit was raised
		c.pushJob(evLimit, j.End, j)
	case j.State == Running:
		c.finish(j, Timeout, FailTime, "", Exit{Signal: signalTerm})
		c.stats.Fails++
	}
}

func (c *Cluster) missDeadline(j *Job) {
	if j.State != Pending {
		return
	}
	c.finish(j, Deadline, FailDeadline, "", Exit{Signal: signalHup})
}

// finish ends a job. While it completes it keeps its nodes, until the epilogs are through.
func (c *Cluster) finish(j *Job, s State, r Reason, detail string, exit Exit) {
	wasActive := j.Active()
	j.gen++
	j.State, j.Reason, j.Detail, j.Exit, j.End = s, r, detail, exit, c.now
	c.tellEnd(j)
	j.WasRunning, j.Estimate, j.Planned = false, 0, nil
	j.Flags = 0
	if !wasActive {
		c.Partition(j.Partition).stale++
		if j.Start == 0 || j.Start > c.now {
			j.Start = c.now
		}
		c.settled(j)
		return
	}
	c.drop(j)
	c.wake(j)
	j.Flags = Completing
	c.pushJob(evEpilog, c.now+c.between(c.cfg.Epilog), j)
	c.remember(j)
	c.jobChanged()
	c.kick(c.now)
}

// wake takes the CPUs of a suspended job back from its nodes.
func (c *Cluster) wake(j *Job) {
	if !j.idle {
		return
	}
	j.idle = false
	for _, a := range j.Alloc {
		c.nodes[a.Node].CPUs += a.CPUs
	}
}

// drop counts a job out of what runs.
func (c *Cluster) drop(j *Job) {
	j.User.running--
	if j.Array != nil && !j.Remainder() {
		j.Array.active--
	}
}

// settled is for a job that ended without nodes.
func (c *Cluster) settled(j *Job) {
	c.remember(j)
	c.pushJob(evPurge, c.now+c.cfg.MinJobAge, j)
	c.tell(j)
	c.jobChanged()
	c.kick(c.now)
}

func (c *Cluster) between(r [2]int64) int64 {
	if r[1] <= r[0] {
		return r[0]
	}
	return r[0] + c.rng.Int64N(r[1]-r[0])
}

// release lets the nodes of a completing job go.
func (c *Cluster) release(j *Job) {
	if j.Flags&Completing == 0 {
		return
	}
	j.Flags &^= Completing
	c.free(j)
	if j.State == Pending { // requeued while it completed
		c.kick(c.now)
		return
	}
	c.pushJob(evPurge, c.now+c.cfg.MinJobAge, j)
	c.tell(j)
	c.jobChanged()
	c.bfDirty = true
	c.kick(c.now)
}

func (c *Cluster) free(j *Job) {
	c.unhold(j, j.Alloc)
	for _, a := range j.Alloc {
		n := c.nodes[a.Node]
		n.LastBusy = c.now
		c.maybeIdle(n)
	}
}

// forget drops an ended job from the queue; accounting keeps it.
func (c *Cluster) forget(j *Job) {
	if !j.State.Final() || j.gone {
		return
	}
	j.gone = true
	delete(c.jobs, j.ID)
	c.tell(j)
	delete(c.watchers, j.ID)
	c.gone++
	if c.gone > 64 && c.gone > len(c.order)/2 {
		c.order = slices.DeleteFunc(c.order, func(o *Job) bool { return o.gone })
		c.gone = 0
	}
	c.jobChanged()
}

// remember hands a record to accounting.
func (c *Cluster) remember(j *Job) {
	if !j.Known {
		return
	}
	c.history = append(c.history, j)
	if len(c.history) > historyLimit+historyLimit/8 {
		c.history = slices.Delete(c.history, 0, len(c.history)-historyLimit)
	}
}

// requeue puts a job back to wait: after a node failure, a repair, or a request. The run that ends becomes a record
// of accounting of its own. cause is what happened.
func (c *Cluster) requeue(j *Job, ended State, failed int32, delay int64, cause string) {
	past := *j
	past.State, past.Flags, past.End, past.FailedNode = ended, 0, c.now, failed
	past.gone = true // not of the queue
	if ended == NodeFail {
		past.Exit = Exit{Signal: signalHup}
	}
	c.remember(&past)
	c.free(j)
	c.drop(j)
	j.gen++
	j.State, j.Flags, j.Reason, j.Detail = Pending, 0, NoReason, ""
	j.LastTRES, j.Alloc = j.Alloc, nil
	j.Restarts++
	c.tellJob(ToldRequeued, j, failed, cause)
	j.idle = false
	j.Lost = failed >= 0
	j.WasRunning = false
	j.Submit = c.now
	j.Eligible = c.now + delay
	j.Accrue = 0
	j.Start, j.End = j.Eligible, 0
	j.Suspend, j.PreSuspend = 0, 0
	c.Partition(j.Partition).reinsert(j)
	c.pushJob(evEligible, j.Eligible, j)
	c.bfDirty = true
	c.jobChanged()
	c.kick(c.now + 1)
}
