package preflight

import (
	"cmp"
	"slices"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Check returns what is wrong with a job, the worst first, each with the option of sbatch that it concerns and the part
// of a het job. Lines are not known here: see Place. The world is only read, and the same arguments give the same answer;
// a call takes about a millisecond for each thousand nodes and part of a het job, of which the first 200 are checked.
func Check(job slurm.Submission, w World) sbatch.Problems {
	out := checkScript(job)
	k := newKnown(w)
	parts := append([]slurm.Submission{job}, job.Parts...)
	parts[0].Parts = nil
	for i := range parts {
		if i == mostParts {
			out = append(out, sbatch.Problem{Level: sbatch.Warning, Part: i, What: "the parts from here on are not checked", Cure: "make several jobs of it"})
			break
		}
		c := checker{known: k, job: &parts[i], ask: askOf(&parts[i])}
		c.run()
		for _, p := range c.found {
			p.Part = i
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b sbatch.Problem) int { return cmp.Compare(rank(a.Level), rank(b.Level)) })
	return out
}

// mostParts is how many parts of a het job are looked at.
const mostParts = 200

// rank orders levels, the worst first.
func rank(l sbatch.Level) int {
	return slices.Index([]sbatch.Level{sbatch.Error, sbatch.Severe, sbatch.Warning, sbatch.Note}, l)
}

// checker holds one part of a job against the world.
type checker struct {
	*known
	job   *slurm.Submission
	ask   ask
	found sbatch.Problems
	// byDefault is the partition that the job comes in as it names none; "" if it does, or if that is not known.
	byDefault string
	// A feature or a node has been told to be nowhere.
	strangeFeature, strangeNode bool
}

func (c *checker) run() {
	c.checkLengths()
	c.checkTimes()
	c.checkDependency()
	c.checkGRES()
	c.checkLicenses()
	c.checkReservations()
	places := c.places()
	c.checkDefaultTime(places)
	c.checkNames()
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
