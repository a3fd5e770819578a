package preflight

import (
	"slices"
	"strconv"

	"flexq/client/sbatch"
)

// mostStrange bounds how many jobs are told of that a dependency names and nobody knows.
const mostStrange = 3

// checkDependency looks for the jobs that the job waits for. Slurm forgets a job some minutes after its end (MinJobAge),
// and its list may show the user's own jobs only (PrivateData), so that one that is not there is a doubt.
func (c *checker) checkDependency() {
	ids := sbatch.DependsOn(c.job.Dependency)
	if len(c.Queue) == 0 && len(c.Gone) == 0 || len(ids) == 0 {
		return
	}
	there := make(map[uint64]bool, len(c.Queue))
	for i := range c.Queue {
		j := &c.Queue[i]
		there[j.ID], there[j.Array.Job], there[j.Het.Job] = true, true, true
	}
	told := 0
	for _, id := range ids {
		if there[id] || len(c.Queue) == 0 && !slices.Contains(c.Gone, id) {
			continue
		}
		if told++; told > mostStrange {
			return
		}
		c.tell(sbatch.Warning, "--dependency", "job "+strconv.FormatUint(id, 10)+" is not in the queue", "check its id: Slurm refuses the job unless that one ended lately")
	}
}
