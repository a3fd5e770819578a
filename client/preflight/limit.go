package preflight

import (
	"slices"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// checkTimes looks at the job's own times.
func (c *checker) checkTimes() {
	j := c.job
	limit, hasLimit := j.Limit.Duration()
	if least, ok := j.MinLimit.Duration(); ok && hasLimit && least > limit {
		c.tell(sbatch.Error, "--time-min", "longer than the time limit, "+j.Limit.Clock(), "ask for less than --time")
	}
}

// checkDefaultTime looks at what depends on the limit that the job gets without one of its own: that of the first
// partition, whichever will run it.
func (c *checker) checkDefaultTime(places []slurm.Partition) {
	j := c.job
	limit, _ := j.Limit.Duration()
	if len(places) > 0 && j.Limit == slurm.LimitUnset {
		limit, _ = places[0].DefaultTime.Duration()
		if least, ok := j.MinLimit.Duration(); len(places) > 1 && limit > 0 && ok && least > limit {
			c.tell(sbatch.Error, "--time-min", "longer than "+places[0].Name+" gives without --time, "+clock(limit), "ask for "+clock(limit)+" or less, or give a --time")
		}
	}
	if j.Deadline.IsZero() || c.Now.IsZero() {
		return
	}
	start := c.Now
	if begin := j.Begin.Std(); !j.Begin.IsZero() && begin.After(start) {
		start = begin
	}
	shortest := limit
	if least, ok := j.MinLimit.Duration(); ok {
		shortest = least
	}
	switch end := j.Deadline.Std(); {
	case !end.After(c.Now):
		c.tell(sbatch.Error, "--deadline", "it is past", "give a moment to come, or leave it out")
	case start.Add(shortest).After(end):
		c.tell(sbatch.Error, "--deadline", "the job could not end by then if it started at once", "give a later one, or a shorter --time")
	}
}

// limitIn returns the time limit that the job would have in a partition, and whether that is the job's own.
func limitIn(j *slurm.Submission, p *slurm.Partition) (l slurm.Limit, isOwn bool) {
	switch {
	case j.MinLimit > 0:
		return j.MinLimit, true // Slurm may give no more
	case j.Limit != slurm.LimitUnset:
		return j.Limit, true
	case p.DefaultTime != slurm.LimitUnset:
		return p.DefaultTime, false
	}
	return p.MaxTime, false
}

// judgeLimit holds the job's limit against that of the partition. Slurm takes a job that asks for more, and lets it wait;
// one that can do with less (--time-min) it gives less, after a while.
func (c *checker) judgeLimit(p *slurm.Partition) []verdict {
	most, hasMost := p.MaxTime.Duration()
	if !hasMost || c.overrides(p, "PARTITION_TIME_LIMIT") {
		return nil
	}
	bound := most
	if d, ok := p.DefaultTime.Duration(); ok && c.job.Limit == slurm.LimitUnset {
		bound = min(bound, d)
	}
	least, _ := c.job.MinLimit.Duration()
	want, isFinite := c.job.Limit.Duration()
	isOver := c.job.Limit == slurm.LimitInfinite || isFinite && want > most
	switch allowed := p.MaxTime.Clock(); {
	case least > bound, c.job.MinLimit == slurm.LimitInfinite:
		return []verdict{{sbatch.Error, "--time-min", "longer than the limit in " + c.called(p) + ", " + clock(bound), "ask for " + clock(bound) + " or less, or give a --time"}}
	case isOver && c.job.MinLimit == slurm.LimitUnset:
		return []verdict{{
			sbatch.Severe, "--time", "longer than " + c.called(p) + " allows, " + allowed + ": it would wait for ever", "ask for " + allowed + " or less",
		}}
	}
	return nil
}

// overrides reports whether the job's QOS sets aside a limit of the partition, or may do so as it is not known.
func (c *checker) overrides(p *slurm.Partition, flag string) bool {
	names, _ := c.qosNames()
	if p.QOS != "" {
		names = append(slices.Clone(names), p.QOS)
	}
	if len(names) > 0 && (c.Access == nil || c.Access.QOS == nil) {
		return true
	}
	return slices.ContainsFunc(names, func(name string) bool {
		q, ok := c.qos(name)
		return ok && slices.Contains(q.Flags, flag)
	})
}
