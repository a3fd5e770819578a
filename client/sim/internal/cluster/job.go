package cluster

// Alloc is what a job has of one node.
type Alloc struct {
	Node int32
	CPUs uint16
	GPUs uint16 // a bit for each
	Mem  uint32 // MiB
}

// Job is one record of the queue.
type Job struct {
	*Desc
	ID        uint32
	Task      uint32 // of an array; NoVal for the record of those that have not started
	HetOffset uint32
	Array     *Array // nil: not of an array
	Het       *Het   // nil: not of a heterogeneous job

	State      State
	Flags      Flag
	Reason     Reason
	Exit       Exit
	Derived    Exit
	Restarts   uint16
	FailedNode int32 // -1: none
	Detail     string

	WasRunning, Backfilled, SchedTried bool
	Known                              bool // accounting has heard of it
	Lost                               bool // requeued after a node failure
	heldAdmin, gone                    bool
	idle                               bool // suspended: its CPUs are free, its memory is not

	Priority uint32 // 0: held
	Limit    uint32 // minutes, NoVal, Infinite

	Submit, Eligible, Accrue, Start, End int64
	LastSched, Suspend, PreSuspend       int64
	Estimate                             int64 // of the start, 0: none
	Planned                              []int32
	Alloc                                []Alloc
	LastTRES                             []Alloc // of its previous run, after a requeue
	KilledBy                             string

	doneBy int64  // when its script ends by itself
	gen    uint32 // events of earlier runs are stale
	plan   Plan
}

// Het binds the components of a heterogeneous job.
type Het struct {
	ID    uint32
	Parts []*Job
}

// Held reports whether the job waits for a release.
func (j *Job) Held() bool { return j.Priority == 0 }

// Active reports whether the job has resources.
func (j *Job) Active() bool { return j.State == Running || j.State == Suspended }

// Remainder reports whether the record stands for the tasks of an array that have not started.
func (j *Job) Remainder() bool { return j.Array != nil && j.Task == NoVal }

// ShownLimit returns the time limit in minutes as Slurm shows it: that of the partition while none was asked for.
func (j *Job) ShownLimit(p *Partition) uint32 {
	if j.Limit != NoVal || p == nil {
		return j.Limit
	}
	return p.limitShown()
}

// RunSeconds returns how long the job ran up to now, without the time it was suspended.
func (j *Job) RunSeconds(now int64) int64 {
	if j.Start == 0 || j.State == Pending {
		return 0
	}
	end := now
	if j.State.Final() {
		end = j.End
	}
	if j.State == Suspended {
		return j.PreSuspend
	}
	if j.Suspend != 0 {
		return j.PreSuspend + max(end-j.Suspend, 0)
	}
	return max(end-j.Start, 0)
}
