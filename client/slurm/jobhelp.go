package slurm

import (
	"strconv"
	"time"
)

// Ref returns the id by which Slurm's commands and REST paths know the record.
func (j *Job) Ref() Ref {
	r := Ref{Job: j.ID, Het: -1}
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
	if j.Array.Job != 0 && !j.Array.HasTask && j.Array.Tasks != "" && j.Array.Max > 0 {
		return strconv.FormatUint(j.Array.Job, 10) + "_[" + j.Array.Tasks + "%" + strconv.FormatUint(uint64(j.Array.Max), 10) + "]"
	}
	return j.Ref().String()
}

// GPUs returns how many GPUs the job has; before it has any, how many it asks for.
func (j *Job) GPUs() int64 {
	if j.TRESAllocated != (TRES{}) {
		return j.TRESAllocated.GPUs
	}
	return j.TRESRequested.GPUs
}

// Used returns for how long the job has run, pauses not counted.
func (j *Job) Used(now Time) time.Duration {
	if j.Source == Accounting {
		return time.Duration(j.Elapsed) * time.Second
	}
	if j.Start == 0 || j.State.IsPending() {
		return 0
	}
	end := now
	if j.State.IsFinal() && j.End != 0 {
		end = j.End
	}
	return max(0, end.Sub(j.Start))
}

// Left returns how much of the limit is left, and false if there is no limit.
func (j *Job) Left(now Time) (time.Duration, bool) {
	l, ok := j.Limit.Duration()
	if !ok {
		return 0, false
	}
	return l - j.Used(now), true
}

// TaskCount returns for how many jobs the record stands: the tasks of an array that have not started, else 1.
func (j *Job) TaskCount() int {
	if j.Array.Tasks == "" || j.Array.HasTask {
		return 1
	}
	if _, _, n, err := ParseArray(j.Array.Tasks); err == nil {
		return n
	}
	return 1
}
