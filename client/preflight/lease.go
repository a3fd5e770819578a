package preflight

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// longJob is from when on a job on Flex Start should say what becomes of it when its machine goes.
const longJob = 24 * time.Hour

// checkLeases holds the job's limit against what the leases of the machines can give. What one of its partitions can
// give is enough.
func (c *checker) checkLeases(places []slurm.Partition) {
	if len(places) == 0 || c.Outlook == nil {
		return
	}
	var least *verdict
	for i := range places {
		v := c.judgeLease(&places[i])
		if v == nil {
			return
		}
		if least == nil || rank(v.level) > rank(least.level) {
			least = v
		}
	}
	if said := "the default partition " + c.byDefault; c.byDefault != "" && !strings.Contains(least.what, said) {
		least.what += ", in " + said
	}
	c.tell(least.level, least.option, least.what, least.cure)
}

// leaseIn is judgeLease where leases are known.
func (c *checker) leaseIn(p *slurm.Partition) *verdict {
	if c.Outlook == nil {
		return nil
	}
	return c.judgeLease(p)
}

// planned is the job as one that waits in a partition.
func (c *checker) planned(p *slurm.Partition) *slurm.Job {
	limit, _ := limitIn(c.job, p)
	if limit == slurm.LimitUnset {
		limit = slurm.LimitInfinite
	}
	return &slurm.Job{
		State: slurm.ParseJobState("PENDING"), Partition: p.Name, NodeCount: slurm.NumOf(c.ask.leastNodes), Limit: limit,
		TRESRequested: slurm.TRES{GPUs: int64(min(c.ask.gpus(), 1<<40))}, RequiredNodes: c.ask.required, Requeue: c.isRequeued(),
	}
}

func (c *checker) isRequeued() bool { return c.job.Requeue != nil && *c.job.Requeue }

// judgeLease returns the worst that the leases of a partition's machines mean, nil for nothing.
func (c *checker) judgeLease(p *slurm.Partition) *verdict {
	r := c.Outlook.Risk(c.planned(p))
	switch r.Kind {
	case flex.CannotFit:
		return c.tooLong(p, r)
	case flex.Fits, flex.Tight:
		if v := c.leftNow(p, r); v != nil {
			return v
		}
		if r.Kind == flex.Tight {
			return c.tight(r)
		}
		return c.unsaid(p, r)
	case flex.NoLease, flex.RiskUnknown, flex.WillBeKilled:
	}
	return nil
}

// tight is about a limit that a new machine can just give.
func (c *checker) tight(r flex.Risk) *verdict {
	v := &verdict{level: sbatch.Warning, option: "--time", cure: "ask for less, or checkpoint and use --requeue"}
	if c.isRequeued() {
		v.cure = "ask for less, or save checkpoints"
	}
	v.what = "as long as a lease"
	if r.Spare >= time.Minute {
		v.what = "only " + words(r.Spare) + " shorter than a lease"
	}
	v.what += " of " + r.Pool + " can be (" + words(r.Lease.Duration) + "), and booting takes from that"
	return v
}

// tooLong is about a limit that no machine can give. Slurm takes the job, and it ends with its machine: only one that is
// requeued, and begins where it stopped, can finish.
func (c *checker) tooLong(p *slurm.Partition, r flex.Risk) *verdict {
	life := words(r.Lease.Duration)
	limit, isOwn := limitIn(c.job, p)
	v := verdict{level: sbatch.Severe, option: "--time", cure: "checkpoint and use --requeue, or ask for " + clock(r.Lease.Duration) + " or less"}
	switch v.what = "longer than a lease of " + r.Pool + " can be (" + life + ")"; {
	case c.isRequeued():
		v.level = sbatch.Warning
		v.what += ": it is requeued when its machines go"
		v.cure = "save checkpoints, and begin from the last one"
	case isOwn && limit != slurm.LimitInfinite:
		v.what += ": it could never finish"
	default: // how long it will run nobody knows
		v.level = sbatch.Warning
		v.what = "without a time limit within a lease of " + r.Pool + " (" + life + ") it may be cut short when its machines go"
	}
	return &v
}

// leftNow looks at pools that can have no more machines than there are: a job gets what their leases have left. Slurm
// knows nothing of leases, and would start it all the same.
func (c *checker) leftNow(p *slurm.Partition, r flex.Risk) *verdict {
	limit, ok := c.planned(p).Limit.Duration()
	if !ok {
		return nil
	}
	pools, isWhole := c.poolsOf(p)
	if !isWhole {
		return nil
	}
	var left []flex.NodeEnd
	for _, q := range pools {
		ends := slices.DeleteFunc(slices.Clone(c.Outlook.Ends()), func(e flex.NodeEnd) bool { return e.Pool != q.ID || !e.Lease.End.After(c.Now) })
		if !q.HasLease() || q.Max <= 0 || len(ends) < q.Max {
			return nil // there may be fresh machines
		}
		left = append(left, ends...)
	}
	slices.SortFunc(left, func(a, b flex.NodeEnd) int { return cmp.Compare(b.Lease.End.UnixNano(), a.Lease.End.UnixNano()) })
	if uint64(len(left)) < c.ask.leastNodes {
		return nil
	}
	last := left[c.ask.leastNodes-1]
	rest := last.Lease.End.Sub(c.Now)
	if rest >= limit {
		return nil
	}
	v := verdict{
		sbatch.Warning, "--time", "the machines of " + c.called(p) + " that are there now go sooner: " + best(c.ask.leastNodes) + " " + words(rest) + " left (" + last.Node + ")",
		"checkpoint and use --requeue, or ask for " + clock(rest) + " or less",
	}
	if c.isRequeued() {
		v.cure = "save checkpoints: it is requeued when they go, and they come anew"
	}
	return &v
}

// best names the machines whose leases have the most left, up to what these have.
func best(n uint64) string {
	if n <= 1 {
		return "the best node has"
	}
	return "the best " + nodes(n) + " have"
}

// unsaid warns of a long job that does not say whether it is requeued when its machine goes: that is the cluster's
// setting then (JobRequeue), which no REST answer shows.
func (c *checker) unsaid(p *slurm.Partition, r flex.Risk) *verdict {
	limit, _ := c.planned(p).Limit.Duration()
	switch {
	case c.isRequeued() || limit < longJob:
		return nil
	case c.job.Requeue == nil:
		return &verdict{
			sbatch.Warning, "--requeue", "it does not say whether it is requeued when a machine of " + r.Pool + " goes before its end",
			"checkpoint and use --requeue, or say --no-requeue",
		}
	}
	return &verdict{sbatch.Warning, "--requeue", "on Flex Start a job that is not requeued ends with its machine", "checkpoint and use --requeue"}
}
