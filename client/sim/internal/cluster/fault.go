package cluster

import "fmt"

// FaultKind is a kind of fault that the platform's health checks find.
type FaultKind uint8

// The kinds of faults.
const (
	FaultGPU    FaultKind = iota // a GPU goes on failing
	FaultProlog                  // the checks before a job fail
	FaultEpilog                  // the checks after a job fail
	FaultScan                    // a scan of the machine finds something
	numFaults
)

// fault is what is said of a fault: the type and text of the platform's event, the kind that is told, Slurm's reason
// of the drain, and the detail of the machine.
type fault struct{ event, text, kind, reason, detail string }

func (c *Cluster) faultOf(kind FaultKind, n *Node) fault {
	gpu := c.rng.IntN(max(n.Shape.GPUs, 1))
	switch kind {
	case FaultProlog:
		return fault{"VM_PROLOG_ERROR", "GPU check of the prolog failed", ToldProlog, "Prolog error", "prolog check failed"}
	case FaultEpilog:
		return fault{"VM_EPILOG_ERROR", fmt.Sprintf("DCGM diagnostics of the epilog failed on GPU %d", gpu), ToldEpilog, "Epilog error", "epilog check failed"}
	case FaultScan:
		return fault{"VM_SCAN_ERROR", "health scan failed: NCCL bandwidth below the threshold", ToldScan, "Health scan: NCCL bandwidth", "scan failed"}
	case FaultGPU, numFaults:
	}
	xid := [...]int{48, 63, 74, 79, 94, 95, 119}[c.rng.IntN(7)]
	return fault{
		"VM_CONTINUOUS_GPU_ERROR", fmt.Sprintf("XID %d on GPU %d", xid, gpu), ToldGPU,
		fmt.Sprintf("GPU health check: XID %d on GPU %d", xid, gpu), "GPU error",
	}
}

// prolog runs the checks before a job on its nodes.
func (c *Cluster) prolog(j *Job) {
	for _, a := range j.Alloc {
		n := c.nodes[a.Node]
		if !c.fails(n, FaultProlog, n.Pool.Rates.Prolog) {
			continue
		}
		gen := j.gen
		c.push(event{kind: evCall, at: c.now + 3 + c.rng.Int64N(15), call: func() {
			if j.gen == gen && j.State == Running {
				c.breakNode(n, FaultProlog, j)
			}
		}})
		return
	}
}

// epilog runs the checks after a job on its nodes, and lets them go.
func (c *Cluster) epilog(j *Job) {
	if j.Flags&Completing == 0 {
		return
	}
	var bad *Node
	for _, a := range j.Alloc {
		if n := c.nodes[a.Node]; bad == nil && n.Power == PowerUp && c.fails(n, FaultEpilog, n.Pool.Rates.Epilog) {
			bad = n
		}
	}
	c.release(j)
	if bad != nil {
		c.breakNode(bad, FaultEpilog, j)
	}
}

func (c *Cluster) fails(n *Node, kind FaultKind, rate float64) bool {
	if n.failNext[kind] {
		n.failNext[kind] = false
		return true
	}
	return rate > 0 && n.Shape.GPUs > 0 && c.rng.Float64() < rate
}

// FailNext makes the next job that begins or ends on a node fail its prolog or epilog check there.
func (c *Cluster) FailNext(name string, kind FaultKind) error {
	n := c.byName[name]
	if n == nil {
		return ErrNodeName
	}
	n.failNext[kind] = true
	return nil
}
