package cluster

import (
	"math"
	"slices"
)

// backfillDepth is how many waiting jobs of a partition one pass of backfill looks at (bf_max_job_test).
const backfillDepth = 100

// farLimit stands for a time limit of none when the future is planned.
const farLimit = 365 * 86400

// plan is what backfill keeps of each node for jobs that wait.
type plan struct {
	from, until map[int32]int64
	full        map[wish]int64 // what found no room in this pass, with its shortest time limit
	estimates   int
}

// wish is what makes two jobs alike to the scheduler.
type wish struct {
	part, kind, features, req, exc string
	need                           need
}

// estimateDepth is for how many jobs of a partition one pass estimates the start.
const estimateDepth = 30

// backfill is a pass of the backfill scheduler. It goes through the waiting jobs by priority, starts those that can
// start without delaying one before them, and estimates when the others will.
func (c *Cluster) backfill() {
	c.push(event{kind: evBackfill, at: c.now + c.cfg.Backfill})
	c.backfillAt = c.now
	if !c.bfDirty {
		return
	}
	c.bfDirty = false
	c.stats.BackfillCycles++
	for _, n := range c.nodes {
		n.Planned = false
	}
	keep := plan{from: map[int32]int64{}, until: map[int32]int64{}}
	for _, p := range c.parts {
		c.sweep(p)
		keep.full, keep.estimates = map[wish]int64{}, 0
		tested := 0
		for _, j := range p.pending {
			if tested >= backfillDepth {
				break
			}
			if c.tryBackfill(p, j, &keep) {
				tested++
			}
		}
	}
}

// tryBackfill reports whether the job was looked at.
func (c *Cluster) tryBackfill(p *Partition, j *Job, keep *plan) bool {
	looked := false
	for j.State == Pending && j.Partition == p.Name {
		if c.waits(p, j) != NoReason {
			return looked
		}
		looked = true
		j.LastSched, j.SchedTried = c.now, true
		if j.Het != nil {
			c.startHet(j)
			return true
		}
		limit := limitSeconds(j, p)
		like := wish{p.Name, j.gpuKind, j.Features, j.ReqNodes, j.ExcNodes, j.need()}
		if least, full := keep.full[like]; full && limit >= least && keep.estimates >= estimateDepth {
			return true
		}
		alloc := c.assign(p, j.Desc, func(n *Node) bool {
			from, planned := keep.from[n.Index]
			return !planned || c.now+limit <= from
		})
		if alloc == nil {
			keep.full[like] = limit
			if keep.estimates < estimateDepth {
				keep.estimates++
				c.estimate(p, j, limit, keep)
			}
			return true
		}
		j.Backfilled = p.stuck
		c.start(p, j, alloc, p.stuck)
	}
	return looked
}

func limitSeconds(j *Job, p *Partition) int64 {
	l := j.Limit
	if l == NoVal {
		l = p.limitAtStart()
	}
	if l == Infinite {
		return farLimit
	}
	return int64(l) * 60
}

// estimate finds the earliest time at which enough nodes will be free, going by the time limits of what runs, and
// keeps those nodes for the job from then on.
func (c *Cluster) estimate(p *Partition, j *Job, limit int64, keep *plan) {
	q := j.need()
	want := q.min
	if q.max == 0 && q.tasks > 1 {
		sh := c.nodes[p.Nodes[0]].Shape
		want = max(1, (q.tasks*q.cpt+sh.CPUs-1)/sh.CPUs)
	}
	type slot struct {
		at   int64
		node int32
	}
	req, exc := ExpandHosts(j.ReqNodes), ExpandHosts(j.ExcNodes)
	var slots []slot
	for _, i := range p.Nodes {
		n := c.nodes[i]
		if !n.usable() || !c.candidate(n, j.Desc, req, exc) {
			continue
		}
		at := c.freeAt(n, &q, want)
		if from, planned := keep.from[i]; planned && at+limit > from {
			at = max(at, keep.until[i])
		}
		slots = append(slots, slot{at, i})
	}
	if len(slots) < want {
		c.setEstimate(j, 0, nil)
		return
	}
	slices.SortStableFunc(slots, func(a, b slot) int {
		return int(min(max(a.at-b.at, -1), 1))
	})
	start := slots[want-1].at
	if start >= math.MaxInt64/2 {
		c.setEstimate(j, 0, nil)
		return
	}
	nodes := make([]int32, want)
	for k := range want {
		i := slots[k].node
		nodes[k] = i
		if from, planned := keep.from[i]; !planned || start < from {
			keep.from[i] = start
		}
		keep.until[i] = max(keep.until[i], start+limit)
		if c.nodes[i].base() == "IDLE" && !c.nodes[i].Planned {
			c.nodes[i].Planned = true
			c.nodeChanged()
		}
	}
	slices.Sort(nodes)
	c.setEstimate(j, start, nodes)
}

func (c *Cluster) setEstimate(j *Job, at int64, nodes []int32) {
	if j.Estimate != at || !slices.Equal(j.Planned, nodes) {
		j.Estimate, j.Planned = at, nodes
		c.jobChanged()
	}
	if j.Reason == NoReason {
		c.setReason(j, WaitResources, "")
	}
}

// freeAt returns the earliest time at which a job fits on a node, by the expected ends of what runs there.
func (c *Cluster) freeAt(n *Node, q *need, nodes int) int64 {
	k := q.perNode(nodes)
	f := n.free()
	if _, _, ok := q.take(n.Shape, f, k); ok {
		return c.now
	}
	running := slices.Clone(n.jobs)
	slices.SortFunc(running, func(a, b *Job) int { return int(min(max(expectedEnd(a)-expectedEnd(b), -1), 1)) })
	for i, j := range running {
		for _, a := range j.Alloc {
			if a.Node == n.Index {
				f.cpus += int(a.CPUs)
				f.mem += int(a.Mem)
				f.gpus += popcount(a.GPUs)
			}
		}
		f.empty = i == len(running)-1
		if _, _, ok := q.take(n.Shape, f, k); ok {
			return max(expectedEnd(j), c.now+1)
		}
	}
	return math.MaxInt64 / 2
}

func expectedEnd(j *Job) int64 {
	if j.End == 0 {
		return math.MaxInt64 / 4
	}
	return j.End
}

// startHet starts all components of a heterogeneous job, or none.
func (c *Cluster) startHet(j *Job) {
	var parts [][]Alloc
	for _, comp := range j.Het.Parts {
		p := c.Partition(comp.Partition)
		if comp.State != Pending || c.waits(p, comp) != NoReason {
			break
		}
		alloc := c.assign(p, comp.Desc, nil)
		if alloc == nil {
			break
		}
		c.hold(comp, alloc) // so that the next component does not count on the same resources
		parts = append(parts, alloc)
	}
	for i, alloc := range parts {
		c.unhold(j.Het.Parts[i], alloc)
	}
	if len(parts) < len(j.Het.Parts) {
		c.setReason(j, WaitResources, "")
		return
	}
	for i, comp := range j.Het.Parts {
		c.start(c.Partition(comp.Partition), comp, parts[i], true)
	}
}
