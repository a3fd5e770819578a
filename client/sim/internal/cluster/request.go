package cluster

import (
	"fmt"
	"slices"
)

// Stock says whether capacity is to be had.
type Stock uint8

// The states of the stock of a pool.
const (
	StockAsRates Stock = iota // it comes after the pool's wait, but for the share that the rates let fail
	StockOut                  // it does not come: requests wait
	StockFails                // requests fail
)

// Request is capacity that a pool was asked for. Its machines come all at once or not at all.
type Request struct {
	ID      uint64
	Group   string // of managed instances, one for each request
	Pool    *Pool
	Job     uint32 // the job that it was made for; 0: none
	State   string // ACCEPTED, SUCCEEDED, FAILED or CANCELLED; State of a moment is CREATING at first
	Created int64
	Settled int64 // when it came to its last state; 0: not yet
	Run     int64 // seconds its machines may live
	Error   string
	Nodes   []int32

	gens    []uint32
	fails   bool
	overdue bool
}

const (
	requestAccepted  = "ACCEPTED"
	requestSucceeded = "SUCCEEDED"
	requestFailed    = "FAILED"
	requestCancelled = "CANCELLED"
)

// creating is how long a request is CREATING, in seconds; keptRequest how long it is listed once its machines are gone.
const (
	creating    = 3
	keptRequest = 3600
)

// StateAt returns the state of a request at a moment.
func (r *Request) StateAt(now int64) string {
	if r.State == requestAccepted && now < r.Created+creating {
		return "CREATING"
	}
	return r.State
}

// Requests returns the requests of Flex Start pools, oldest first: the open ones, those whose machines are there, and
// others of the last hour.
func (c *Cluster) Requests() []*Request {
	var out []*Request
	for _, r := range c.requests {
		if r.Pool.Model == FlexStart {
			out = append(out, r)
		}
	}
	return out
}

// ask makes a request for powered-down nodes of one pool, for a job or for none.
func (c *Cluster) ask(p *Pool, nodes []*Node, j *Job) {
	c.forgetRequests()
	wait := c.between(p.Wait)
	if p.Rates.LongWait > 0 && c.rng.Float64() < p.Rates.LongWait {
		wait += 2*3600 + c.rng.Int64N(8*3600)
	}
	r := &Request{Pool: p, State: requestAccepted, Created: c.now, Run: p.Duration, fails: p.Rates.StockOut > 0 && c.rng.Float64() < p.Rates.StockOut}
	r.ID = c.newInstance()
	r.Group = fmt.Sprintf("%s-%s-%08x", c.cfg.Name, p.ID, uint32(r.ID))
	if j != nil {
		r.Job = j.ID
		r.Group = fmt.Sprintf("%s-%s-job-%d-%08x", c.cfg.Name, p.ID, j.ID, uint32(r.ID))
	}
	for _, n := range nodes {
		n.gen++
		n.Power, n.NoRespond = PoweringUp, true
		n.Boot, n.SlurmdStart, n.Registered, n.LastBusy = 0, 0, false, 0
		r.Nodes, r.gens = append(r.Nodes, n.Index), append(r.gens, n.gen)
		if p.ResumeTimeout > 0 {
			c.pushNode(evResumeOut, c.now+p.ResumeTimeout, n)
		}
		c.tellNode(ToldPoweringUp, n, "")
	}
	c.requests = append(c.requests, r)
	if p.Model == FlexStart {
		c.note(Happening{Kind: ToldRequested, Pool: p.ID, Job: r.Job, Cause: r.Group})
	}
	c.push(event{kind: evCall, at: c.now + wait, call: func() { c.fulfil(r) }})
}

// live returns the nodes that still wait for a request.
func (c *Cluster) live(r *Request) []*Node {
	var out []*Node
	for i, k := range r.Nodes {
		if n := c.nodes[k]; n.gen == r.gens[i] && n.Power == PoweringUp && n.Instance == 0 {
			out = append(out, n)
		}
	}
	return out
}

func (c *Cluster) settleRequest(r *Request, state string) {
	r.State, r.Settled = state, c.now
}

// fulfil makes the machines of a request, or lets it fail or wait on.
func (c *Cluster) fulfil(r *Request) {
	nodes := c.live(r)
	switch {
	case r.State != requestAccepted:
	case len(nodes) == 0:
		c.settleRequest(r, requestCancelled)
	case r.Pool.stock == StockOut:
		r.overdue = true
	case r.Pool.stock == StockFails || r.fails:
		c.outOfStock(r, nodes)
	default:
		r.Run = r.Pool.Duration
		c.settleRequest(r, requestSucceeded)
		for _, n := range nodes {
			if n.refuse {
				continue
			}
			c.machineAt(n, c.now)
			n.request = r
			c.pushNode(evBooted, c.now+n.Pool.Boot, n)
		}
		c.nodeChanged()
	}
}

// giveUp cancels a request that no node waits for any more.
func (c *Cluster) giveUp(n *Node) {
	for _, r := range c.requests {
		if r.State == requestAccepted && slices.Contains(r.Nodes, n.Index) && len(c.live(r)) == 0 {
			c.settleRequest(r, requestCancelled)
		}
	}
}

// forgetRequests drops old requests whose machines are gone.
func (c *Cluster) forgetRequests() {
	c.requests = slices.DeleteFunc(c.requests, func(r *Request) bool {
		return r.Settled != 0 && c.now > r.Settled+keptRequest &&
			!slices.ContainsFunc(r.Nodes, func(k int32) bool { return c.nodes[k].request == r })
	})
}

// SetStock sets whether capacity of a pool is to be had. What waits comes soon after it is again.
func (c *Cluster) SetStock(pool string, s Stock) error {
	p := c.poolByID(pool)
	if p == nil {
		return ErrPool
	}
	p.stock = s
	for _, r := range c.requests {
		if r.Pool == p && r.overdue && s != StockOut {
			r.overdue = false
			c.push(event{kind: evCall, at: c.now + 5, call: func() { c.fulfil(r) }})
		}
	}
	return nil
}

// SetDuration changes how long machines of a pool may live. It holds for those made from now on.
func (c *Cluster) SetDuration(pool string, seconds int64) error {
	p := c.poolByID(pool)
	if p == nil {
		return ErrPool
	}
	p.Duration = seconds
	return nil
}

// Of reports whether a request made the machine of the node.
func (n *Node) Of(r *Request) bool { return n.request == r }
