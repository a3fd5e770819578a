package cluster

import "math"

// Rates say how often things go wrong in a pool. The zero value is a pool in which nothing does.
type Rates struct {
	Prolog, Epilog float64 // chance that the check of a job fails on one of its nodes
	StockOut       float64 // chance that a request for capacity fails
	LongWait       float64 // chance that it takes hours

	// Of one machine and day.
	Scan, GPU, Reboot, Crash, Delete, Drain float64
}

func (r Rates) perDay() float64 { return r.Scan + r.GPU + r.Reboot + r.Crash + r.Delete + r.Drain }

// planHazard plans the next moment at which a machine of a pool may meet something.
func (c *Cluster) planHazard(p *Pool) {
	sum := p.Rates.perDay() * float64(len(p.nodes))
	if sum <= 0 || p.Login {
		return
	}
	gap := int64(-day / sum * math.Log(1-c.rng.Float64()))
	c.push(event{kind: evCall, at: c.now + max(gap, 1), call: func() {
		c.hazard(p)
		c.planHazard(p)
	}})
}

func (c *Cluster) hazard(p *Pool) {
	n := p.nodes[c.rng.IntN(len(p.nodes))]
	dice := c.rng.Float64() * p.Rates.perDay()
	if !n.up() || n.Drain || n.repair || n.NoRespond {
		return
	}
	hit := func(rate float64) bool {
		dice -= rate
		return dice < 0
	}
	r := p.Rates
	switch {
	case hit(r.Scan):
		c.breakNode(n, FaultScan, nil)
	case hit(r.GPU):
		c.breakNode(n, FaultGPU, nil)
	case hit(r.Reboot):
		c.reboot(n)
	case hit(r.Crash):
		c.crash(n)
	case hit(r.Delete):
		c.record("VM_DELETION", "VM "+n.Name+" deleted")
		c.replaceMachine(n, ToldDeleted, causeUser)
	default:
		c.because(n, "inspection, "+[...]string{"fabric", "disk", "firmware"}[c.rng.IntN(3)], "root")
		c.setDrain(n, true, causeUser)
		c.handResume(n, 1800+c.rng.Int64N(3*3600))
		c.nodeChanged()
		c.bfDirty = true
	}
}

// crash lets a machine stop answering. The platform replaces it when Slurm has given it up for a while.
func (c *Cluster) crash(n *Node) {
	machine := n.Instance
	c.goSilent(n)
	c.push(event{kind: evCall, at: c.now + c.cfg.Silence + 600 + c.rng.Int64N(1200), call: func() {
		if n.Down && n.NoRespond && n.Instance == machine {
			n.Detail = "not responding"
			c.machineDeleted(n)
		}
	}})
}
