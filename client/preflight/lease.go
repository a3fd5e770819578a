package preflight

import (
	"time"

	"flexq/client/flex"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// checkLeases holds the job's limit against what the leases of the machines can give.
func (c *checker) checkLeases(places []slurm.Partition) {
	outlook := c.Outlook
	if outlook == nil {
		if len(c.Pools.Pools) == 0 {
			return
		}
		outlook = flex.NewOutlook(flex.Memory{}, flex.Snapshot{Now: c.Now, Nodes: c.Nodes, Pools: c.Pools}, flex.Settings{Margin: c.Margin})
	}
	var worst *verdict
	for i := range places {
		r := outlook.Risk(c.planned(&places[i]))
		v := c.judgeLease(&places[i], r)
		if v == nil {
			return
		}
		if worst == nil || rank(v.level) > rank(worst.level) {
			worst = v
		}
	}
	if worst != nil {
		c.tell(worst.level, worst.option, worst.what, worst.cure)
	}
}

// planned is the job as one that waits in a partition.
func (c *checker) planned(p *slurm.Partition) *slurm.Job {
	limit, _ := limitIn(c.job, p)
	if limit == slurm.LimitUnset {
		limit = slurm.LimitInfinite
	}
	return &slurm.Job{
		State: slurm.ParseJobState("PENDING"), Partition: p.Name, NodeCount: slurm.NumOf(c.ask.leastNodes), Limit: limit,
		TRESRequested: slurm.TRES{GPUs: int64(gpusOf(c.ask.perNode) * c.ask.leastNodes)}, RequiredNodes: c.ask.required,
		Requeue: c.job.Requeue != nil && *c.job.Requeue,
	}
}

func (c *checker) judgeLease(p *slurm.Partition, r flex.Risk) *verdict {
	switch r.Kind {
	case flex.CannotFit:
		life := slurm.Limit(r.Lease.Duration / time.Second)
		v := verdict{
			sbatch.Severe, "--time", "longer than a lease of " + r.Pool + " can be (" + life.Words() + "): it could never finish",
			"checkpoint and use --requeue, or ask for " + life.Clock() + " or less",
		}
		if _, isOwn := limitIn(c.job, p); !isOwn {
			v.what = "without a limit of its own it may run for " + life.Words() + " at most, then its machine goes"
			v.level = sbatch.Warning
		}
		if c.job.Requeue != nil && *c.job.Requeue {
			v.level = sbatch.Warning
			v.what = "longer than a lease of " + r.Pool + " can be (" + life.Words() + "): it is requeued when its machine goes, and starts anew"
			v.cure = "save checkpoints, and begin from the last one"
		}
		return &v
	case flex.Tight:
		return &verdict{
			sbatch.Warning, "--time", "only " + r.Spare.String() + " shorter than a lease of " + r.Pool + " can be, and booting takes from that",
			"ask for less, or use --requeue",
		}
	case flex.NoLease, flex.RiskUnknown, flex.Fits, flex.WillBeKilled:
	}
	return nil
}
