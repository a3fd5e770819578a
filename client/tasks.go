package client

import (
	"strconv"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// maxTasks bounds how many tasks of an array are named one by one. Slurm's REST paths know one task or all.
const maxTasks = 200

// checkRef refuses what names no job, and what Slurm's paths would take for something else: slurmrestd leaves out what
// it does not understand of an id, and dies of a cut list.
func checkRef(op string, ref slurm.Ref) (slurm.TaskSet, error) {
	switch {
	case ref.Job == 0:
		return slurm.TaskSet{}, usage(op, "no job is named", "give the id of a job")
	case ref.Step != "":
		return slurm.TaskSet{}, usage(op, ref.String()+" is a step, and Slurm's REST interface knows whole jobs only",
			"use the job: "+slurm.Ref{Job: ref.Job, Task: ref.Task, Het: ref.Het}.String())
	case ref.Task == "":
		return slurm.TaskSet{}, nil
	case ref.Het >= 0:
		return slurm.TaskSet{}, usage(op, "a job has tasks or components, not both", "write 1234_7 or 1234+1")
	case strings.HasSuffix(strings.TrimSuffix(ref.Task, "]"), "..."):
		return slurm.TaskSet{}, usage(op, "Slurm has cut the list of tasks short, so that nobody knows which they are",
			"use the whole array, "+wholeArray(ref))
	}
	set, err := slurm.ParseTaskSet(ref.Task)
	if err != nil {
		return slurm.TaskSet{}, usage(op, err.Error(), "name the tasks as in 1234_[1-5]; nothing was sent")
	}
	return set, nil
}

func wholeArray(ref slurm.Ref) string { return strconv.FormatUint(ref.Job, 10) }

// oneByOne gives the ids to put into paths for a ref: one, or several for some tasks of an array.
func oneByOne(op string, ref slurm.Ref) ([]slurm.Ref, error) {
	set, err := checkRef(op, ref)
	switch {
	case err != nil:
		return nil, err
	case ref.Task == "":
		return []slurm.Ref{ref}, nil
	case set.Count() > maxTasks:
		return nil, tooManyTasks(op, ref)
	}
	out := make([]slurm.Ref, 0, set.Count())
	for t := range set.All() {
		out = append(out, taskOf(ref, t))
	}
	return out, nil
}

func taskOf(ref slurm.Ref, task uint32) slurm.Ref {
	return slurm.Ref{Job: ref.Job, Task: strconv.FormatUint(uint64(task), 10), Het: -1}
}

func tooManyTasks(op string, ref slurm.Ref) *fault.Fault {
	return usage(op, ref.String()+" has more than "+strconv.Itoa(maxTasks)+" tasks, and each would be a request of its own",
		"use the whole array, "+wholeArray(ref)+", or fewer tasks")
}

// partly says how far a series of calls came before the one about ref failed.
func partly(err error, ref slurm.Ref, verb string, done, tried, all int) error {
	if all == 1 {
		return err
	}
	f := *fault.From(err)
	f.What = progress(verb, done, all) + "; " + ref.String() + ": " + f.What
	if left := all - tried; left > 0 {
		f.What += "; the other " + strconv.Itoa(left) + " not tried"
	}
	return &f
}

// progress is "2 of 3 tasks were cancelled".
func progress(verb string, done, all int) string {
	count := strconv.Itoa(done)
	if done == 0 {
		count = "none"
	}
	were := " were "
	if done < 2 {
		were = " was "
	}
	return count + " of " + strconv.Itoa(all) + " tasks" + were + verb
}

// taskList is a list of tasks as a record holds it, which Slurm may have cut short.
type taskList struct {
	known slurm.TaskSet
	cut   bool
	last  uint32 // of the known
}

func readTaskList(s string) (taskList, error) {
	var l taskList
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	if rest, cut := strings.CutSuffix(s, "..."); cut {
		l.cut = true
		// The last number may be half of another.
		if s = rest[:max(strings.LastIndexByte(rest, ','), 0)]; s == "" {
			return l, nil
		}
	}
	var err error
	l.known, err = slurm.ParseTaskSet(s)
	for t := range l.known.All() {
		l.last = t
	}
	return l, err
}

// mayHold reports whether a task of m can be behind the cut.
func (l taskList) mayHold(m taskList) bool { return l.cut && (m.cut || m.last > l.last) }

// pick returns the records that are meant by ref: the records themselves, or those that stand for a task of it.
func pick(jobs []slurm.Job, ref slurm.Ref) []slurm.Job {
	if ref.Het < 0 && ref.Task == "" {
		return jobs
	}
	var sure, maybe []slurm.Job
	asked, err := readTaskList(ref.Task)
	for i := range jobs {
		j := &jobs[i]
		if ref.Het >= 0 {
			if j.Het.Job == ref.Job && int(j.Het.Offset) == ref.Het {
				sure = append(sure, *j)
			}
			continue
		}
		switch is, may := asked.standsFor(j); {
		case err != nil:
		case is:
			sure = append(sure, *j)
		case may:
			maybe = append(maybe, *j)
		}
	}
	if sure == nil {
		return maybe
	}
	return sure
}

// standsFor reports whether a record stands for one of the tasks, and whether it may, behind the end of a cut list.
func (l taskList) standsFor(j *slurm.Job) (is, may bool) {
	if j.Array.HasTask {
		return l.known.Has(j.Array.Task), false
	}
	has, err := readTaskList(j.Array.Tasks)
	if err != nil {
		return false, false // no task, or none that can be read
	}
	return has.known.Meets(l.known), has.mayHold(l) || l.mayHold(has)
}

func unknownJob(op string, ref slurm.Ref) *fault.Fault {
	return fault.New(fault.JobUnknown, op, "Slurm knows no job "+ref.String()+", neither in the queue nor in accounting")
}
