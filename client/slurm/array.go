package slurm

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseArray reads an array expression as --array takes it ("1-9:2,12%4"): the tasks without the throttle, the
// throttle (0 for none), and how many tasks it names.
func ParseArray(expr string) (tasks string, maxRunning uint32, count int, err error) {
	bad := func() (string, uint32, int, error) {
		return "", 0, 0, fmt.Errorf("%q is not an array: write 0-9, 1,3,5 or 1-9:2%%4", expr)
	}
	tasks, throttle, has := strings.Cut(expr, "%")
	if has {
		n, err := strconv.ParseUint(throttle, 10, 32)
		if err != nil {
			return bad()
		}
		maxRunning = uint32(n)
	}
	for part := range strings.SplitSeq(tasks, ",") {
		span, step, stepped := strings.Cut(part, ":")
		lo, hi, ranged := strings.Cut(span, "-")
		a, err := strconv.ParseUint(lo, 10, 32)
		if err != nil {
			return bad()
		}
		b, s := a, uint64(1)
		if ranged {
			if b, err = strconv.ParseUint(hi, 10, 32); err != nil || b < a {
				return bad()
			}
		}
		if stepped {
			if s, err = strconv.ParseUint(step, 10, 32); err != nil || s == 0 {
				return bad()
			}
		}
		count += int((b-a)/s) + 1
	}
	return tasks, maxRunning, count, nil
}
