package slurm

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxArrayIndex is the largest index that any Slurm takes (MaxArraySize in slurm.conf is at most 4000001).
const maxArrayIndex = 4_000_000

// taskRange is one part of an array expression: first, first+step, ... up to last.
type taskRange struct{ first, last, step uint32 }

func (r taskRange) count() int { return int((r.last-r.first)/r.step) + 1 }

// ParseArray reads an array expression as sbatch --array takes it ("1-9:2,12%4"). It returns the tasks without
// the throttle and without brackets around them, the throttle (the most tasks that may run at once, 0 for no bound), and how many tasks there are,
// each counted once.
func ParseArray(expr string) (tasks string, maxRunning uint32, count int, err error) {
	tasks, throttle, has := strings.Cut(strings.TrimSpace(expr), "%")
	if has {
		n, err := strconv.ParseUint(throttle, 10, 32)
		if err != nil {
			return "", 0, 0, badArray(expr, "the number after % says how many tasks may run at once")
		}
		maxRunning = uint32(n)
	}
	if inside, ok := strings.CutPrefix(tasks, "["); ok && strings.HasSuffix(inside, "]") { // as Slurm shows it
		tasks = strings.TrimSuffix(inside, "]")
	}
	ranges, err := parseTasks(tasks)
	if err != nil {
		return "", 0, 0, badArray(expr, err.Error())
	}
	if count, err = countTasks(ranges); err != nil {
		return "", 0, 0, badArray(expr, err.Error())
	}
	return tasks, maxRunning, count, nil
}

func badArray(expr, why string) error {
	return fmt.Errorf("%s is not a set of array tasks: %s; write 0-9, 1,3,5 or 1-9:2%%4", quote(expr), why)
}

func parseTasks(s string) ([]taskRange, error) {
	if strings.HasSuffix(s, "...") {
		return nil, errors.New("it is cut short, as Slurm does with long lists")
	}
	out := make([]taskRange, 0, 1+strings.Count(s, ","))
	for part := range strings.SplitSeq(s, ",") {
		r, err := parseTaskRange(part)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func parseTaskRange(s string) (taskRange, error) {
	span, step, stepped := strings.Cut(s, ":")
	first, last, ranged := strings.Cut(span, "-")
	r := taskRange{step: 1}
	var err error
	if first == "" {
		return r, errors.New(quote(s) + " is not a task number")
	}
	if r.first, err = parseIndex(first); err != nil {
		return r, err
	}
	r.last = r.first
	if ranged {
		if r.last, err = parseIndex(last); err != nil {
			return r, err
		}
		if r.last < r.first {
			return r, errors.New(quote(s) + " runs backwards")
		}
	}
	if stepped {
		n, err := strconv.ParseUint(step, 10, 32)
		if err != nil || n == 0 || !ranged {
			return r, errors.New(quote(s) + " has a wrong step")
		}
		r.step = uint32(n)
	}
	return r, nil
}

func parseIndex(s string) (uint32, error) {
	n, ok := parseDigits(s)
	switch {
	case !ok:
		return 0, errors.New(quote(s) + " is not a task number")
	case n > maxArrayIndex:
		return 0, errors.New(quote(s) + " is more than " + strconv.Itoa(maxArrayIndex))
	}
	return uint32(n), nil
}

// countTasks adds up ranges in rising order, as Slurm writes them. Others may overlap, so their tasks are ticked
// off one by one, within a bound.
func countTasks(ranges []taskRange) (int, error) {
	total, rising := 0, true
	for i, r := range ranges {
		rising = rising && (i == 0 || r.first > ranges[i-1].last)
		total += r.count()
	}
	if rising {
		return total, nil
	}
	if total > 4*maxArrayIndex {
		return 0, errors.New("its ranges overlap too much")
	}
	highest := uint32(0)
	for _, r := range ranges {
		highest = max(highest, r.last)
	}
	seen, distinct := make([]bool, highest+1), 0
	for _, r := range ranges {
		for n := uint64(r.first); n <= uint64(r.last); n += uint64(r.step) {
			if !seen[n] {
				seen[n] = true
				distinct++
			}
		}
	}
	return distinct, nil
}

// knownTasks counts what can be read of a list that Slurm may have cut short ("1-3,7,1..."): at least so many.
func knownTasks(s string) int {
	if rest, cut := strings.CutSuffix(s, "..."); cut {
		// The last number may be half a number: it stands for one task whatever it is.
		head := strings.LastIndexByte(rest, ',')
		if head < 0 {
			return 1
		}
		return min(knownTasks(rest[:head]), math.MaxInt-1) + 1
	}
	ranges, err := parseTasks(s)
	if err != nil {
		return 1
	}
	n, err := countTasks(ranges)
	if err != nil {
		return 1
	}
	return n
}
