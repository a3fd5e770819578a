package sbatch

import (
	"fmt"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// dependency checks the words only, as slurmctld 24.11 does: whether the jobs exist it alone knows. What it takes was
// tried out (TestDependencyNamesJobs).
func (b *builder) dependency(v string) error {
	items := dependencies(v)
	for i, item := range items {
		kind, jobs, hasJobs := strings.Cut(item, ":")
		switch strings.ToLower(kind) {
		case "":
			return fmt.Errorf("%q has a separator too many; write one comma or ? between two dependencies", v)
		case "singleton":
			if hasJobs {
				return fmt.Errorf("singleton takes no job; write singleton alone")
			}
		case "after", "afterany", "afterburstbuffer", "aftercorr", "afternotok", "afterok", "expand":
			if jobs == "" {
				return fmt.Errorf("%q names no job; write %s:JOBID", item, kind)
			}
			if wrong, ok := strangeID(jobs); ok {
				return fmt.Errorf("%q is not the id of a job; write %s:JOBID, as in %s:1234", wrong, kind, kind)
			}
		default:
			if _, ok := dependencyID(item); ok && !strings.Contains(strings.Join(items[i:], ","), ":") {
				continue // an id alone is afterany; none with a colon may come behind it
			}
			return fmt.Errorf("%q is not a kind of dependency; write after, afterany, afterok, afternotok, aftercorr (each with :JOBID) or singleton", kind)
		}
	}
	b.job.Dependency = v
	return nil
}

// dependencies parts a value at its commas and question marks, but not within brackets.
func dependencies(v string) []string {
	if v == "" {
		return nil
	}
	var out []string
	depth, from := 0, 0
	for i, r := range v {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0 && (r == ',' || r == '?'):
			out, from = append(out, v[from:i]), i+1
		}
	}
	return append(out, v[from:])
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

// dependencyID reads ID[_TASK][+MINUTES], behind which Slurm writes in parentheses what it knows of it. TASK is a number,
// * for all, or a list in brackets.
func dependencyID(text string) (id uint64, ok bool) {
	text, _, _ = strings.Cut(text, "(")
	text, minutes, delayed := strings.Cut(text, "+")
	job, task, isTask := strings.Cut(text, "_")
	if delayed && (!isNumber(minutes) || strings.Trim(minutes, "0") == "") || isTask && !isTaskOf(task) {
		return 0, false
	}
	id, err := strconv.ParseUint(strings.TrimLeft(job, blanks), 10, 32)
	return id, err == nil && id > 0
}

func isTaskOf(text string) bool {
	list, isList := strings.CutPrefix(text, "[")
	if !isList {
		return text == "*" || isNumber(text)
	}
	list, closed := strings.CutSuffix(list, "]")
	_, _, _, err := slurm.ParseArray(list)
	return closed && err == nil
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
	for _, item := range dependencies(dependency) {
		kind, jobs, _ := strings.Cut(item, ":")
		if jobs == "" {
			jobs = kind
		}
		for text := range strings.SplitSeq(jobs, ":") {
			if id, ok := dependencyID(text); ok && !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out
}
