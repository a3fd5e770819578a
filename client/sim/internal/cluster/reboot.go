package cluster

// RebootNode reboots the machine of a node: it keeps its identity and its forced end, and gets a new boot time. What
// runs on it is lost.
func (c *Cluster) RebootNode(name string) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	if n.Power != PowerUp || n.rebooting {
		return ErrNodeState
	}
	c.reboot(n)
	return nil
}

func (c *Cluster) reboot(n *Node) {
	c.record("VM_REBOOT", "VM "+n.Name+" rebooted")
	c.tellNode(ToldRebooted, n, "")
	c.awayFor(n, max(n.Pool.Boot, 2), "Node unexpectedly rebooted", ToldRebooted)
}

// awayFor lets a node boot anew on its machine for so many seconds. If anything runs on it, Slurm gives it up.
func (c *Cluster) awayFor(n *Node, seconds int64, reason, cause string) {
	n.gen++
	n.rebooting, n.NoRespond = true, true
	if len(n.jobs) > 0 {
		c.because(n, reason, "slurm")
		c.nodeDown(n, cause)
	} else {
		c.tellNode(ToldNotResponding, n, cause)
	}
	gen := n.gen
	c.push(event{kind: evCall, at: c.now + seconds, call: func() {
		if n.gen == gen {
			c.backAgain(n, seconds, reason, cause)
		}
	}})
	c.nodeChanged()
	c.bfDirty = true
}

func (c *Cluster) backAgain(n *Node, away int64, reason, cause string) {
	n.rebooting, n.NoRespond, n.hostReport = false, false, false
	n.Boot, n.SlurmdStart, n.LastBusy = c.now-min(away*3/4, 60), c.now, c.now
	if n.Down && n.Reason == reason {
		c.setDown(n, false, cause)
		n.Reason, n.ReasonUser, n.ReasonAt = "", "", 0
	}
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
	c.maybeIdle(n)
}
