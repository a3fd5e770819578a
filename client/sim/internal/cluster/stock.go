package cluster

// stockRetry is after how long a node that got no capacity may be asked for again, in seconds.
const stockRetry = 900

// outOfStock is a request that fails: Slurm's resume program sets its nodes DOWN, with the platform's words as their
// reason and as the administrator's comment of the job.
func (c *Cluster) outOfStock(r *Request, nodes []*Node) {
	zone := r.Pool.Zone
	if zone == "" {
		zone = "us-central1-a"
	}
	r.Error = "The zone '" + zone + "' does not have enough resources available to fulfill the request."
	c.settleRequest(r, requestFailed)
	c.note(Happening{Kind: ToldStockOut, Pool: r.Pool.ID, Job: r.Job, Cause: r.Group})
	words := "GCP Error: ZONE_RESOURCE_POOL_EXHAUSTED: " + r.Error
	for _, n := range nodes {
		n.gen++
		n.Power, n.NoRespond = PoweredDown, false
		c.because(n, words, "slurm")
		c.setDown(n, true, ToldStockOut)
		for _, j := range n.jobs {
			d := *j.Desc
			d.AdminComment = words
			j.Desc = &d
		}
		c.loseJobs(n, false, ToldStockOut)
		gen := n.gen
		c.push(event{kind: evCall, at: c.now + stockRetry, call: func() {
			if n.gen == gen && n.Down {
				c.stockAgain(n)
			}
		}})
	}
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
}

// stockAgain lets a node that got no capacity be used again.
func (c *Cluster) stockAgain(n *Node) {
	c.setDown(n, false, ToldStockOut)
	n.Reason, n.ReasonUser, n.ReasonAt = "", "", 0
	if n.Number < n.Pool.Min && !n.Drain {
		c.powerUp([]*Node{n}, nil)
	}
	c.nodeChanged()
	c.bfDirty = true
	c.kick(c.now)
}
