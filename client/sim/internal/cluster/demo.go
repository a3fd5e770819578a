package cluster

import (
	"fmt"
	"math"
)

// warmUp is how long the demo cluster has been busy when it is first seen, in seconds; a large one less, for it must
// be there within about a second.
func warmUp(nodes int) int64 {
	if nodes > 200 {
		return 3600
	}
	return 3 * 3600
}

// Demo returns a training cluster, configured as by DemoConfig, that has been in use for a while, with about so many
// jobs in its queue at a moment. Users go on submitting as time passes.
func Demo(cfg Config, now int64, jobs int) (*Cluster, error) {
	nodes := 0
	for _, p := range cfg.Pools {
		nodes += p.Max
	}
	warm := warmUp(nodes)
	cfg.Start = now - warm
	c, err := New(cfg)
	if err != nil {
		return nil, err
	}
	c.lastID = 40000
	c.demo = newDemo(c, jobs, nodes)
	if jobs == 0 { // the queue is to be empty, and stays so
		c.RunUntil(now)
		return c, nil
	}
	c.demo.open(c)
	for at := cfg.Start; at < now; at += warm / 12 {
		c.demo.fill(c, jobs*3/4)
		for range min(jobs/40, 12) {
			c.demo.submit(c, c.demo.quick)
		}
		c.RunUntil(at + warm/12)
		if at+warm/4 == now {
			c.demo.mishap(c)
		}
	}
	c.demo.settleIn(c)
	c.demo.fill(c, jobs)
	c.RunUntil(now)
	c.push(event{kind: evArrival, at: now + c.demo.gap(c)})
	return c, nil
}

// DemoConfig returns the configuration of a training cluster of so many nodes, at least 8.
func DemoConfig(name string, nodes int) Config {
	nodes = max(nodes, 8)
	a3u, a3m, a3h, a4 := demoShape("a3-ultragpu-8g", 224, 2900000, "nvidia_h200", "NVIDIA_H200_141GB"),
		demoShape("a3-megagpu-8g", 208, 1872000, "nvidia_h100_mega", "NVIDIA_H100_MEGA_80GB"),
		demoShape("a3-highgpu-8g", 208, 1872000, "nvidia_h100_80gb", "NVIDIA_H100_80GB"),
		demoShape("a4-highgpu-8g", 224, 3968000, "nvidia_b200", "NVIDIA_B200")
	cpu := &Shape{Sockets: 1, Cores: 16, Threads: 2, CPUs: 32, Mem: 128000, MachineType: "n2-standard-32"}
	login := &Shape{Sockets: 1, Cores: 4, Threads: 2, CPUs: 8, Mem: 32000, MachineType: "n2-standard-8"}
	nH := max(1, nodes/10)
	nU, nM, nB := nodes/2-nH, nodes/5, nodes*3/20
	nC := nodes - nH - nU - nM - nB
	zone := "us-central1-a"
	flex := Pool{
		Model: FlexStart, Cloud: true, Zone: zone, Duration: 7 * day, Wait: [2]int64{60, 1500}, Boot: 110, Idle: 300,
		Off: 60, ResumeTimeout: 65536, FaultRate: 0.012, Rates: demoRates(),
	}
	u, m, h := flex, flex, flex
	u.ID, u.Shape, u.Min, u.Max = "a3u", a3u, nU*2/3, nU
	m.ID, m.Shape, m.Min, m.Max, m.Duration = "a3m", a3m, 0, nM, 2*day
	// Used now and then: its nodes come and go all the time.
	h.ID, h.Shape, h.Min, h.Max, h.Duration, h.Wait = "a3h", a3h, 0, nH, day, [2]int64{40, 200}
	return Config{
		Name: name, Shapes: []*Shape{a3u, a3m, a3h, a4, cpu},
		Pools: []*Pool{
			{ID: "login", Model: OnDemand, Shape: login, Min: 1, Max: 1, Login: true, Zone: zone},
			&u, &m, &h,
			{ID: "a4", Model: Reserved, Shape: a4, Min: nB, Max: nB, Zone: "us-central1-b", Boot: 110, FaultRate: 0.006, Rates: demoRates()},
			{ID: "cpu", Model: OnDemand, Shape: cpu, Min: nC - 1, Max: nC - 1, Zone: zone, Boot: 60},
			{ID: "debug", Model: OnDemand, Shape: cpu, Min: 1, Max: 1, Zone: zone, Boot: 60},
		},
		Partitions: []PartitionConfig{
			{Name: "a3u", Default: true, Pools: []string{"a3u"}, MaxTime: 7 * 24 * 60, DefTime: NoVal, Features: []string{"flexstart", "h200"}},
			{Name: "a3m", Pools: []string{"a3m"}, MaxTime: 2 * 24 * 60, DefTime: NoVal, Features: []string{"flexstart", "h100"}},
			{Name: "a3h", Pools: []string{"a3h"}, MaxTime: 24 * 60, DefTime: 60, Features: []string{"flexstart", "h100"}},
			{Name: "a4", Pools: []string{"a4"}, MaxTime: 14 * 24 * 60, DefTime: NoVal, Features: []string{"reserved", "b200"}},
			{Name: "dev", Pools: []string{"a3m"}, MaxTime: 8 * 60, DefTime: 60, Tier: 10},
			{Name: "cpu", Pools: []string{"cpu"}, MaxTime: 7 * 24 * 60, DefTime: 60},
			{Name: "debug", Pools: []string{"debug"}, MaxTime: 30, DefTime: 5, Tier: 10},
		},
		Users: demoUsers(), MinJobAge: 1800, Requeue: 121, KillWait: 30, Epilog: [2]int64{3, 20}, Backfill: 60, Settle: 15,
		Silence: 300, MemPerCPU: 4096, Stagger: true, Release: "25.05.4", Plan: demoPlan, JobsAtOnce: max(16, nodes*2),
		Weights: Weights{Age: 1000, QOS: 3000, Share: 2000, Size: 500, MaxAge: 7 * day},
	}
}

// demoRates are those of a cluster that is well looked after: something happens on most days.
func demoRates() Rates {
	return Rates{
		Prolog: 0.001, Epilog: 0.001, StockOut: 0.02, LongWait: 0.08, Scan: 0.01, Reboot: 0.03, Crash: 0.01, Delete: 0.002, Drain: 0.02,
	}
}

func demoShape(machine string, cpus, mem int, kind, accelerator string) *Shape {
	return &Shape{
		Sockets: 2, Cores: cpus / 4, Threads: 2, CPUs: cpus, Mem: mem, GPUs: 8, GPUType: kind, MachineType: machine,
		Accelerator: accelerator,
	}
}

func demoUsers() []*User {
	names := []struct {
		name, account string
		share         float64
	}{
		{"alice", "foundation", 0.12},
		{"bob", "research", 0.25},
		{"carol", "platform", 0.05},
		{"dmitri", "foundation", 0.35},
		{"emi", "vision", 0.18},
		{"farid", "research", 0.30},
		{"grace", "speech", 0.12},
		{"hana", "vision", 0.22},
		{"ines", "alignment", 0.15},
		{"jonas", "alignment", 0.10},
		{"kwame", "data", 0.28},
		{"li_wei", "data", 0.20},
	}
	users := []*User{{Name: "root", Account: "root", Assoc: 2, Operator: true, Administrator: true, Share: 1}}
	for i, n := range names {
		users = append(users, &User{
			Name: n.name, UID: uint32(2001 + i), Account: n.account, Assoc: uint32(5 + i), Share: n.share,
			Operator: n.name == "carol",
		})
	}
	return users
}

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
