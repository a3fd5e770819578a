package slurm

import (
	"errors"
	"iter"
	"math/bits"
	"strings"
)

// TaskSet is a set of tasks of an array. The zero value is empty. It never changes, and may be shared.
type TaskSet struct {
	words []uint64 // bit n of the whole is task n
	count int
}

// ParseTaskSet reads a list of tasks as Slurm writes it and as a Ref holds it: "7", "2-5,9", "[1-9:2]". It takes
// nothing that it does not understand in full: a list that Slurm has cut short ("1-3,7,1...") is an error, as its last
// number may be half of another.
func ParseTaskSet(s string) (TaskSet, error) {
	inside := s
	if open, ok := strings.CutPrefix(s, "["); ok {
		if inside, ok = strings.CutSuffix(open, "]"); !ok {
			return TaskSet{}, badArray(s, "a bracket is missing")
		}
	}
	inside, _, _ = strings.Cut(inside, "%") // squeue's throttle names no task
	ranges, err := parseTasks(inside)
	if err != nil {
		return TaskSet{}, badArray(s, err.Error())
	}
	set, err := taskSetOf(ranges)
	if err != nil {
		return TaskSet{}, badArray(s, err.Error())
	}
	return set, nil
}

// taskSetOf ticks off the tasks of the ranges, of which there must not be absurdly many.
func taskSetOf(ranges []taskRange) (TaskSet, error) {
	total, highest := 0, uint32(0)
	for _, r := range ranges {
		total += r.count()
		highest = max(highest, r.last)
	}
	if total > 4*maxArrayIndex {
		return TaskSet{}, errors.New("its ranges overlap too much")
	}
	s := TaskSet{words: make([]uint64, highest/64+1)}
	for _, r := range ranges {
		for n := uint64(r.first); n <= uint64(r.last); n += uint64(r.step) {
			s.words[n/64] |= 1 << (n % 64)
		}
	}
	for _, w := range s.words {
		s.count += bits.OnesCount64(w)
	}
	return s, nil
}

// Count returns how many tasks there are, each counted once.
func (s TaskSet) Count() int { return s.count }

// Has reports whether the task is one of the set.
func (s TaskSet) Has(task uint32) bool {
	i := task / 64
	return int(i) < len(s.words) && s.words[i]>>(task%64)&1 == 1
}

// Meets reports whether the sets have a task in common.
func (s TaskSet) Meets(t TaskSet) bool {
	for i := range min(len(s.words), len(t.words)) {
		if s.words[i]&t.words[i] != 0 {
			return true
		}
	}
	return false
}

// Holds reports whether every task of t is one of s.
func (s TaskSet) Holds(t TaskSet) bool {
	for i, w := range t.words {
		if i < len(s.words) {
			w &^= s.words[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// All yields the tasks in rising order, each once.
func (s TaskSet) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, w := range s.words {
			for ; w != 0; w &= w - 1 {
				if !yield(uint32(i)*64 + uint32(bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}
