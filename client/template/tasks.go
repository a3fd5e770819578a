package template

import (
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// arrayOf writes the tasks of an array as sbatch --array takes them, with the bound on how many run at once.
func arrayOf(j *slurm.Job) string {
	if j.Array.Job == 0 || j.Array.Tasks == "" {
		return ""
	}
	if j.Array.Max > 0 {
		return j.Array.Tasks + "%" + number(uint64(j.Array.Max))
	}
	return j.Array.Tasks
}

// tasksOf joins the tasks of an array's records, "" if they cannot be known: Slurm cuts long lists short.
func tasksOf(jobs []slurm.Job) string {
	var out []string
	for i := range jobs {
		switch a := &jobs[i].Array; {
		case a.HasTask:
			out = append(out, number(uint64(a.Task)))
		case a.Tasks != "":
			out = append(out, a.Tasks)
		}
	}
	set, err := slurm.ParseTaskSet(strings.Join(out, ","))
	if err != nil {
		return ""
	}
	return rangesOf(set)
}

// rangesOf writes a set of tasks: as one range with a step where it is one, else as ranges of neighbours.
func rangesOf(set slurm.TaskSet) string {
	var all []uint64
	for n := range set.All() {
		all = append(all, uint64(n))
	}
	if step := stepOf(all); step > 1 {
		return number(all[0]) + "-" + number(all[len(all)-1]) + ":" + number(step)
	}
	var out []string
	for i := 0; i < len(all); {
		k := i
		for k+1 < len(all) && all[k+1] == all[k]+1 {
			k++
		}
		text := number(all[i])
		if k > i {
			text += "-" + number(all[k])
		}
		out = append(out, text)
		i = k + 1
	}
	return strings.Join(out, ",")
}

// stepOf returns the distance between three tasks or more, if it is always the same, else 0.
func stepOf(all []uint64) uint64 {
	if len(all) < 3 {
		return 0
	}
	step := all[1] - all[0]
	for i := range all[1:] {
		if all[i+1]-all[i] != step {
			return 0
		}
	}
	return step
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }
