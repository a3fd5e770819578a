package submit

import (
	"reflect"
	"slices"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// checked is what the checks said of a job whose script may be another by now: of a large cluster they take milliseconds,
// and most letters are typed below the #SBATCH lines.
type checked struct {
	job   slurm.Submission // without its script
	found sbatch.Problems
	fresh bool
}

// check holds a job against the cluster.
func (p *Pane) check(job slurm.Submission) sbatch.Problems {
	// Without a world only what is about the script itself is looked at, and that has no option.
	own := slices.DeleteFunc(preflight.Check(job, preflight.World{}), func(q sbatch.Problem) bool { return q.Option != "" })
	rest := job
	rest.Script = "#!/bin/sh\n:\n"
	if !p.checked.fresh || !reflect.DeepEqual(rest, p.checked.job) {
		p.checked = checked{job: rest, found: preflight.Check(rest, p.world), fresh: true}
	}
	out := own
	for _, q := range p.checked.found {
		if !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(a, b sbatch.Problem) int { return weight(a.Level) - weight(b.Level) })
	return out
}
