package cluster

// powerUp asks for machines of those nodes that are powered down, for a job or for none: a request for each pool.
func (c *Cluster) powerUp(nodes []*Node, j *Job) {
	for _, p := range c.pools {
		var off []*Node
		for _, n := range nodes {
			if n.Pool == p && n.Power == PoweredDown {
				off = append(off, n)
			}
		}
		if len(off) > 0 {
			c.ask(p, off, j)
		}
	}
	c.nodeChanged()
}

func (c *Cluster) booted(n *Node) {
	if n.Power != PoweringUp {
		return
	}
	n.Power, n.NoRespond, n.Registered, n.repair = PowerUp, false, true, false
	n.Boot, n.SlurmdStart, n.LastBusy = c.now, c.now, c.now
	c.tellNode(ToldReady, n, "")
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
	c.maybeIdle(n)
	// slurmctld looks at the jobs that wait for a boot at its own interval only.
	at := c.now + 1
	if s := c.cfg.Settle; s > 0 {
		at = c.now - (c.now-c.cfg.Start)%s + s
	}
	c.push(event{kind: evCall, at: at, call: func() { c.settle(n) }})
}

// settle lets the jobs of a booted node begin whose nodes are all up.
func (c *Cluster) settle(n *Node) {
	for _, j := range n.jobs {
		if j.State == Running && j.Flags&Configuring != 0 && c.allUp(j) {
			c.begin(j)
		}
	}
}

func (c *Cluster) allUp(j *Job) bool {
	for _, a := range j.Alloc {
		if !c.nodes[a.Node].up() {
			return false
		}
	}
	return true
}

func (c *Cluster) resumeTimedOut(n *Node) {
	if n.Power != PoweringUp {
		return
	}
	if n.Instance != 0 { // it was made and never registered
		c.record("VM_DELETION", "VM "+n.Name+" deleted: not resumed by Slurm in time")
	}
	c.vanish(n, ToldDeleted, causeTimeout)
	c.because(n, "ResumeTimeout reached", "slurm")
	c.setDown(n, true, causeTimeout)
	c.loseJobs(n, false, causeTimeout)
	c.nodeChanged()
}

// maybeIdle plans the end of a dynamic node without work.
func (c *Cluster) maybeIdle(n *Node) {
	if n.Cloud() && n.Number >= n.Pool.Min && n.Power == PowerUp && len(n.jobs) == 0 && n.Pool.Idle > 0 {
		c.pushNode(evIdle, max(n.LastBusy, c.now)+n.Pool.Idle, n)
	}
}

func (c *Cluster) idleOut(n *Node) {
	if n.Power != PowerUp || len(n.jobs) > 0 || n.Down || n.Drain || n.rebooting || n.Planned || c.now < n.LastBusy+n.Pool.Idle {
		return
	}
	c.powerDown(n)
}

func (c *Cluster) powerDown(n *Node) {
	n.gen++
	n.Power = PoweringDown
	c.tellNode(ToldPoweringDown, n, causeSlurm)
	c.record("VM_SLURM_POWER_DOWN", "Slurm powers down idle node "+n.Name)
	c.pushNode(evOff, c.now+max(n.Pool.Off, 1), n)
	c.nodeChanged()
}

func (c *Cluster) poweredOff(n *Node) {
	if n.Power != PoweringDown {
		return
	}
	c.record("VM_DELETION", "VM "+n.Name+" deleted: powered down by Slurm")
	c.vanish(n, ToldPoweredDown, causeSlurm)
	c.bfDirty = true
	c.kick(c.now)
}

func (c *Cluster) record(kind, message string) {
	c.log = append(c.log, Event{At: c.now, Type: kind, Message: message})
	if len(c.log) > 100 {
		c.log = c.log[len(c.log)-100:]
	}
}
