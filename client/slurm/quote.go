package slurm

import "strconv"

// quote makes foreign text fit for an error message: quoted, control characters escaped, not too long.
func quote(s string) string {
	const longest = 60
	if r := []rune(s[:min(len(s), 4*longest)]); len(r) > longest {
		s = string(r[:longest-1]) + "…"
	}
	return strconv.Quote(s)
}
