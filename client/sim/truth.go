package sim

import (
	"strconv"
	"time"

	"flexq/client/sim/internal/cluster"
)

// Happening is one thing that really happened in the simulated cluster, whoever looked.
type Happening struct {
	At time.Time
	// Kind is powering_up, ready, powering_down, powered_down, draining, drained, resumed, down, up, not_responding,
	// rebooted; machine_created, replaced (where one was taken away that was not powered down), expired, repair
	// (taken away as faulty), deleted (taken away by a person, or never registered); prolog_error, epilog_error,
	// gpu_error, scan_error; job_started, requeued, node_fail, job_ended, job_failed, job_cancelled (by its owner);
	// reported, requested (capacity asked for), stock_out (and not to be had).
	Kind     string
	Node     string // "" if it concerns none
	Pool     string
	Machine  string // id of the machine as Compute Engine has it; "" if there is none
	Job      uint64 // its own id; 0 if it concerns none
	Shown    string // the job as squeue shows it, as in 812_4
	User     string // of the job
	Restarts int    // of the job; for requeued the new number
	// Cause is the kind of what led to it, or: user (a person), slurm, resume_timeout, after_KIND (replaced: what had
	// taken the machine before), the state of a job that ended, the group of a request.
	Cause string
}

// Machine is one machine of a compute node.
type Machine struct {
	Node, Pool string
	ID         string    // as Compute Engine has it
	Created    time.Time // creationTimestamp
	Runs       time.Time // when it enters RUNNING, from which on its run duration counts
	Ends       time.Time // its forced end: the very second at which it goes, if nothing takes it before; zero: none
	Removed    time.Time // zero while it is there
	Cause      string    // kind of what took it away: expired, repair, deleted, powered_down
}

// Truth returns everything that happened, oldest first. Nothing is ever dropped, and it grows at its end only.
func (s *Sim) Truth() []Happening {
	s.enter()
	defer s.mu.Unlock()
	return happenings(s.cluster.Truth())
}

// Machines returns all machines of compute nodes that there have been, in the order of their creation.
func (s *Sim) Machines() []Machine {
	s.enter()
	defer s.mu.Unlock()
	all := s.cluster.Machines()
	out := make([]Machine, len(all))
	for i, m := range all {
		out[i] = Machine{
			Node: m.Node, Pool: m.Pool, ID: strconv.FormatUint(m.ID, 10), Created: moment(m.Created), Runs: moment(m.Runs),
			Ends: moment(m.Ends), Removed: moment(m.Removed), Cause: m.Cause,
		}
	}
	return out
}

// NextChange returns the next moment at which something may happen: an end, a boot, an arrival, a pass of the
// scheduler. The cluster stays as it is until then, if nobody asks anything of it.
func (s *Sim) NextChange() time.Time {
	s.enter()
	defer s.mu.Unlock()
	return moment(s.cluster.Next())
}

// AdvanceToChange moves the simulated clock to the next moment at which something happens that Truth tells, or by
// most if that is sooner. It returns all that happened at that moment, nothing if nothing did.
func (s *Sim) AdvanceToChange(most time.Duration) []Happening {
	s.enter()
	defer s.mu.Unlock()
	seen := len(s.cluster.Truth())
	s.cluster.RunToTruth(s.cluster.Now() + int64(most/time.Second))
	return happenings(s.cluster.Truth()[seen:])
}

// moment is the time of a second since 1970, or the zero time for 0.
func moment(unix int64) time.Time {
	if unix == 0 {
		return time.Time{}
	}
	return time.Unix(unix, 0).UTC()
}

func happenings(list []cluster.Happening) []Happening {
	out := make([]Happening, len(list))
	for i, h := range list {
		out[i] = Happening{
			At: moment(h.At), Kind: h.Kind, Node: h.Node, Pool: h.Pool, Job: uint64(h.Job), Shown: h.Shown, User: h.User,
			Restarts: int(h.Restarts), Cause: h.Cause,
		}
		if h.Machine != 0 {
			out[i].Machine = strconv.FormatUint(h.Machine, 10)
		}
	}
	return out
}
