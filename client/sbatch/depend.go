package sbatch

import (
	"fmt"
	"strconv"
	"strings"
)

// dependency checks the words only, as slurmctld does: whether the jobs exist it alone knows.
func (b *builder) dependency(v string) error {
	for item := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == '?' }) {
		kind, jobs, _ := strings.Cut(item, ":")
		switch strings.ToLower(kind) {
		case "singleton":
			continue
		case "after", "afterany", "afterburstbuffer", "aftercorr", "afternotok", "afterok", "expand":
			if jobs == "" {
				return fmt.Errorf("%q names no job; write %s:JOBID", item, kind)
			}
			if wrong, ok := strangeID(jobs); ok {
				return fmt.Errorf("%q is not the id of a job; write %s:JOBID, as in %s:1234", wrong, kind, kind)
			}
			continue
		}
		return fmt.Errorf("%q is not a kind of dependency; write after, afterany, afterok, afternotok, aftercorr (each with :JOBID) or singleton", kind)
	}
	b.job.Dependency = v
	return nil
}

// strangeID returns the first of the jobs of a dependency, which are parted by colons, that no job can have for an id.
func strangeID(jobs string) (id string, found bool) {
	for id := range strings.SplitSeq(jobs, ":") {
		if _, ok := dependencyID(id); !ok {
			return id, true
		}
	}
	return "", false
}

// dependencyID reads ID[_TASK][+MINUTES], behind which Slurm writes in parentheses what it knows of it. _* is all tasks.
func dependencyID(text string) (id uint64, ok bool) {
	text, _, _ = strings.Cut(text, "(")
	text, minutes, delayed := strings.Cut(text, "+")
	job, task, isTask := strings.Cut(text, "_")
	if delayed && !isNumber(minutes) || isTask && task != "*" && !isNumber(task) {
		return 0, false
	}
	id, err := strconv.ParseUint(strings.TrimLeft(job, blanks), 10, 32)
	return id, err == nil && id > 0
}

func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 10, 32)
	return err == nil
}

// DependsOn returns the ids of the jobs that a dependency names (afterok:5:6,after:7_3+10 has 5, 6 and 7), each once, in
// their order. What is no id is left out.
func DependsOn(dependency string) []uint64 {
	var out []uint64
	seen := make(map[uint64]bool)
	for item := range strings.FieldsFuncSeq(dependency, func(r rune) bool { return r == ',' || r == '?' }) {
		_, jobs, _ := strings.Cut(item, ":")
		for text := range strings.SplitSeq(jobs, ":") {
			if id, ok := dependencyID(text); ok && !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out
}
