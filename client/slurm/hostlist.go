package slurm

import (
	"errors"
	"fmt"
	"iter"
	"sort"
	"strconv"
	"strings"
)

// Hostlist names nodes in Slurm's compressed form: "n[001-003,007],login-1".
type Hostlist string

var errHostlist = errors.New("not a list of nodes")

// Count returns how many nodes the list names.
func (h Hostlist) Count() int {
	n := 0
	for range h.All() {
		n++
	}
	return n
}

// All yields the names one by one, in the list's order.
func (h Hostlist) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, part := range splitHosts(string(h)) {
			if !eachHost("", part, yield) {
				return
			}
		}
	}
}

func eachHost(prefix, rest string, yield func(string) bool) bool {
	head, tail, ok := strings.Cut(rest, "[")
	if !ok {
		return yield(prefix + rest)
	}
	in, tail, ok := strings.Cut(tail, "]")
	if !ok {
		return true
	}
	for r := range strings.SplitSeq(in, ",") {
		lo, hi, ranged := strings.Cut(r, "-")
		if !ranged {
			hi = lo
		}
		a, err1 := strconv.ParseUint(lo, 10, 63)
		b, err2 := strconv.ParseUint(hi, 10, 63)
		if err1 != nil || err2 != nil {
			continue
		}
		for i := a; i <= b; i++ {
			if !eachHost(prefix+head+fmt.Sprintf("%0*d", len(lo), i), tail, yield) {
				return false
			}
		}
	}
	return true
}

func splitHosts(s string) []string {
	depth := 0
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		}
		return r == ',' && depth == 0
	})
}

// Expand returns the names, or an error if there are more than limit.
func (h Hostlist) Expand(limit int) ([]string, error) {
	var out []string
	for n := range h.All() {
		if len(out) >= limit {
			return nil, fmt.Errorf("%q names more than %d nodes", h, limit)
		}
		out = append(out, n)
	}
	return out, nil
}

// Contains reports whether the list names the node.
func (h Hostlist) Contains(node string) bool {
	for n := range h.All() {
		if n == node {
			return true
		}
	}
	return false
}

// Valid returns an error that says what is wrong with the list, and nil for a good one; an empty one is good.
func (h Hostlist) Valid() error {
	if strings.Count(string(h), "[") != strings.Count(string(h), "]") {
		return fmt.Errorf("%w: a bracket is not closed", errHostlist)
	}
	return nil
}

// FormatHostlist compresses names into Slurm's form.
func FormatHostlist(nodes []string) Hostlist {
	type key struct {
		prefix string
		width  int
	}
	groups := map[key][]uint64{}
	var order []key
	for _, n := range nodes {
		p := strings.TrimRight(n, "0123456789")
		k := key{prefix: p, width: len(n) - len(p)}
		v, err := strconv.ParseUint(n[len(p):], 10, 63)
		if err != nil {
			k, v = key{prefix: n, width: 0}, 0
		}
		if _, ok := groups[k]; !ok {
			order = append(order, k)
		}
		groups[k] = append(groups[k], v)
	}
	var out []string
	for _, k := range order {
		if k.width == 0 {
			out = append(out, k.prefix)
			continue
		}
		v := groups[k]
		sort.Slice(v, func(i, j int) bool { return v[i] < v[j] })
		var rs []string
		for i := 0; i < len(v); {
			j := i
			for j+1 < len(v) && v[j+1] <= v[j]+1 {
				j++
			}
			r := fmt.Sprintf("%0*d", k.width, v[i])
			if v[j] != v[i] {
				r += fmt.Sprintf("-%0*d", k.width, v[j])
			}
			rs = append(rs, r)
			i = j + 1
		}
		if len(rs) == 1 && !strings.Contains(rs[0], "-") {
			out = append(out, k.prefix+rs[0])
		} else {
			out = append(out, k.prefix+"["+strings.Join(rs, ",")+"]")
		}
	}
	return Hostlist(strings.Join(out, ","))
}
