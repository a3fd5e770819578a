package cluster

import "container/heap"

type eventKind uint8

const (
	evSchedule eventKind = iota
	evBackfill
	evEligible // a waiting job becomes eligible
	evScript   // a job's script ends by itself
	evLimit    // a job reaches its time limit
	evEpilog   // a completing job lets its nodes go
	evDeadline
	evPurge     // the queue forgets a job
	evBooted    // a node registers
	evResumeOut // a node did not boot in time
	evIdle      // a node may power down
	evOff       // a node is powered down
	evLease     // a machine reaches its forced end
	evDeleted   // a faulty machine is gone
	evSilent    // a dead node has not answered for long enough
	evPriority  // priorities age
	evArrival   // users submit
	evNodeFault
	evCall // a function
)

type event struct {
	at   int64
	seq  uint64
	kind eventKind
	gen  uint32
	id   uint32 // job
	node int32
	call func()
}

type eventQueue []event

func (q eventQueue) Len() int { return len(q) }
func (q eventQueue) Less(i, j int) bool {
	if q[i].at != q[j].at {
		return q[i].at < q[j].at
	}
	return q[i].seq < q[j].seq
}
func (q eventQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is for container/heap.
func (q *eventQueue) Push(x any) {
	if e, ok := x.(event); ok {
		*q = append(*q, e)
	}
}

// Pop is for container/heap.
func (q *eventQueue) Pop() any {
	old := *q
	e := old[len(old)-1]
	old[len(old)-1] = event{}
	*q = old[:len(old)-1]
	return e
}

func (c *Cluster) push(e event) {
	e.at = max(e.at, c.now)
	e.seq = c.seq
	c.seq++
	heap.Push(&c.events, e)
}

func (c *Cluster) pushJob(kind eventKind, at int64, j *Job) {
	c.push(event{kind: kind, at: at, id: j.ID, gen: j.gen})
}

func (c *Cluster) pushNode(kind eventKind, at int64, n *Node) {
	c.push(event{kind: kind, at: at, node: n.Index, gen: n.gen})
}

// kick asks for a pass of the main scheduler at a moment, once.
func (c *Cluster) kick(at int64) {
	if c.nextSched != 0 && c.nextSched <= at {
		return
	}
	c.nextSched = at
	c.push(event{kind: evSchedule, at: at})
}

// RunUntil lets everything happen up to and including a moment. Earlier moments are ignored.
func (c *Cluster) RunUntil(t int64) {
	for len(c.events) > 0 && c.events[0].at <= t {
		e, ok := heap.Pop(&c.events).(event)
		if !ok {
			return
		}
		c.now = e.at
		c.happen(e)
	}
	c.now = max(c.now, t)
}

// Next returns the moment of the next thing that is planned.
func (c *Cluster) Next() int64 {
	if len(c.events) == 0 {
		return c.now
	}
	return c.events[0].at
}

// RunToTruth lets things happen up to and including the first moment at which one is told, or the given one if that
// is sooner.
func (c *Cluster) RunToTruth(most int64) {
	seen := len(c.truth)
	for len(c.truth) == seen && c.now < most {
		c.RunUntil(min(max(c.Next(), c.now), most))
		if len(c.truth) == seen && len(c.events) == 0 {
			c.RunUntil(most)
		}
	}
}

func (c *Cluster) happen(e event) {
	switch e.kind {
	case evSchedule:
		if c.nextSched == e.at {
			c.nextSched = 0
			c.schedule()
		}
	case evBackfill:
		c.backfill()
	case evEligible, evScript, evLimit, evEpilog, evDeadline, evPurge:
		c.jobEvent(e)
	case evBooted, evResumeOut, evIdle, evOff, evLease, evDeleted, evSilent, evNodeFault:
		c.nodeEvent(e)
	case evPriority:
		c.agePriorities()
	case evArrival:
		c.demo.arrive(c)
	case evCall:
		e.call()
	}
}

func (c *Cluster) jobEvent(e event) {
	j := c.jobs[e.id]
	if j == nil || j.gen != e.gen {
		return
	}
	switch e.kind {
	case evEligible:
		c.eligible(j)
		c.kick(c.now)
	case evScript:
		c.scriptEnds(j)
	case evLimit:
		c.timeOut(j)
	case evEpilog:
		c.epilog(j)
	case evDeadline:
		c.missDeadline(j)
	case evPurge:
		c.forget(j)
	default:
	}
}

func (c *Cluster) nodeEvent(e event) {
	n := c.nodes[e.node]
	if e.kind == evLease && n.Expires != e.at || e.kind != evLease && n.gen != e.gen {
		return
	}
	switch e.kind {
	case evBooted:
		c.booted(n)
	case evResumeOut:
		c.resumeTimedOut(n)
	case evIdle:
		c.idleOut(n)
	case evOff:
		c.poweredOff(n)
	case evLease:
		c.leaseEnds(n)
	case evDeleted:
		c.machineDeleted(n)
	case evSilent:
		c.silentTooLong(n)
	case evNodeFault:
		c.breakNode(n, FaultGPU, nil)
	default:
	}
}
