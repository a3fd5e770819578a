package cluster

import "fmt"

// leaseEnds is the forced end of a Flex Start machine: Compute Engine deletes it, whatever runs on it. A static node
// gets a new machine; a dynamic one only if a job waits for it.
func (c *Cluster) leaseEnds(n *Node) {
	if n.Instance == 0 {
		return
	}
	c.record("VM_DELETION", fmt.Sprintf("VM %s deleted: maximum run duration of %ds reached", n.Name, n.MaxRun))
	c.replaceMachine(n, ToldExpired, "")
}

// replaceMachine takes the machine away with what runs on it, and makes a new one where the pool wants one. kind and
// cause say why, as vanish has them.
func (c *Cluster) replaceMachine(n *Node, kind, cause string) {
	c.loseJobs(n, true, kind)
	c.vanish(n, kind, cause)
	n.Fail, n.repair, n.rebooting = false, false, false
	c.setDown(n, false, kind)
	c.setDrain(n, false, kind)
	n.Reason, n.ReasonUser, n.ReasonAt = "", "", 0
	if n.Number < n.Pool.Min {
		c.powerUp([]*Node{n}, nil)
	}
	c.bfDirty = true
	c.kick(c.now)
}

// loseJobs ends what runs on a node: requeued if it may be, else NODE_FAIL. failed says that the node is to blame,
// cause what happened.
func (c *Cluster) loseJobs(n *Node, failed bool, cause string) {
	for len(n.jobs) > 0 {
		j := n.jobs[0]
		if j.Flags&Completing != 0 || !j.Active() {
			c.release(j)
			if len(n.jobs) > 0 && n.jobs[0] == j {
				c.unhold(j, j.Alloc)
			}
			continue
		}
		c.loseJob(n, j, failed, cause)
	}
}

func (c *Cluster) loseJob(n *Node, j *Job, failed bool, cause string) {
	if failed {
		j.FailedNode = n.Index
	}
	if j.Requeue {
		at := int32(-1)
		if failed {
			at = n.Index
		}
		c.requeue(j, NodeFail, at, c.cfg.Requeue, cause)
		j.FailedNode = -1
		return
	}
	c.finish(j, NodeFail, FailNode, "", Exit{Signal: signalHup})
	j.Lost = true
	c.release(j)
	c.stats.Fails++
}

// KillNode makes the machine of a node stop answering, as a crash does. slurmctld sets it DOWN after a while.
func (c *Cluster) KillNode(name string) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	c.goSilent(n)
	return nil
}

// goSilent lets a node not answer from now on: slurmctld notices at its next ping, and gives the node up when it has not
// answered for long enough.
func (c *Cluster) goSilent(n *Node) {
	gen := n.gen
	c.push(event{kind: evCall, at: c.now + max(1, c.cfg.Silence/2), call: func() {
		if n.gen != gen || n.Down || n.NoRespond || n.Power != PowerUp {
			return
		}
		n.NoRespond = true
		c.tellNode(ToldNotResponding, n, "")
		c.nodeChanged()
		c.bfDirty = true
	}})
	c.pushNode(evSilent, c.now+c.cfg.Silence, n)
}

// ReviveNode lets a killed node answer again.
func (c *Cluster) ReviveNode(name string) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	n.gen++
	n.SlurmdStart, n.LastBusy = c.now, c.now // its machine has not been booted
	c.resumeNode(n, causeUser)
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
	return nil
}

// RefuseBoot makes a powered-down node fail to boot from now on, or lets it boot again.
func (c *Cluster) RefuseBoot(name string, refuse bool) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	n.refuse = refuse
	return nil
}

func (c *Cluster) silentTooLong(n *Node) {
	c.because(n, "Not responding", "slurm")
	n.NoRespond = true
	c.nodeDown(n, ToldNotResponding)
}

func (c *Cluster) nodeDown(n *Node, cause string) {
	c.setDown(n, true, cause)
	n.LastBusy = c.now
	c.loseJobs(n, true, cause)
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
}

// ExpireLease brings the forced end of a node's machine to now.
func (c *Cluster) ExpireLease(name string) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	if n.Instance != 0 && n.MaxRun > 0 {
		n.machine.Ends = c.now
	}
	c.leaseEnds(n)
	return nil
}
