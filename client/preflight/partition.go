package preflight

import (
	"math"
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// verdict is one reason why a job cannot run in a partition.
type verdict struct {
	level              sbatch.Level
	option, what, cure string
}

// isFatal reports whether the job would not run there.
func (v verdict) isFatal() bool { return rank(v.level) <= rank(sbatch.Severe) }

// checkPlaces says why the job can run in none of its partitions. As long as one of them takes it, Slurm does; only what
// all of them refuse is refused.
func (c *checker) checkPlaces(places []slurm.Partition) {
	var all []verdict
	isRefused := true
	for i := range places {
		reasons := c.judge(&places[i])
		switch {
		case slices.ContainsFunc(reasons, func(v verdict) bool { return v.level == sbatch.Error }):
		case slices.ContainsFunc(reasons, verdict.isFatal):
			isRefused = false
		case len(places) > 1:
			return
		}
		all = append(all, reasons...)
	}
	for _, v := range all {
		if v.level == sbatch.Error && !isRefused {
			v.level = sbatch.Severe
		}
		c.tell(v.level, v.option, v.what, v.cure)
	}
}

// judge gives the reasons against one partition. Slurm looks for nodes neither for a job that is held, until it is
// released or its reservation has begun, nor for one that the partition does not let.
func (c *checker) judge(p *slurm.Partition) []verdict {
	barred := c.judgeAllowed(p)
	counts := c.judgeCounts(p)
	fit := c.judgeSizes(p)
	c.soften(p, fit, len(barred) > 0, len(counts) > 0)
	return slices.Concat(c.judgeState(p), barred, c.judgeReservation(p), c.judgeLimit(p), c.judgeMemory(p), counts, fit)
}

// soften makes severe of errors what Slurm takes all the same, as it does not look at it when the job comes.
func (c *checker) soften(p *slurm.Partition, fit []verdict, isBarred, isBeyond bool) {
	isLeft := isBarred || c.isHeld() || c.isBarredByOne(p) || c.waitsForReservation(p) || slices.Contains(p.State, "DOWN")
	var early []verdict
	if isBeyond = isBeyond || c.waitsForNodes(p); isBeyond {
		early = c.judgeEarly(p)
	}
	for i := range fit {
		if fit[i].level == sbatch.Error && (isLeft || isBeyond && !slices.Contains(early, fit[i])) {
			fit[i].level = sbatch.Severe
		}
	}
}

// waitsForNodes reports whether one of the nodes that the job names may not be had now: Slurm then looks no further than
// what no node has. Which are reserved is known only where reservations are.
func (c *checker) waitsForNodes(p *slurm.Partition) bool {
	a := &c.ask
	if a.required == "" {
		return false
	}
	if c.Access == nil || c.Access.Reservations == nil || !c.isFresh() {
		return true
	}
	set := newNodeSet(a.required)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if !set.has(n.Name) {
			continue
		}
		const gone = slurm.NodeDrain | slurm.NodeFail | slurm.NodeMaintenance | slurm.NodeReserved | slurm.NodeNotResponding | slurm.NodePowerDown | slurm.NodePoweringDown | slurm.NodeInvalidReg
		if n.State.IsDown() || n.State.Flags&gone != 0 || n.State.Base == slurm.NodeUnknown {
			return true
		}
		if slices.ContainsFunc(c.Access.Reservations, func(r slurm.Reservation) bool {
			return r.Nodes.Contains(n.Name) && r.End.Std().After(c.Now) && c.reaches(p, r.Start) && r.Name != c.job.Reservation
		}) {
			return true
		}
	}
	return false
}

// isBarredByOne reports whether the partition does not let one of several QOS.
func (c *checker) isBarredByOne(p *slurm.Partition) bool {
	names, _ := c.qosNames()
	return slices.ContainsFunc(names, func(q string) bool { return !allows(p.AllowQOS, p.DenyQOS, q) })
}

func (c *checker) isHeld() bool {
	priority := c.job.Tuning.Priority
	return c.job.Hold || priority.Set && priority.Value == 0
}

// judgeState looks at the partition itself.
func (c *checker) judgeState(p *slurm.Partition) []verdict {
	switch state := strings.Join(p.State, "+"); state {
	case "INACTIVE", "DRAIN":
		return []verdict{{sbatch.Error, "--partition", c.called(p) + " takes no jobs now (" + state + ")", "choose another partition, or wait"}}
	case "DOWN":
		return []verdict{{sbatch.Warning, "--partition", c.called(p) + " starts no jobs now (DOWN)", "choose another partition, or let the job wait"}}
	}
	return nil
}

// judgeCounts holds the number of nodes against the limits of the partition. Slurm takes a job beyond them, and lets it
// wait.
func (c *checker) judgeCounts(p *slurm.Partition) []verdict {
	a := &c.ask
	switch most, least := c.mostNodes(p), uint64(p.MinNodes); {
	case a.leastNodes > most:
		return []verdict{{
			sbatch.Severe, a.nodesOption, c.called(p) + " allows a job " + nodes(most) + ": it would wait for ever", "ask for " + num(most) + " or fewer",
		}}
	case a.mostNodes < least && !c.overrides(p, "PARTITION_MINIMUM_NODE"):
		return []verdict{{
			sbatch.Severe, "--nodes", c.called(p) + " takes jobs from " + nodes(least) + " on: it would wait for ever", "ask for " + num(least) + " or more",
		}}
	}
	return nil
}

// judgeSizes holds what the job asks for against the nodes that there are. Slurm refuses more.
func (c *checker) judgeSizes(p *slurm.Partition) []verdict {
	a := &c.ask
	if total := uint64(p.NodeCount); total > 0 && a.leastNodes > total {
		v := verdict{sbatch.Error, a.nodesOption, c.called(p) + " has " + nodes(total), "ask for " + num(total) + " or fewer"}
		return append([]verdict{v}, c.judgeOneMachine(p)...)
	}
	if pools, known := c.poolNodes(p); known && a.leastNodes > pools {
		v := verdict{
			sbatch.Severe, a.nodesOption, "the pools of " + c.called(p) + " never have more than " + nodes(pools) + ": it would wait for ever",
			"ask for " + num(pools) + " or fewer",
		}
		return append([]verdict{v}, c.judgeOneMachine(p)...)
	}
	return c.judgeMachines(p)
}

// mostNodes is what the partition allows one job.
func (c *checker) mostNodes(p *slurm.Partition) uint64 {
	most := p.MaxNodes.Or(math.MaxUint64)
	if most == 0 || c.overrides(p, "PARTITION_MAXIMUM_NODE") {
		return math.MaxUint64
	}
	return most
}

// judgeMemory holds the memory against the partition's limit of it. Slurm takes the job and lets it wait.
func (c *checker) judgeMemory(p *slurm.Partition) []verdict {
	a := &c.ask
	want := max(a.mem, a.memPerCPU*a.cpus)
	if most := p.MaxMemPerNode.Or(0); most > 0 && want > most {
		return []verdict{{
			sbatch.Severe, a.memOption, memory(want) + " are more than " + c.called(p) + " allows on a node, " + memory(most) + ": it would wait for ever",
			"ask for " + memory(most) + " or less",
		}}
	}
	return nil
}

// judgeAllowed looks for whom the partition is. Slurm holds jobs back by their QOS always, by their account only where it
// enforces associations.
func (c *checker) judgeAllowed(p *slurm.Partition) []verdict {
	var out []verdict
	names, isOwn := c.qosNames()
	if len(names) > 0 && !slices.ContainsFunc(names, func(q string) bool { return allows(p.AllowQOS, p.DenyQOS, q) }) {
		v := verdict{sbatch.Severe, "--qos", c.called(p) + " is not for the QOS " + strings.Join(names, ",") + ": it would wait for ever", ""}
		if !isOwn {
			v.level = sbatch.Warning
		}
		if v.cure = "choose another QOS, or another partition"; p.AllowQOS != "" {
			v.cure = choose(strings.Split(p.AllowQOS, ","), "")
		}
		out = append(out, v)
	}
	if account := c.account(); account != "" && !allows(p.AllowAccts, p.DenyAccts, account) {
		v := verdict{sbatch.Warning, "--account", c.called(p) + " is not for the account " + quoted(account), "choose another account, or another partition"}
		if c.Enforces {
			v.level = sbatch.Severe
			v.what += ": it would wait for ever"
		}
		if p.AllowAccts != "" {
			v.cure = choose(strings.Split(p.AllowAccts, ","), "")
		}
		out = append(out, v)
	}
	if p.AllowGroups != "" && !slices.ContainsFunc(c.Partitions, func(q slurm.Partition) bool { return q.Name == p.Name }) {
		out = append(out, verdict{sbatch.Warning, "--partition", c.called(p) + " is for the groups " + p.AllowGroups, "choose a partition that Slurm shows you"})
	}
	return out
}

// allows reports whether two lists with commas let a name pass. Slurm looks at the second only without the first.
func allows(allowed, denied, name string) bool {
	isIn := func(list string) bool {
		return slices.ContainsFunc(strings.Split(list, ","), func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), name) })
	}
	if allowed != "" && !strings.EqualFold(allowed, "ALL") {
		return isIn(allowed)
	}
	return !isIn(denied)
}
