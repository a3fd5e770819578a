package slurm

import "strconv"

// Ref returns the id by which Slurm's commands and REST paths know the record: for a task of an array the array
// and the task, for the tasks that have not started the array and their list, for a component of a het job the job
// and its offset.
//
// Slurm cuts long lists of tasks short ("[1-3,7,1...]"). ParseRef refuses such a Ref, so that it does not reach
// other tasks than it says.
func (j *Job) Ref() Ref {
	r := RefTo(j.ID)
	switch {
	case j.Array.Job != 0 && j.Array.HasTask:
		r.Job, r.Task = j.Array.Job, strconv.FormatUint(uint64(j.Array.Task), 10)
	case j.Array.Job != 0 && j.Array.Tasks != "":
		r.Job, r.Task = j.Array.Job, "["+j.Array.Tasks+"]"
	case j.Het.Job != 0:
		r.Job, r.Het = j.Het.Job, int(j.Het.Offset)
	}
	return r
}

// DisplayID gives the id as squeue prints it: 5, 18_0, 18_[2-5%2], 21+1.
func (j *Job) DisplayID() string {
	if j.isTaskGroup() && j.Array.Max > 0 {
		r := j.Ref()
		r.Task = "[" + j.Array.Tasks + "%" + strconv.FormatUint(uint64(j.Array.Max), 10) + "]"
		return r.String()
	}
	return j.Ref().String()
}

// TaskCount returns for how many jobs the record stands: the tasks of an array that have not started, else 1. When
// Slurm has cut a long list short it is the least number that there can be.
func (j *Job) TaskCount() int {
	if !j.isTaskGroup() {
		return 1
	}
	return knownTasks(j.Array.Tasks)
}

// TasksCut reports whether Slurm has cut the list of waiting tasks short, so that TaskCount is a lower bound.
func (j *Job) TasksCut() bool {
	return j.isTaskGroup() && len(j.Array.Tasks) > 3 && j.Array.Tasks[len(j.Array.Tasks)-3:] == "..."
}

func (j *Job) isTaskGroup() bool { return j.Array.Job != 0 && !j.Array.HasTask && j.Array.Tasks != "" }
