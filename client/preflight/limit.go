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
	case j.Limit != slurm.LimitUnset:
		return j.Limit, true
	case p.DefaultTime != slurm.LimitUnset:
		return p.DefaultTime, false
	}
	return p.MaxTime, false
}

// judgeLimit holds the job's limit against that of the partition. Slurm takes a job that asks for more, and lets it wait.
func (c *checker) judgeLimit(p *slurm.Partition) []verdict {
	most, hasMost := p.MaxTime.Duration()
	want, isFinite := c.job.Limit.Duration()
	isOver := hasMost && (c.job.Limit == slurm.LimitInfinite || isFinite && want > most)
	if !isOver || c.overrides(p, "PARTITION_TIME_LIMIT") {
		return nil
	}
	return []verdict{{
		sbatch.Severe, "--time", "longer than " + p.Name + " allows, " + p.MaxTime.Clock() + ": it would wait for ever",
		"ask for " + p.MaxTime.Clock() + " or less",
	}}
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
