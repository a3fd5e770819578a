package sbatch

// nearest returns the known name that is at most two slips away from name, "" if there is none.
func nearest(name string, known []spec) string {
	best, least := "", 3
	for _, k := range known {
		if d := Distance(name, k.name, least); d < least {
			best, least = k.name, d
		}
	}
	return best
}

// Distance counts the insertions, deletions and replacements between two names, up to limit. A name of more than 40 bytes
// is as far as that from any other.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 40 {
		return limit
	}
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
