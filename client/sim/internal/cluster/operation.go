package cluster

import "slices"

// Operation is a report of a faulty node that the platform works on.
type Operation struct {
	ID               uint64
	Node             string
	Host             bool // its host was reported, else only the machine
	Created, Updated int64
	Done             bool
	Progress         string
	Err              string // why it failed; "" if it has not
}

// keptOperations is how many operations are remembered.
const keptOperations = 200

// hostRepair is how long a reported host takes until the machine runs on another one, in seconds.
const hostRepair = 900

// Operation returns an operation by its id, or nil.
func (c *Cluster) Operation(id uint64) *Operation {
	for _, o := range c.ops {
		if o.ID == id {
			return o
		}
	}
	return nil
}

// Busy returns the operation that is not done yet, or nil.
func (c *Cluster) Busy() *Operation {
	for _, o := range slices.Backward(c.ops) {
		if !o.Done {
			return o
		}
	}
	return nil
}

func (c *Cluster) newOperation(n *Node, host bool) *Operation {
	o := &Operation{ID: c.newInstance(), Node: n.Name, Host: host, Created: c.now, Updated: c.now, Progress: "Request received."}
	c.ops = append(c.ops, o)
	if len(c.ops) > keptOperations {
		c.ops = slices.Delete(c.ops, 0, 1)
	}
	return o
}

func (c *Cluster) progress(o *Operation, words string) { o.Progress, o.Updated = words, c.now }

func (c *Cluster) done(o *Operation, words, problem string) {
	c.progress(o, words)
	o.Done, o.Err = true, problem
}

// ReportNode reports a node as faulty: its machine is deleted, and made again as after any repair. With host the
// host under it is reported: the machine moves to another one and keeps its identity. The node must have a machine.
func (c *Cluster) ReportNode(n *Node, host bool) *Operation {
	o := c.newOperation(n, host)
	machine := n.Instance
	c.tellNode(ToldReported, n, causeUser)
	c.push(event{kind: evCall, at: c.now + 5, call: func() {
		switch {
		case n.Instance != machine:
			c.done(o, "Node "+n.Name+" has no such VM any more.", "The VM of node "+n.Name+" is gone.")
		case host:
			c.reportHost(o, n)
		default:
			c.reportMachine(o, n)
		}
	}})
	return o
}

func (c *Cluster) reportMachine(o *Operation, n *Node) {
	machine := n.Instance
	c.progress(o, "Draining and deleting node "+n.Name+".")
	c.because(n, "Reported as faulty", "root")
	n.repair, n.Detail = true, "reported"
	c.setDrain(n, true, ToldReported)
	c.record("VM_SLURM_DRAIN", "Slurm node "+n.Name+" drained")
	c.loseJobs(n, true, ToldReported)
	c.nodeChanged()
	c.bfDirty = true
	c.push(event{kind: evCall, at: c.now + repairTime, call: func() {
		if n.Instance == machine {
			c.machineDeleted(n)
		}
		words := "Node " + n.Name + " deleted."
		if n.Number < n.Pool.Min {
			words += " A new VM has been requested."
		}
		c.done(o, words, "")
	}})
}

func (c *Cluster) reportHost(o *Operation, n *Node) {
	machine := n.Instance
	c.progress(o, "Host of node "+n.Name+" reported; the VM is being repaired.")
	n.hostReport, n.Detail = true, "host reported"
	c.awayFor(n, hostRepair, "Host reported as faulty", ToldReported)
	c.push(event{kind: evCall, at: c.now + hostRepair, call: func() {
		if n.Instance != machine {
			c.done(o, "Node "+n.Name+" was deleted meanwhile.", "The VM of node "+n.Name+" is gone.")
			return
		}
		n.Host, n.Started, n.Detail = c.newInstance(), c.now, ""
		c.record("VM_REBOOT", "VM "+n.Name+" rebooted on another host")
		c.tellNode(ToldRebooted, n, ToldReported)
		c.done(o, "Node "+n.Name+" runs on another host.", "")
	}})
}
