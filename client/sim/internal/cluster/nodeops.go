package cluster

// NodeUpdate changes a node. Nil fields stay.
type NodeUpdate struct {
	States  []string // DRAIN, RESUME, UNDRAIN, DOWN, FAIL, POWER_UP, POWER_DOWN...
	Reason  *string
	Comment *string
	Weight  *uint32
}

// UpdateNode changes a node for a user; only administrators may.
func (c *Cluster) UpdateNode(u *User, name string, up NodeUpdate) error {
	if !u.Administrator {
		return ErrUser
	}
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	for _, s := range up.States {
		if !c.setNode(u, n, s, up.Reason) {
			return ErrNodeState
		}
	}
	if up.Reason != nil && len(up.States) == 0 {
		c.because(n, *up.Reason, u.Name)
	}
	setIf(&n.Comment, up.Comment)
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
	return nil
}

// NodeStateKnown reports whether a word is a state that a node can be set to.
func NodeStateKnown(word string) bool {
	switch word {
	case "DRAIN", "RESUME", "UNDRAIN", "IDLE", "DOWN", "FAIL", "POWER_UP", "POWER_DOWN", "POWER_DOWN_ASAP", "POWER_DOWN_FORCE":
		return true
	default:
		return false
	}
}

func (c *Cluster) setNode(u *User, n *Node, state string, reason *string) bool {
	text := ""
	if reason != nil {
		text = *reason
	}
	switch state {
	case "DRAIN":
		if text != "" || n.Reason == "" {
			c.because(n, text, u.Name)
		}
		c.setDrain(n, true, causeUser)
	case "RESUME":
		if !n.Drain && !n.Down && !n.Fail && !n.rebooting {
			return false // slurmctld finds nothing to resume from
		}
		c.resumeNode(n, causeUser)
	case "UNDRAIN", "IDLE":
		c.resumeNode(n, causeUser)
	case "DOWN":
		c.because(n, text, u.Name)
		c.nodeDown(n, causeUser)
	case "FAIL":
		n.Fail, n.Drain = true, false
		c.because(n, text, u.Name)
	case "POWER_UP":
		if n.Cloud() && n.Power == PoweredDown {
			c.powerUp([]*Node{n}, nil)
		}
	case "POWER_DOWN", "POWER_DOWN_ASAP", "POWER_DOWN_FORCE":
		if n.Cloud() && len(n.jobs) == 0 && n.Power == PowerUp {
			c.powerDown(n)
		}
	default:
		return false
	}
	return true
}

func (c *Cluster) because(n *Node, reason, user string) {
	if reason == "" {
		return
	}
	n.Reason, n.ReasonUser, n.ReasonAt = reason, user, c.now
}

func (c *Cluster) resumeNode(n *Node, cause string) {
	n.Fail = false
	c.setDrain(n, false, cause)
	if !n.repair {
		c.setDown(n, false, cause)
		if n.Power == PowerUp && n.Instance != 0 {
			n.NoRespond = false
		}
	}
	n.Reason, n.ReasonUser, n.ReasonAt = "", "", 0
	if !n.repair && !n.hostReport {
		n.Detail = ""
	}
	c.maybeIdle(n)
}

// Reserve takes nodes out of use for a time, as for maintenance.
func (c *Cluster) Reserve(r *Reservation) {
	c.resvs = append(c.resvs, r)
	for _, i := range r.Nodes {
		c.nodes[i].Resv = r
	}
	c.resvsAt = c.now
	c.nodeChanged()
	c.push(event{kind: evCall, at: r.End, call: func() { c.Unreserve(r) }})
}

// Unreserve ends a reservation.
func (c *Cluster) Unreserve(r *Reservation) {
	for i, o := range c.resvs {
		if o != r {
			continue
		}
		c.resvs = append(c.resvs[:i:i], c.resvs[i+1:]...)
		for _, k := range r.Nodes {
			c.nodes[k].Resv = nil
		}
		c.resvsAt = c.now
		c.nodeChanged()
		c.bfDirty = true
		c.kick(c.now)
	}
}
