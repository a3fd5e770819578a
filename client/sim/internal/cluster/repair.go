package cluster

import "fmt"

// restartLimit is after how many restarts of a job its node is no longer repaired for it. The platform's number is
// not public.
const restartLimit = 3

// repairTime is how long a faulty machine takes to be deleted, in seconds.
const repairTime = 90

// FaultNode makes a GPU of a node fail.
func (c *Cluster) FaultNode(name string) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	c.showFault(n)
	return nil
}

// showFault is what the platform's health checks do about a faulty node: drain it, requeue what uses all of its
// GPUs, delete the machine and make a new one. When a job does not use all GPUs, or has been restarted too often,
// the node is only drained.
func (c *Cluster) showFault(n *Node) {
	if n.Drain || n.Power != PowerUp || n.Shape.GPUs == 0 {
		return
	}
	xid := [...]int{48, 63, 74, 79, 94, 95, 119}[c.rng.IntN(7)]
	gpu := c.rng.IntN(n.Shape.GPUs)
	c.record("VM_CONTINUOUS_GPU_ERROR", fmt.Sprintf("Node %s: XID %d on GPU %d", n.Name, xid, gpu))
	n.Drain = true
	c.because(n, fmt.Sprintf("GPU health check: XID %d on GPU %d", xid, gpu), "root")
	c.record("VM_SLURM_DRAIN", "Slurm node "+n.Name+" drained")
	n.Detail = "GPU error"
	c.nodeChanged()
	c.bfDirty = true
	if !c.repairable(n) {
		c.push(event{kind: evCall, at: c.now + 6*3600, call: func() {
			if n.Drain && n.ReasonUser == "root" {
				c.resumeNode(n)
				c.nodeChanged()
				c.kick(c.now)
			}
		}})
		return
	}
	n.repair = true
	c.loseJobs(n, true)
	c.pushNode(evDeleted, c.now+repairTime, n)
}

func (c *Cluster) repairable(n *Node) bool {
	for _, j := range n.jobs {
		if j.Restarts >= restartLimit {
			return false
		}
		for _, a := range j.Alloc {
			if a.Node == n.Index && popcount(a.GPUs) < n.Shape.GPUs {
				return false
			}
		}
	}
	return true
}

func (c *Cluster) machineDeleted(n *Node) {
	c.record("VM_DELETION", "VM "+n.Name+" deleted: unhealthy")
	c.record("VM_REPORT_AND_REPLACEMENT", "Node "+n.Name+" reported; its VM is replaced")
	c.replaceMachine(n)
}
