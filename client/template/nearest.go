package template

import "strings"

// nearest returns the name that is at most two slips away, but for the size of letters, and "" if there is none.
func nearest(name string, names []string) string {
	best, least := "", min(3, (len(name)+2)/2)
	for _, n := range names {
		if len(n)-len(name) >= least || len(name)-len(n) >= least {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(n)); d < least {
			best, least = n, d
		}
	}
	return best
}

// distance counts insertions, deletions and replacements between two names, of which isName bounds the length.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
