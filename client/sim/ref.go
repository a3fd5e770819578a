package sim

import (
	"slices"
	"strconv"
	"strings"
)

// ref is an id as slurmrestd takes it in a path: 18, 18_4, 18_[1-3], 18_*, 21+1.
type ref struct {
	job    uint32
	tasks  []uint32
	isTask bool
	offset int // of a het job, -1: none
}

func parseRef(s string) (ref, bool) {
	r := ref{offset: -1}
	head, comp, isHet := strings.Cut(s, "+")
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
