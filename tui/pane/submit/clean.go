package submit

import (
	"flexq/client/sbatch"
	"flexq/tui/fit"
)

// cleaned are problems whose words may quote the script, so that no terminal acts on them: unlike what the cluster tells,
// nobody has looked at what a file says.
func cleaned(list sbatch.Problems) sbatch.Problems {
	for i := range list {
		q := &list[i]
		q.Option, q.What, q.Cure = fit.Clean(q.Option), fit.Clean(q.What), fit.Clean(q.Cure)
	}
	return list
}
