package preflight

import (
	"slices"
	"strconv"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// mostStrange bounds how many jobs are told of that a dependency names and nobody knows.
const mostStrange = 3

// checkDependency looks for the jobs that the job waits for. Slurm forgets a job some minutes after its end (MinJobAge),
// and its list may show the user's own jobs only (PrivateData), so that one that is not there is a doubt.
func (c *checker) checkDependency() {
	if len(c.Queue) == 0 {
		return
	}
	told := 0
	for _, id := range sbatch.DependsOn(c.job.Dependency) {
		if told == mostStrange || slices.ContainsFunc(c.Queue, func(j slurm.Job) bool { return j.ID == id || j.Array.Job == id || j.Het.Job == id }) {
			continue
		}
		told++
		c.tell(sbatch.Warning, "--dependency", "job "+strconv.FormatUint(id, 10)+" is not in the queue", "check its id: Slurm refuses the job unless that one ended lately")
	}
}
