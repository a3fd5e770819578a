package columns

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
)

// Tally counts the tasks of an array by what they do. Tasks of an array that have left the queue are not in it:
// the queue no longer knows them.
type Tally struct {
	Waiting, Held, Running, Starting, Ending int
	Done, Failed, Cancelled, Other           int
	GPUs, Nodes                              int64 // held by the active tasks
}

// Add counts a record, which may stand for many tasks.
func (t *Tally) Add(j *slurm.Job) {
	n := j.TaskCount()
	s := j.State
	switch {
	case s.Has(slurm.JobCompleting):
		t.Ending += n
	case s.Has(slurm.JobConfiguring):
		t.Starting += n
	case s.IsPending() && IsHeld(j):
		t.Held += n
	case s.IsPending():
		t.Waiting += n
	case s.IsActive():
		t.Running += n
	case s.Base == slurm.JobComplete:
		t.Done += n
	case s.Base == slurm.JobCancelled:
		t.Cancelled += n
	case s.IsFailure():
		t.Failed += n
	default:
		t.Other += n
	}
	if s.IsActive() {
		t.GPUs += j.GPUs()
		t.Nodes += int64(j.NodeCount.Or(0))
	}
}

// Tasks returns how many tasks were counted.
func (t *Tally) Tasks() int {
	return t.Waiting + t.Held + t.Active() + t.Done + t.Failed + t.Cancelled + t.Other
}

// Live returns how many tasks have not ended.
func (t *Tally) Live() int { return t.Waiting + t.Held + t.Active() + t.Other }

// Active returns how many tasks hold nodes.
func (t *Tally) Active() int { return t.Running + t.Starting + t.Ending }

// String gives the tally as the list shows it: "R 8  PD 504  F 1".
func (t *Tally) String() string {
	var b strings.Builder
	put := func(code string, n int) {
		if n == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%s %s", code, Thousands(int64(n)))
	}
	put("R", t.Running)
	put("CF", t.Starting)
	put("CG", t.Ending)
	put("PD", t.Waiting)
	put("held", t.Held)
	put("F", t.Failed)
	put("CD", t.Done)
	put("CA", t.Cancelled)
	put("other", t.Other)
	return b.String()
}
