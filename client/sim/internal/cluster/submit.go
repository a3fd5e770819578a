package cluster

import (
	"slices"
	"strings"
)

// Submitted is what became of a submit.
type Submitted struct {
	ID   uint32
	Held bool
}

// Submit makes a job of one description, or a heterogeneous job of several. It completes the descriptions, which may
// then be submitted again but not changed. hasEnv says whether an environment was
// given: slurmctld refuses a batch job without one late, when it writes the script to a file.
func (c *Cluster) Submit(descs []*Desc, hasEnv bool) (Submitted, error) {
	for _, d := range descs {
		if d.ready {
			continue
		}
		if err := c.checkDesc(d); err != nil {
			return Submitted{}, err
		}
		if !c.canEverFit(d) {
			c.neverFits(d)
			return Submitted{}, ErrUnavailable
		}
		d.ready = true
	}
	first := c.newID()
	if !slices.ContainsFunc(descs, func(d *Desc) bool { return !c.depsKnown(d, first) }) && hasEnv {
		return c.admit(first, descs)
	}
	if !hasEnv {
		return Submitted{}, ErrWriting
	}
	return Submitted{}, ErrDependency
}

func (c *Cluster) admit(first uint32, descs []*Desc) (Submitted, error) {
	c.stats.Submitted++
	var het *Het
	if len(descs) > 1 {
		het = &Het{ID: first}
	}
	for i, d := range descs {
		id := first
		if i > 0 {
			id = c.newID()
		}
		j := c.newJob(id, d)
		j.Het, j.HetOffset = het, uint32(i)
		if het != nil {
			het.Parts = append(het.Parts, j)
		}
		c.put(j)
		c.enqueue(j)
	}
	c.bfDirty = true
	c.kick(c.now + 1)
	return Submitted{ID: first, Held: descs[0].Hold}, nil
}

func (c *Cluster) newJob(id uint32, d *Desc) *Job {
	j := &Job{
		Desc: d, ID: id, Task: NoVal, FailedNode: -1, Limit: d.Limit, Submit: c.now, LastSched: c.now,
	}
	if d.Array != "" {
		set, throttle, _ := parseTasks(d.Array)
		j.Array = &Array{ID: id, Throttle: throttle, Waiting: set}
	}
	if d.Hold {
		j.Reason = WaitHeldUser
		return j
	}
	j.Priority = c.priority(j)
	return j
}

// enqueue puts a waiting job before the scheduler, and sets when it becomes eligible.
func (c *Cluster) enqueue(j *Job) {
	c.Partition(j.Partition).insert(j)
	if j.Deadline > 0 {
		c.pushJob(evDeadline, j.Deadline, j)
	}
	switch {
	case j.Held():
	case j.Begin > c.now:
		j.Eligible, j.Accrue, j.Start = j.Begin, j.Begin, j.Begin
		c.pushJob(evEligible, j.Begin, j)
	case len(j.Deps) > 0:
		c.await(j)
	default:
		c.eligible(j)
	}
}

func (c *Cluster) eligible(j *Job) {
	if j.State != Pending {
		return
	}
	if !j.Remainder() {
		j.Eligible = c.now
	}
	if j.Accrue == 0 {
		j.Accrue = c.now
	}
	if j.Reason == WaitBegin || j.Reason == WaitDependency {
		j.Reason = NoReason
	}
	j.Start = 0
	j.Known = true
	c.Partition(j.Partition).fresh = true
	c.bfDirty = true
	c.jobChanged()
}

func (c *Cluster) checkDesc(d *Desc) error {
	if d.Partition == "" {
		p := c.defaultPartition()
		if p == nil {
			return ErrNoDefault
		}
		d.Partition, d.DefaultPart = p.Name, true
	}
	if err := c.settlePlace(d); err != nil {
		return err
	}
	if d.WorkDir == "" {
		return ErrWorkDir
	}
	if !c.featuresKnown(d.Features) {
		return ErrFeature
	}
	if d.Array != "" {
		if _, _, ok := parseTasks(d.Array); !ok {
			return ErrArray
		}
	}
	for _, list := range []string{d.ReqNodes, d.ExcNodes} {
		for _, name := range ExpandHosts(list) {
			if c.byName[name] == nil {
				return ErrNodeName
			}
		}
	}
	if err := c.checkAsked(d); err != nil {
		return err
	}
	c.fillIn(d)
	return nil
}

// fillIn sets what the user left to Slurm's defaults.
func (c *Cluster) fillIn(d *Desc) {
	if !d.OwnAccount || !c.accountKnown(d.Account) {
		d.Account = d.User.Account
	}
	if !d.OwnQOS {
		d.QOS = "normal"
	} else if d.QOS != "normal" && d.QOS != "high" {
		d.QOS = ""
	}
	if d.MemPerCPU == 0 && d.MemPerNode == 0 && !d.MemSet {
		d.MemPerCPU = c.cfg.MemPerCPU
	}
	if d.MailUser == "" {
		d.MailUser = d.User.Name
	}
	d.gpuKind = gpuType(d.TRESPerNode + "," + d.TRESPerJob + "," + d.TRESPerTask)
	d.GPUs = gpusOf(d.TRESPerNode)
	d.GPUsTotal = gpusOf(d.TRESPerJob)
	if per := gpusOf(d.TRESPerTask); per > 0 {
		d.GPUsTotal = per * d.TaskCount()
	}
	c.spreadGPUs(d)
}

func (c *Cluster) accountKnown(name string) bool {
	return slices.ContainsFunc(c.cfg.Users, func(u *User) bool { return u.Account == name })
}

func (c *Cluster) defaultPartition() *Partition {
	for _, p := range c.parts {
		if p.Default {
			return p
		}
	}
	return nil
}

func (c *Cluster) featuresKnown(expr string) bool {
	for _, word := range featureWords(expr) {
		if !slices.ContainsFunc(c.nodes, func(n *Node) bool { return slices.Contains(n.Features, word) }) {
			return false
		}
	}
	return true
}

func featureWords(expr string) []string {
	return strings.FieldsFunc(expr, func(r rune) bool { return strings.ContainsRune("&|,[]()* ", r) })
}

func (c *Cluster) gresKnown(s string) bool {
	for _, part := range strings.Split(s, ",") {
		if part == "" {
			continue
		}
		name, _, _, ok := splitGres(part)
		if !ok || name != "gpu" {
			return false
		}
	}
	return true
}

// withoutCPUs is what a task asks for but for its CPUs, which sbatch names among it (cpu=4) and beside it.
func withoutCPUs(tres string) string {
	parts := strings.Split(tres, ",")
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool {
		count, isCPU := strings.CutPrefix(p, "cpu")
		return isCPU && (strings.HasPrefix(count, "=") || strings.HasPrefix(count, ":"))
	}), ",")
}

func (c *Cluster) depsKnown(d *Desc, self uint32) bool {
	for _, dep := range d.Deps {
		if dep.Kind != DepSingleton && dep.Job >= self {
			return false
		}
	}
	return true
}

// neverFits leaves the failed job that slurmctld leaves in the queue when it refuses one that no node can run.
func (c *Cluster) neverFits(d *Desc) {
	j := c.newJob(c.newID(), d)
	j.State, j.Reason, j.Exit = Failed, FailConstraints, Exit{Signal: signalHup}
	j.Array = nil
	j.Start, j.End, j.Eligible, j.Known = c.now, c.now, c.now, true
	c.put(j)
	c.remember(j)
	c.pushJob(evPurge, c.now+c.cfg.MinJobAge, j)
}
