package template

import (
	"strings"

	"flexq/client/sbatch"
)

// nearest returns the name that is at most two slips away, but for the size of letters, and "" if there is none.
func nearest(name string, names []string) string {
	best, least := "", min(3, (len(name)+2)/2)
	for _, n := range names {
		if d := sbatch.Distance(strings.ToLower(name), strings.ToLower(n), least); d < least {
			best, least = n, d
		}
	}
	return best
}
