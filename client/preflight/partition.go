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

// judge gives the reasons against one partition.
func (c *checker) judge(p *slurm.Partition) []verdict {
	out := slices.Concat(c.judgeState(p), c.judgeAllowed(p), c.judgeLimit(p), c.judgeMemory(p))
	counts := c.judgeCounts(p)
	if len(counts) > 0 {
		return append(out, counts...)
	}
	return append(out, c.judgeMachines(p)...)
}

// judgeState looks at the partition itself.
func (c *checker) judgeState(p *slurm.Partition) []verdict {
	switch state := strings.Join(p.State, "+"); state {
	case "INACTIVE", "DRAIN":
		return []verdict{{sbatch.Error, "--partition", p.Name + " takes no jobs now (" + state + ")", "choose another partition, or wait"}}
	case "DOWN":
		return []verdict{{sbatch.Warning, "--partition", p.Name + " starts no jobs now (DOWN)", "choose another partition, or let the job wait"}}
	}
	return nil
}

// judgeCounts holds the number of nodes against the partition's and its pools'. Slurm refuses more than there are; a job
// over a limit it takes, and lets it wait.
func (c *checker) judgeCounts(p *slurm.Partition) []verdict {
	a := &c.ask
	total := uint64(p.NodeCount)
	pools, known := c.poolNodes(p)
	switch {
	case total > 0 && a.leastNodes > total:
		return []verdict{{sbatch.Error, a.nodesOption, p.Name + " has " + nodes(total), "ask for " + num(total) + " or fewer"}}
	case a.leastNodes > c.mostNodes(p):
		most := c.mostNodes(p)
		return []verdict{{
			sbatch.Severe, a.nodesOption, p.Name + " allows a job " + nodes(most) + ": it would wait for ever", "ask for " + num(most) + " or fewer",
		}}
	case a.mostNodes < uint64(p.MinNodes) && !c.overrides(p, "PARTITION_MINIMUM_NODE"):
		least := uint64(p.MinNodes)
		return []verdict{{
			sbatch.Severe, "--nodes", p.Name + " takes jobs from " + nodes(least) + " on: it would wait for ever", "ask for " + num(least) + " or more",
		}}
	case known && a.leastNodes > pools:
		return []verdict{{
			sbatch.Severe, a.nodesOption, "the pools of " + p.Name + " never have more than " + nodes(pools) + ": it would wait for ever",
			"ask for " + num(pools) + " or fewer",
		}}
	}
	return nil
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
			sbatch.Severe, a.memOption, memory(want) + " are more than " + p.Name + " allows on a node, " + memory(most) + ": it would wait for ever",
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
		v := verdict{sbatch.Severe, "--qos", p.Name + " is not for the QOS " + strings.Join(names, ",") + ": it would wait for ever", ""}
		if !isOwn {
			v.level = sbatch.Warning
		}
		if v.cure = "choose another QOS, or another partition"; p.AllowQOS != "" {
			v.cure = choose(strings.Split(p.AllowQOS, ","), "")
		}
		out = append(out, v)
	}
	if account := c.account(); account != "" && !allows(p.AllowAccts, p.DenyAccts, account) {
		v := verdict{sbatch.Warning, "--account", p.Name + " is not for the account " + quoted(account), "choose another account, or another partition"}
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
		out = append(out, verdict{sbatch.Warning, "--partition", p.Name + " is for the groups " + p.AllowGroups, "choose a partition that Slurm shows you"})
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
