package client

import (
	"strconv"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// maxTasks bounds how many tasks of an array are named one by one. Slurm's REST paths know one task or all.
const maxTasks = 200

// oneByOne gives the ids to put into paths for a ref: one, or several for some tasks of an array.
func oneByOne(op string, ref slurm.Ref) ([]slurm.Ref, error) {
	switch {
	case ref.Job == 0:
		return nil, usage(op, "no job is named", "give the id of a job")
	case ref.Step != "":
		return nil, usage(op, ref.String()+" is a step, and Slurm's REST interface knows whole jobs only",
			"use the job: "+slurm.Ref{Job: ref.Job, Task: ref.Task, Het: ref.Het}.String())
	case !strings.HasPrefix(ref.Task, "["):
		return []slurm.Ref{ref}, nil
	}
	var out []slurm.Ref
	for t := range tasksOf(ref.Task) {
		if len(out) == maxTasks {
			return nil, usage(op, ref.String()+" has more than "+strconv.Itoa(maxTasks)+" tasks, and each would be a request of its own",
				"use the whole array, "+strconv.FormatUint(ref.Job, 10)+", or fewer tasks")
		}
		out = append(out, slurm.Ref{Job: ref.Job, Task: strconv.FormatUint(t, 10), Het: -1})
	}
	if len(out) == 0 {
		return nil, usage(op, ref.String()+" names no tasks that can be counted", "name them, as in 1234_[1-5]")
	}
	return out, nil
}

// tasksOf yields the tasks of "[2-5,9]", "1-9:2" or "7".
func tasksOf(tasks string) func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for part := range strings.SplitSeq(strings.Trim(tasks, "[]"), ",") {
			span, step, _ := strings.Cut(part, ":")
			from, to, ranged := strings.Cut(span, "-")
			if !ranged {
				to = from
			}
			first, err := strconv.ParseUint(from, 10, 32)
			last, err2 := strconv.ParseUint(to, 10, 32)
			by, err3 := strconv.ParseUint(step, 10, 32)
			if err != nil || err2 != nil {
				continue
			}
			if err3 != nil || by == 0 {
				by = 1
			}
			for t := first; t <= last; t += by {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// hasTask reports whether the tasks hold t.
func hasTask(tasks string, t uint64) bool {
	for u := range tasksOf(tasks) {
		if u == t {
			return true
		}
	}
	return false
}

// matches reports whether a record is meant by a ref: the record itself, or one that stands for a task of it.
func matches(j *slurm.Job, ref slurm.Ref) bool {
	switch {
	case ref.Het >= 0:
		return j.Het.Job == ref.Job && int(j.Het.Offset) == ref.Het
	case ref.Task == "":
		return true
	case j.Array.HasTask:
		return hasTask(ref.Task, uint64(j.Array.Task))
	}
	for t := range tasksOf(ref.Task) {
		if hasTask(j.Array.Tasks, t) {
			return true
		}
	}
	return false
}

// pick returns the records that are meant by ref.
func pick(jobs []slurm.Job, ref slurm.Ref) []slurm.Job {
	var out []slurm.Job
	for i := range jobs {
		if matches(&jobs[i], ref) {
			out = append(out, jobs[i])
		}
	}
	return out
}

func unknownJob(op string, ref slurm.Ref) *fault.Fault {
	return fault.New(fault.JobUnknown, op, "Slurm knows no job "+ref.String()+", neither in the queue nor in accounting")
}
