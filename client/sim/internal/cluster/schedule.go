package cluster

import "slices"

// noRoom is Slurm's text beside Resources when nodes are missing rather than busy.
const noRoom = "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions"

// schedule is a pass of the main scheduler: in each partition it starts jobs in the order of their priority until
// one finds no room. What lies behind that one is left to backfill.
func (c *Cluster) schedule() {
	c.stats.Cycles++
	c.lookAtDeps()
	for _, p := range c.parts {
		c.sweep(p)
		pass := mainPass{kept: map[int32]bool{}}
		whole := p.fresh
		p.fresh = false
		for _, j := range p.pending {
			c.tryMain(p, j, &pass)
			if pass.blocked && !whole {
				break // the rest know their reasons
			}
		}
		p.stuck = pass.blocked || len(pass.kept) > 0
	}
}

// mainPass is what a pass of the main scheduler has met in a partition.
type mainPass struct {
	blocked bool           // a job found no room: the rest is left to backfill
	kept    map[int32]bool // nodes that a job waits for that named them; they block no others
}

// insert puts a job among the waiting ones of a partition.
func (p *Partition) insert(j *Job) {
	p.fresh = true
	if !p.sorted {
		p.pending = append(p.pending, j)
		return
	}
	at, _ := slices.BinarySearchFunc(p.pending, j, before)
	p.pending = slices.Insert(p.pending, at, j)
}

// reinsert is insert for a job that may be among them already.
func (p *Partition) reinsert(j *Job) {
	p.pending = slices.DeleteFunc(p.pending, func(o *Job) bool { return o == j })
	p.insert(j)
}

// before orders waiting jobs: higher priority first, then the older id.
func before(a, b *Job) int {
	switch {
	case a.Priority > b.Priority:
		return -1
	case a.Priority < b.Priority:
		return 1
	default:
		return int(int64(a.ID) - int64(b.ID))
	}
}

// sweep drops jobs that wait no more from the list of a partition and puts the rest in order.
func (c *Cluster) sweep(p *Partition) {
	if p.stale > 16+len(p.pending)/16 || !p.sorted {
		p.stale = 0
		p.pending = slices.DeleteFunc(p.pending, func(j *Job) bool {
			return j.gone || j.State != Pending || j.Partition != p.Name
		})
	}
	if !p.sorted {
		slices.SortStableFunc(p.pending, before)
		p.sorted = true
	}
}

func (c *Cluster) tryMain(p *Partition, j *Job, pass *mainPass) {
	for j.State == Pending && j.Partition == p.Name {
		if r := c.waits(p, j); r != NoReason {
			if r != j.Reason { // a text beside the reason stays
				c.setReason(j, r, "")
			}
			return
		}
		if j.Het != nil {
			return // only backfill starts all of its components together
		}
		if pass.blocked {
			if j.Reason == NoReason {
				c.setReason(j, WaitPriority, "")
			}
			return
		}
		j.LastSched = c.now
		alloc := c.assign(p, j.Desc, func(n *Node) bool { return !pass.kept[n.Index] })
		if alloc == nil {
			c.noRoomFor(j)
			pass.blocked = j.ReqNodes == ""
			for _, name := range ExpandHosts(j.ReqNodes) {
				pass.kept[c.byName[name].Index] = true
			}
			return
		}
		c.start(p, j, alloc, false)
	}
}

// noRoomFor sets the reason of a job for which no nodes were found.
func (c *Cluster) noRoomFor(j *Job) {
	switch {
	case c.fitsOn(j.Desc, (*Node).usable):
		c.setReason(j, WaitResources, "")
	case j.ReqNodes != "":
		c.setReason(j, WaitNodes, "ReqNodeNotAvail, UnavailableNodes:"+c.HostList(c.unusable(j)))
	default:
		j.Estimate, j.Planned = 0, nil
		c.setReason(j, WaitResources, noRoom)
	}
}

func (c *Cluster) unusable(j *Job) []int32 {
	var out []int32
	for _, name := range ExpandHosts(j.ReqNodes) {
		if n := c.byName[name]; n != nil && !n.usable() {
			out = append(out, n.Index)
		}
	}
	return out
}

// waits returns why a job may not be looked at now, or NoReason.
func (c *Cluster) waits(p *Partition, j *Job) Reason {
	if j.Held() {
		if j.heldAdmin {
			return WaitHeldAdmin
		}
		return WaitHeldUser
	}
	if len(j.Deps) > 0 && !j.Known {
		if j.Reason == WaitNever {
			return WaitNever
		}
		return WaitDependency
	}
	if j.Begin > c.now || j.Eligible > c.now {
		return WaitBegin
	}
	if !j.Known {
		c.eligible(j)
	}
	if l := j.ShownLimit(p); p.MaxTime != Infinite && l > p.MaxTime {
		return WaitPartTime
	}
	if j.Array != nil && j.Remainder() && j.Array.full() {
		return WaitArrayLimit
	}
	if n := c.cfg.JobsAtOnce; n > 0 && j.QOS == "normal" && j.User.running >= n {
		return WaitJobLimit
	}
	if !c.licensesFree(j.Licenses) {
		return WaitLicenses
	}
	return NoReason
}

func (c *Cluster) setReason(j *Job, r Reason, detail string) {
	if j.Reason == r && j.Detail == detail {
		return
	}
	j.Reason, j.Detail = r, detail
	c.jobChanged()
}
