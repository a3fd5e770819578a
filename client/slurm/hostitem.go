package slurm

import (
	"strconv"
	"strings"
)

func (it hostItem) count() uint64 {
	total := uint64(1)
	for _, p := range it.parts {
		if p.ranges == nil {
			continue
		}
		var n uint64
		for _, r := range p.ranges {
			n = addSaturated(n, r.hi-r.lo+1)
		}
		total = mulSaturated(total, n)
	}
	return total
}

// each yields the item's names, the last bracket turning fastest, until yield says no. buf is scratch space that
// holds the name so far.
func (it hostItem) each(buf []byte, yield func(string) bool) bool {
	if len(it.parts) == 0 {
		return yield(string(buf))
	}
	p, rest := it.parts[0], hostItem{parts: it.parts[1:]}
	buf = append(buf, p.text...)
	if p.ranges == nil {
		return rest.each(buf, yield)
	}
	for _, r := range p.ranges {
		for n := r.lo; n <= r.hi; n++ {
			if !rest.each(appendPadded(buf, n, r.width), yield) {
				return false
			}
		}
	}
	return true
}

func appendPadded(buf []byte, n uint64, width int) []byte {
	var digits [20]byte
	d := strconv.AppendUint(digits[:0], n, 10)
	for range width - len(d) {
		buf = append(buf, '0')
	}
	return append(buf, d...)
}

// matches walks all ways in which the brackets can share out the name's digits at once, by keeping the set of
// places that the parts so far can end at: the work is bounded by parts times length.
func (it hostItem) matches(node string) bool {
	if !strings.HasPrefix(node, it.parts[0].text) {
		return false
	}
	if len(it.parts) == 1 && it.parts[0].ranges == nil {
		return node == it.parts[0].text
	}
	at := make([]bool, len(node)+1)
	at[0] = true
	for _, p := range it.parts {
		next := make([]bool, len(node)+1)
		for i, reached := range at {
			if reached && strings.HasPrefix(node[i:], p.text) {
				p.reach(node, i+len(p.text), next)
			}
		}
		at = next
	}
	return at[len(node)]
}

// reach marks where the part's bracket can end in node if it begins at from.
func (p hostPart) reach(node string, from int, ends []bool) {
	if p.ranges == nil {
		ends[from] = true
		return
	}
	for end := from + 1; end <= len(node) && end-from <= maxDigits; end++ {
		n, ok := parseDigits(node[from:end])
		if !ok {
			return
		}
		for _, r := range p.ranges {
			if r.has(n, node[from:end]) {
				ends[end] = true
				break
			}
		}
	}
}

// has reports whether the range yields the number n written as text.
func (r hostRange) has(n uint64, text string) bool {
	return r.lo <= n && n <= r.hi && (len(text) == r.width || len(text) > r.width && text[0] != '0')
}
