package cluster

// Between its creation and RUNNING a machine is provisioned and staged.
const (
	statusProvisioning = "PROVISIONING"
	statusStaging      = "STAGING"
	statusRunning      = "RUNNING"
	statusStopping     = "STOPPING"
	statusRepairing    = "REPAIRING"
)

// machineAt gives a node a new machine, made at a moment.
func (c *Cluster) machineAt(n *Node, at int64) {
	n.Instance, n.Created, n.MaxRun = c.newInstance(), at, n.Pool.Duration
	n.Host, n.Detail, n.hostReport = n.Instance, "", false
	n.Runs = at + n.startDelay()
	n.Started = n.Runs
	n.machine = &Machine{Node: n.Name, Pool: n.Pool.ID, ID: n.Instance, Created: at, Runs: n.Runs}
	c.machines = append(c.machines, n.machine)
	c.setEnd(n)
	if at < c.now {
		return // it was there before anything was told
	}
	if n.lastGone == "" || n.lastGone == ToldPoweredDown {
		c.tellNode(ToldCreated, n, n.lastGone)
	} else {
		c.tellNode(ToldReplaced, n, causeNotFresh+n.lastGone)
	}
}

// startDelay is how long the machine takes to RUNNING: a part of its boot, another for each machine.
func (n *Node) startDelay() int64 {
	return n.Pool.Boot/8 + int64(n.Instance%uint64(n.Pool.Boot/4+1))
}

// setEnd plans the forced end: the time that a machine may run counts from RUNNING on.
func (c *Cluster) setEnd(n *Node) {
	n.Expires = 0
	if n.MaxRun > 0 {
		n.Expires = n.Runs + n.MaxRun
		c.pushNode(evLease, n.Expires, n)
	}
	n.machine.Ends = n.Expires
}

// age lets a machine have been made at an earlier moment.
func (c *Cluster) age(n *Node, created int64) {
	n.Created = created
	n.Runs = created + n.startDelay()
	n.Started = n.Runs
	n.machine.Created, n.machine.Runs = n.Created, n.Runs
	n.Boot = created + n.Pool.Boot
	c.setEnd(n)
}

// vanish takes the machine of a node away, for a reason that is one of the kinds of what happens, and leaves the node
// powered down. cause says more.
func (c *Cluster) vanish(n *Node, kind, cause string) {
	if n.Instance != 0 {
		c.tellNode(kind, n, cause)
		n.machine.Removed, n.machine.Cause = c.now, kind
		n.lastGone = kind
	}
	n.gen++
	n.Instance, n.Created, n.Expires, n.Runs, n.Started, n.MaxRun, n.Host = 0, 0, 0, 0, 0, 0, 0
	n.Detail, n.machine, n.request, n.hostReport = "", nil, nil, false
	n.Power, n.NoRespond, n.LastBusy = PoweredDown, false, 0
	c.giveUp(n)
	c.nodeChanged()
}

// Status returns Compute Engine's word for the state of the node's machine; "" if there is none.
func (n *Node) Status(now int64) string {
	switch {
	case n.Instance == 0:
		return ""
	case n.hostReport:
		return statusRepairing
	case n.Power == PoweringDown:
		return statusStopping
	case now < (n.Created+n.Runs)/2:
		return statusProvisioning
	case now < n.Runs:
		return statusStaging
	default:
		return statusRunning
	}
}

// DeleteMachine deletes the machine of a node behind the platform's back, as a person with the console may.
func (c *Cluster) DeleteMachine(name string) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	if n.Instance == 0 {
		return ErrNodeState
	}
	c.record("VM_DELETION", "VM "+n.Name+" deleted")
	c.replaceMachine(n, ToldDeleted, causeUser)
	return nil
}
