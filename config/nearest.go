package config

import (
	"slices"
	"strings"
)

// Nearest returns the name that was most likely meant by a word, or "" if none is close: one letter in three may be
// wrong, and case does not count. The word itself is no advice. Ties go to the first name in alphabetical order, so
// that the advice is the same each time.
func Nearest(word string, names []string) string {
	sorted := slices.Sorted(slices.Values(names))
	best, bestDistance := "", 1+max(1, len(word)/3)
	folded := strings.ToLower(word)
	for _, name := range sorted {
		if d := distance(folded, strings.ToLower(name)); d < bestDistance && name != word && d < max(len(word), len(name)) {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance counts the single-letter edits (insert, delete, replace, swap of two neighbours) from a to b.
// Names are short; anything longer than a name can be is far from everything.
func distance(a, b string) int {
	const tooLong = 80
	ra, rb := []rune(a), []rune(b)
	if len(ra) > tooLong || len(rb) > tooLong {
		return tooLong
	}
	before, last, row := make([]int, len(rb)+1), make([]int, len(rb)+1), make([]int, len(rb)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(ra); i++ {
		row[0] = i
		for j := 1; j <= len(rb); j++ {
			cost := 1
			if ra[i-1] == rb[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && ra[i-1] == rb[j-2] && ra[i-2] == rb[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(rb)]
}
