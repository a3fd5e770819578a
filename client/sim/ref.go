package sim

import (
	"slices"
	"strconv"
	"strings"
)

// ref is an id as slurmrestd takes it: 18, 18_4, 21+1. A step behind it (18.batch) is not heeded.
type ref struct {
	job    uint32
	tasks  []uint32
	isTask bool
	offset int // of a het job, -1: none
}

// parseRef reads an id of one thing, as in a path.
func parseRef(s string) (ref, bool) {
	if strings.ContainsAny(s, "[*") || strings.Contains(s, "...") { // the real one dies of a list that was cut short
		return ref{}, false
	}
	return parseRefs(s)
}

// parseRefs reads an id that may name several tasks, as in the list of DELETE /jobs/: 18_[1-3,7], 18_*.
func parseRefs(s string) (ref, bool) {
	r := ref{offset: -1}
	head, _, _ := strings.Cut(s, ".")
	head, comp, isHet := strings.Cut(head, "+")
	head, list, isTask := strings.Cut(head, "_")
	n, err := strconv.ParseUint(head, 10, 32)
	if err != nil || n == 0 {
		return r, false
	}
	r.job = uint32(n)
	if isHet {
		if r.offset, err = strconv.Atoi(comp); err != nil {
			return r, false
		}
	}
	if !isTask || list == "*" {
		return r, true
	}
	r.isTask = true
	list = strings.TrimSuffix(strings.TrimPrefix(list, "["), "]")
	for _, part := range strings.Split(list, ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		lo, err1 := strconv.ParseUint(from, 10, 32)
		hi, err2 := strconv.ParseUint(to, 10, 32)
		if err1 != nil || err2 != nil || hi < lo || hi-lo > 65536 {
			return r, false
		}
		for t := lo; t <= hi; t++ {
			r.tasks = append(r.tasks, uint32(t))
		}
	}
	slices.Sort(r.tasks)
	return r, true
}
