package cluster

import (
	"fmt"
	"math"
)

// demo is the crowd that uses the demo cluster.
type demo struct {
	target  int
	kinds   []jobKind
	weight  int
	recipes []*recipe
	quick   []*recipe // of jobs of a minute or so, which keep the queue lively
	last    uint32    // the newest long job, for others to wait for
	mean    float64   // seconds between two arrivals
	nights  bool      // few of them come at night
}

func newDemo(c *Cluster, jobs, nodes int) *demo {
	d := newCrowd(c, jobKinds(nodes), quickKinds(), jobs)
	d.mean = max(2, 260.0/float64(max(len(c.nodes), 8)))
	return d
}

func newCrowd(c *Cluster, kinds, quick []jobKind, jobs int) *demo {
	d := &demo{target: jobs, kinds: kinds}
	for _, k := range d.kinds {
		d.weight += k.weight
	}
	for _, k := range quick {
		for range k.weight {
			d.quick = append(d.quick, makeRecipe(c, k))
		}
	}
	// People run the same things again and again: many jobs share a description.
	for range min(max(jobs/6, 40), 4000) {
		d.recipes = append(d.recipes, makeRecipe(c, d.pick(c)))
	}
	return d
}

// open starts the long jobs that the screen should show running from the first moment, alice's among them.
func (d *demo) open(c *Cluster) {
	for _, k := range d.kinds {
		if !k.long {
			continue
		}
		for range 2 {
			r := makeRecipe(c, k)
			if c.users[k.users[0]] != nil {
				r.desc.User = c.users[k.users[0]]
				r.desc.WorkDir = "/home/" + r.desc.User.Name
			}
			if got, err := c.Submit([]*Desc{r.desc}, true); err == nil {
				d.last = got.ID
			}
		}
	}
	c.RunUntil(c.now + 2)
}

// mishap is what a cluster of this size meets within hours: a GPU that fails under a job, a machine that reboots, one
// whose end comes soon, and capacity that is not to be had for some hours.
func (d *demo) mishap(c *Cluster) {
	d.scarce(c, "a3h", 3*3600)
	var busy, static, idle *Node
	for _, n := range c.nodes {
		if n.Pool.Model != FlexStart || n.Power != PowerUp {
			continue
		}
		switch {
		case idle == nil && len(n.jobs) == 0:
			idle = n
		case busy == nil && len(n.jobs) > 0 && c.repairable(n):
			busy = n
		case static == nil && n != busy && n.Number < n.Pool.Min && len(n.jobs) > 0:
			static = n
		}
	}
	if idle != nil {
		c.reboot(idle)
	}
	if busy != nil {
		c.breakNode(busy, FaultGPU, nil)
	}
	if static != nil {
		left := int64(3 * 3600)
		c.age(static, c.now+left-static.Pool.Duration)
	}
}

// scarce lets a pool get no new machines for a time.
func (d *demo) scarce(c *Cluster, pool string, seconds int64) {
	if c.SetStock(pool, StockOut) != nil {
		return
	}
	c.push(event{kind: evCall, at: c.now + seconds, call: func() {
		if p := c.poolByID(pool); p.stock == StockOut {
			_ = c.SetStock(pool, StockAsRates) // it is there: it has been made scarce
		}
	}})
}

// fill submits until the queue has so many records.
func (d *demo) fill(c *Cluster, records int) {
	for range records * 4 {
		if c.Count() >= records {
			return
		}
		d.submit(c, d.recipes)
	}
}

// settleIn gives the cluster what time alone brings too seldom: a held job, a node drained by a person, a priority
// that an administrator held.
func (d *demo) settleIn(c *Cluster) {
	carol, root := c.users["carol"], c.users["root"]
	n := 0
	for _, j := range c.order {
		if j.State == Pending && !j.gone && j.Array == nil && j.Het == nil && len(j.Deps) == 0 && j.Restarts == 0 && n < 3 {
			by := j.User
			if n == 2 {
				by = carol
			}
			hold := true
			if c.Update(by, j, Update{Hold: &hold}) == nil {
				n++
			}
		}
	}
	for _, p := range c.pools {
		if p.ID == "cpu" && len(p.nodes) > 1 {
			reason := "kernel update, INC-2291"
			if err := c.UpdateNode(root, p.nodes[len(p.nodes)-1].Name, NodeUpdate{States: []string{"DRAIN"}, Reason: &reason}); err != nil {
				return
			}
		}
	}
}

// arrive is the moment at which somebody submits.
func (d *demo) arrive(c *Cluster) {
	c.push(event{kind: evArrival, at: c.now + d.gap(c)})
	if c.rng.IntN(8) == 0 {
		d.giveUp(c)
	}
	lack := d.target - c.Count()
	if lack <= -d.target/20 {
		return
	}
	if len(d.quick) > 0 && c.rng.IntN(10) < 6 {
		d.submit(c, d.quick)
		return
	}
	for range min(max(lack/20, 0)+1, 25) {
		d.submit(c, d.recipes)
	}
}

// nightly is how many times longer one waits for an arrival at night.
const nightly = 5

// gap is the time to the next arrival: the larger the cluster, the more people.
func (d *demo) gap(c *Cluster) int64 {
	mean := d.mean
	if hour := c.now / 3600 % 24; d.nights && (hour < 6 || hour >= 20) {
		mean *= nightly
	}
	return max(1, int64(-mean*math.Log(1-c.rng.Float64())))
}

// giveUp is somebody cancelling a job that can never start.
func (d *demo) giveUp(c *Cluster) {
	for _, j := range c.order {
		if !j.gone && j.State == Pending && j.Reason == WaitNever {
			c.Cancel(j.User, j, SignalKill)
			return
		}
	}
}

// choose draws a recipe, rather not one for a partition that has more than its share of the queue already.
func (d *demo) choose(c *Cluster, recipes []*recipe) *recipe {
	r := recipes[c.rng.IntN(len(recipes))]
	for range 6 {
		share := 0
		for _, k := range d.kinds {
			if k.part == r.desc.Partition {
				share += k.weight
			}
		}
		if share == 0 || len(c.Partition(r.desc.Partition).pending)*d.weight <= d.target*share {
			break
		}
		r = recipes[c.rng.IntN(len(recipes))]
	}
	return r
}

func (d *demo) submit(c *Cluster, recipes []*recipe) {
	r := d.choose(c, recipes)
	desc := r.desc
	if r.follows && d.last != 0 && c.jobs[d.last] != nil {
		cp := *desc
		cp.Deps = []Dep{{Kind: DepAfterOK, Job: d.last, Task: NoVal}}
		desc = &cp
	}
	got, err := c.Submit([]*Desc{desc}, true)
	if err == nil && r.long {
		d.last = got.ID
	}
}

// demoPlan says what a script that a user of the demo submits does: its simple commands if it has any, else it works
// for some minutes.
func demoPlan(c *Cluster, j *Job) Plan {
	p := scriptPlan(j.Script)
	if p.Seconds > 0 || p.Exit != (Exit{}) {
		return p
	}
	return Plan{Seconds: 240 + c.rng.Int64N(1800)}
}

func runName(c *Cluster, base string) string {
	return fmt.Sprintf("%s-r%d", base, 1+c.rng.IntN(40))
}
