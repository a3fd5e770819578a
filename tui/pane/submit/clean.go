package submit

import (
	"strings"

	"flexq/client/sbatch"
	"flexq/tui/fit"
)

// clean makes one line of text that no terminal acts on. Scripts and the names of templates come from files: unlike what
// the cluster tells, nobody has looked at them.
func clean(text string) string { return fit.Line(strings.ReplaceAll(text, "\x1b", " ")) }

// cleaned are problems whose words may quote the script.
func cleaned(list sbatch.Problems) sbatch.Problems {
	for i := range list {
		q := &list[i]
		q.Option, q.What, q.Cure = clean(q.Option), clean(q.What), clean(q.Cure)
	}
	return list
}
