package cluster

// machineAt gives a node a new machine, made at a moment.
func (c *Cluster) machineAt(n *Node, at int64) {
	n.Instance, n.Created = c.newInstance(), at
	n.Expires = 0
	if n.Pool.Duration > 0 {
		n.Expires = at + n.Pool.Duration
		c.pushNode(evLease, n.Expires, n)
	}
	n.Detail = ""
}

// powerUp asks for machines. Those of one request come together, as a managed instance group makes them.
func (c *Cluster) powerUp(nodes []*Node) {
	wait := int64(0)
	for _, n := range nodes {
		if n.Power == PoweredDown {
			wait = max(wait, c.between(n.Pool.Wait))
		}
	}
	for _, n := range nodes {
		if n.Power != PoweredDown {
			continue
		}
		n.gen++
		n.Power, n.NoRespond = PoweringUp, true
		n.Boot, n.SlurmdStart, n.Registered, n.LastBusy = 0, 0, false, 0
		if n.Pool.ResumeTimeout > 0 {
			c.pushNode(evResumeOut, c.now+n.Pool.ResumeTimeout, n)
		}
		if n.refuse {
			continue
		}
		made := c.now + wait
		gen := n.gen
		c.push(event{kind: evCall, at: made, call: func() {
			if n.gen == gen {
				c.machineAt(n, c.now)
				c.pushNode(evBooted, c.now+n.Pool.Boot, n)
			}
		}})
	}
	c.nodeChanged()
}

func (c *Cluster) booted(n *Node) {
	if n.Power != PoweringUp {
		return
	}
	n.Power, n.NoRespond, n.Registered, n.repair = PowerUp, false, true, false
	n.Boot, n.SlurmdStart, n.LastBusy = c.now, c.now, c.now
	n.bootGen = n.gen
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
	n.gen++
	n.Power, n.Down, n.NoRespond = PoweredDown, true, false
	c.because(n, "ResumeTimeout reached", "slurm")
	c.loseJobs(n, false)
	c.nodeChanged()
}

// maybeIdle plans the end of a dynamic node without work.
func (c *Cluster) maybeIdle(n *Node) {
	if n.Cloud() && n.Number >= n.Pool.Min && n.Power == PowerUp && len(n.jobs) == 0 && n.Pool.Idle > 0 {
		c.pushNode(evIdle, max(n.LastBusy, c.now)+n.Pool.Idle, n)
	}
}

func (c *Cluster) idleOut(n *Node) {
	if n.Power != PowerUp || len(n.jobs) > 0 || n.Drain || n.Planned || c.now < n.LastBusy+n.Pool.Idle {
		return
	}
	c.powerDown(n)
}

func (c *Cluster) powerDown(n *Node) {
	n.gen++
	n.Power = PoweringDown
	c.record("VM_SLURM_POWER_DOWN", "Slurm powers down idle node "+n.Name)
	c.pushNode(evOff, c.now+max(n.Pool.Off, 1), n)
	c.nodeChanged()
}

func (c *Cluster) poweredOff(n *Node) {
	if n.Power != PoweringDown {
		return
	}
	c.record("VM_DELETION", "VM "+n.Name+" deleted: powered down by Slurm")
	c.vanish(n)
	c.bfDirty = true
	c.kick(c.now)
}

// vanish takes the machine of a node away and leaves the node powered down.
func (c *Cluster) vanish(n *Node) {
	n.gen++
	n.Instance, n.Created, n.Expires, n.Detail = 0, 0, 0, ""
	n.Power, n.NoRespond, n.LastBusy = PoweredDown, false, 0
	c.nodeChanged()
}

func (c *Cluster) record(kind, message string) {
	c.log = append(c.log, Event{At: c.now, Type: kind, Message: message})
	if len(c.log) > 100 {
		c.log = c.log[len(c.log)-100:]
	}
}
