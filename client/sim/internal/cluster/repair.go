package cluster

// restartLimit is after how many restarts of a job its node is no longer repaired for it. The platform's number is
// not public.
const restartLimit = 3

// repairTime is how long a faulty machine takes to be deleted, in seconds; handTime how long it takes until a person
// looks at one that is only drained.
const (
	repairTime = 90
	handTime   = 6 * 3600
)

// FaultNode makes a node show a fault of a kind now.
func (c *Cluster) FaultNode(name string, kind FaultKind) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	c.breakNode(n, kind, nil)
	return nil
}

// breakNode is what the platform's health checks do about a faulty node: drain it, requeue what uses all of its
// GPUs, delete the machine and make a new one. When a job does not use all GPUs, or has been restarted too often,
// the node is only drained. by is the job whose prolog or epilog showed the fault, or nil.
func (c *Cluster) breakNode(n *Node, kind FaultKind, by *Job) {
	if n.Drain || n.Down || n.rebooting || n.Power != PowerUp || n.Shape.GPUs == 0 {
		return
	}
	f := c.faultOf(kind, n)
	c.record(f.event, "Node "+n.Name+": "+f.text)
	c.tellNode(f.kind, n, "")
	c.because(n, f.reason, "root")
	n.Detail = f.detail
	whole := c.repairable(n) && (by == nil || repairsFor(by, n))
	c.setDrain(n, true, f.kind)
	c.record("VM_SLURM_DRAIN", "Slurm node "+n.Name+" drained")
	c.nodeChanged()
	c.bfDirty = true
	if whole {
		n.repair = true
		c.loseJobs(n, true, f.kind)
		c.pushNode(evDeleted, c.now+repairTime, n)
		return
	}
	if kind == FaultProlog && by != nil { // a job whose prolog failed cannot run
		c.loseJob(n, by, true, f.kind)
	}
	c.handResume(n, handTime)
}

// handResume lets an administrator resume a drained node after a while, if nothing else has happened to it.
func (c *Cluster) handResume(n *Node, after int64) {
	since, machine := n.ReasonAt, n.Instance
	c.push(event{kind: evCall, at: c.now + after, call: func() {
		if n.Drain && n.ReasonUser == "root" && n.ReasonAt == since && n.Instance == machine {
			c.resumeNode(n, causeUser)
			c.nodeChanged()
			c.bfDirty = true
			c.kick(c.now)
		}
	}})
}

func (c *Cluster) repairable(n *Node) bool {
	for _, j := range n.jobs {
		if !repairsFor(j, n) {
			return false
		}
	}
	return true
}

// repairsFor reports whether a node is repaired for a job that runs on it, or just ran.
func repairsFor(j *Job, n *Node) bool {
	if j.Restarts >= restartLimit {
		return false
	}
	for _, a := range j.Alloc {
		if a.Node == n.Index && popcount(a.GPUs) < n.Shape.GPUs {
			return false
		}
	}
	return true
}

func (c *Cluster) machineDeleted(n *Node) {
	c.record("VM_DELETION", "VM "+n.Name+" deleted: unhealthy")
	c.record("VM_REPORT_AND_REPLACEMENT", "Node "+n.Name+" reported; its VM is replaced")
	c.replaceMachine(n, ToldRepair, n.Detail)
}
