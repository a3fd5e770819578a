package preflight

import (
	"cmp"
	"slices"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Check returns what is wrong with a job, the worst first, each with the option of sbatch that it concerns and the part
// of a het job. Lines are not known here: see Place. The world is only read, and the same arguments give the same answer;
// a call takes about a millisecond for each thousand nodes.
func Check(job slurm.Submission, w World) sbatch.Problems {
	out := checkScript(job)
	parts := append([]slurm.Submission{job}, job.Parts...)
	parts[0].Parts = nil
	for i := range parts {
		c := checker{World: w, job: &parts[i], ask: askOf(&parts[i])}
		c.run()
		for _, p := range c.found {
			p.Part = i
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b sbatch.Problem) int { return cmp.Compare(rank(a.Level), rank(b.Level)) })
	return out
}

// rank orders levels, the worst first.
func rank(l sbatch.Level) int {
	return slices.Index([]sbatch.Level{sbatch.Error, sbatch.Severe, sbatch.Warning, sbatch.Note}, l)
}

// checker holds one part of a job against the world.
type checker struct {
	World
	job   *slurm.Submission
	ask   ask
	found sbatch.Problems
}

func (c *checker) run() {
	c.checkTimes()
	places := c.places()
	c.checkNodeNames()
	c.checkFeatures()
	c.checkPlaces(places)
	c.checkRights(places)
	c.checkLeases(places)
}

func (c *checker) tell(level sbatch.Level, option, what, cure string) {
	p := sbatch.Problem{Level: level, Option: option, What: what, Cure: cure}
	if !slices.Contains(c.found, p) {
		c.found = append(c.found, p)
	}
}

// verdict is one reason why a job cannot run in a partition.
type verdict struct {
	level              sbatch.Level
	option, what, cure string
}

// checkPlaces says why the job can run in none of its partitions. As long as one of them takes it, Slurm does.
func (c *checker) checkPlaces(places []slurm.Partition) {
	var all []verdict
	level := sbatch.Error
	for i := range places {
		reasons := c.judge(&places[i])
		if !slices.ContainsFunc(reasons, func(v verdict) bool { return rank(v.level) <= rank(sbatch.Severe) }) {
			if len(places) > 1 {
				return
			}
			all = reasons
			break
		}
		if !slices.ContainsFunc(reasons, func(v verdict) bool { return v.level == sbatch.Error }) {
			level = sbatch.Severe
		}
		all = append(all, reasons...)
	}
	for _, v := range all {
		if v.level == sbatch.Error {
			v.level = level
		}
		c.tell(v.level, v.option, v.what, v.cure)
	}
}

// judge gives the reasons against one partition.
func (c *checker) judge(p *slurm.Partition) []verdict {
	out := c.judgeState(p)
	out = append(out, c.judgeLimit(p)...)
	counts := c.judgeCounts(p)
	out = append(out, counts...)
	if len(counts) > 0 {
		return out
	}
	return append(out, c.judgeMachines(p)...)
}
