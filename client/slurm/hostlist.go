package slurm

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
)

// Hostlist names nodes in Slurm's compressed form: "n[001-003,007],login-1". Names are separated by commas or
// blanks, a bracket holds numbers and ranges, a range keeps the width of its first number, and a name may have
// several brackets ("r[1-2]n[1-8]"). "None assigned" and "(null)", which Slurm writes when there is no node, name
// none. Two plain numbers with a dash ("21-22") are a range too, as in the ids of a het job.
//
// A list may come from anywhere: nothing here fails or grows beyond what it yields. A part that is not well
// formed counts as one name, spelt as it is; Valid tells.
type Hostlist string

// Count returns how many names the list has, the same name twice counted twice. It does not expand the list, and
// stops at the largest int.
func (h Hostlist) Count() int {
	var n uint64
	for item := range h.items() {
		n = addSaturated(n, item.count())
	}
	return int(min(n, math.MaxInt))
}

// All yields the names in the list's order. A short list can name a great many: stop, or ask Count before.
func (h Hostlist) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		buf := make([]byte, 0, 64)
		for item := range h.items() {
			if !item.each(buf, yield) {
				return
			}
		}
	}
}

// Expand returns the names in the list's order, or an error if there are more than limit.
func (h Hostlist) Expand(limit int) ([]string, error) {
	n := h.Count()
	if n > limit {
		return nil, fmt.Errorf("%s names %d nodes, more than %d", quote(string(h)), n, limit)
	}
	out := make([]string, 0, n)
	for name := range h.All() {
		out = append(out, name)
	}
	return out, nil
}

// Contains reports whether the list has the name. It does not expand the list.
func (h Hostlist) Contains(node string) bool {
	for item := range h.items() {
		if item.matches(node) {
			return true
		}
	}
	return false
}

// Valid returns what is wrong with the list, and nil for a well-formed one. The empty list is well formed.
func (h Hostlist) Valid() error {
	for item := range h.items() {
		if item.err != nil {
			return fmt.Errorf("%s is not a list of nodes: %w", quote(string(h)), item.err)
		}
	}
	return nil
}

func addSaturated(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

func mulSaturated(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}
