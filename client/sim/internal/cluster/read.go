package cluster

import "slices"

// Now returns the simulated time.
func (c *Cluster) Now() int64 { return c.now }

// Name returns the name of the cluster.
func (c *Cluster) Name() string { return c.cfg.Name }

// Nodes returns the compute nodes; a job's Alloc names them by index.
func (c *Cluster) Nodes() []*Node { return c.nodes }

// Node returns a compute node by name, or nil.
func (c *Cluster) Node(name string) *Node { return c.byName[name] }

// Partitions returns the partitions.
func (c *Cluster) Partitions() []*Partition { return c.parts }

// Partition returns a partition by name, or nil.
func (c *Cluster) Partition(name string) *Partition {
	for _, p := range c.parts {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Pools returns the node pools, login pools too.
func (c *Cluster) Pools() []*Pool { return c.pools }

// Reservations returns the reservations.
func (c *Cluster) Reservations() []*Reservation { return c.resvs }

// Events returns what happened to machines, oldest first; the newest 100 are kept, as on the platform.
func (c *Cluster) Events() []Event { return c.log }

// Users returns the users that accounting knows, in the order of the configuration.
func (c *Cluster) Users() []*User { return c.cfg.Users }

// User returns a Linux account by name, or nil.
func (c *Cluster) User(name string) *User { return c.users[name] }

// Nobody returns an account that accounting does not know.
func (c *Cluster) Nobody() *User { return c.nobody }

// Release returns the release of Slurm.
func (c *Cluster) Release() string { return c.cfg.Release }

// Job returns a record of the queue by its own id, or nil.
func (c *Cluster) Job(id uint32) *Job { return c.jobs[id] }

// Count returns how many records the queue has.
func (c *Cluster) Count() int { return len(c.order) - c.gone }

// Family returns what slurmctld answers for an id: the job, all records of an array, all components of a
// heterogeneous job; nil if it is unknown.
func (c *Cluster) Family(id uint32) []*Job {
	j := c.jobs[id]
	if j == nil {
		return nil
	}
	if j.Array != nil && j.Array.ID == id {
		return j.Array.records(j)
	}
	if j.Het != nil && j.Het.ID == id {
		return j.Het.Parts
	}
	return []*Job{j}
}

// Changed returns when jobs, nodes, partitions and reservations changed last, and the last pass of backfill.
func (c *Cluster) Changed() (jobs, nodes, parts, resvs, backfill int64) {
	return c.jobsAt, c.nodesAt, c.partsAt, c.resvsAt, c.backfillAt
}

// View is a copy of one record that stays as it is.
type View struct {
	Job
	Tasks    string // TaskText of that moment
	Hex      string // the same tasks as accounting keeps them; only in records of accounting
	Throttle uint32 // of its array
	Shown    string // the script, for a record of accounting that is to show it
}

// ViewOf copies a record.
func ViewOf(j *Job) View {
	v := View{Job: *j, Tasks: j.TaskText()}
	if j.Array != nil {
		v.Throttle = j.Array.Throttle
	}
	return v
}

// Order returns the records of the queue in slurmctld's order.
func (c *Cluster) Order() []*Job {
	if c.gone > 0 {
		c.order = slices.DeleteFunc(c.order, func(o *Job) bool { return o.gone })
		c.gone = 0
	}
	return c.order
}

// View copies the whole queue into dst, in slurmctld's order.
func (c *Cluster) View(dst []View) []View {
	for _, j := range c.order {
		if !j.gone {
			dst = append(dst, ViewOf(j))
		}
	}
	return dst
}

// Stats are a part of the counters of sdiag.
type Stats struct {
	Since                                           int64
	Submitted, Started, Completed, Cancelled, Fails int64
	Backfilled, Cycles, BackfillCycles              int64
	Pending, Running                                int64
}

// Stats returns the counters.
func (c *Cluster) Stats() Stats {
	s := c.stats
	for _, j := range c.order {
		switch {
		case j.gone:
		case j.Active():
			s.Running++
		case j.Remainder():
			s.Pending += int64(j.Array.Waiting.Len())
		case j.State == Pending:
			s.Pending++
		}
	}
	return s
}
