package columns

import "flexq/client/slurm"

// Row is one row of the job list: a job, an array (Tally is set, Job is one record that stands for it), or a task
// of an unfolded array (Child).
type Row struct {
	Job   *slurm.Job
	Tally *Tally // of all tasks of the array, whatever a filter shows of them: it is what a cancel of the row ends
	Kept  int    // of an array: how many of the tasks the filter lets through
	Child bool
	Open  bool // an array whose tasks are shown below it
}

// groupBit tells the key of an array from that of the record whose id the array has: the tasks that have not
// started. Slurm's ids stay far below it.
const groupBit = 1 << 63

// Key names the row through sort, filter and refresh. Slurm gives each record of the queue an id of its own.
func (r *Row) Key() uint64 {
	if r.Tally != nil {
		return r.Job.Array.Job | groupBit
	}
	return r.Job.ID
}

// ArrayKey is the key of an array's row.
func ArrayKey(array uint64) uint64 { return array | groupBit }

// Ref is the id that a cancel of the row concerns: for an array, all of its tasks.
func (r *Row) Ref() slurm.Ref {
	if r.Tally != nil {
		return slurm.Ref{Job: r.Job.Array.Job, Het: -1}
	}
	return r.Job.Ref()
}
