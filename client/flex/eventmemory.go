package flex

import (
	"time"

	"flexq/client/slurm"
)

// EventMemory is what Observe remembers beside machines and leases: how far each source has been looked at, and what
// has been told.
type EventMemory struct {
	// The newest look at each source, by the cluster's clock; zero before the first.
	Nodes, Machines, Records, Jobs time.Time
	Clock                          time.Time // the newest Snapshot.Now
	Began                          time.Time // the first
	// ByInstances means that machines are known by lists of them, and not only by what Slurm shows.
	ByInstances bool
	Judged      bool                // jobs have been held against leases before
	Marks       map[string]NodeMark // by node or machine's name
	// Told are the newest events that a record of the platform may tell again.
	Told []Telling
	// Waiting are records of the platform whose event Slurm or the list of machines is expected to show.
	Waiting []Record
	// Records that have been taken in, by ID, oldest first; the platform lists each of them again and again.
	Taken []string
}

// futureBound is how far ahead of the cluster's clock a remembered look may be.
const futureBound = 15 * time.Minute

// Mend returns the memory fit for use from now on by the cluster's clock. Looks that were taken by a clock far ahead of
// it would blind Observe until their moment comes: they count as just taken. Snapshots that are not older than the memory
// leave it as it is.
func (m Memory) Mend(now time.Time) Memory {
	if now.IsZero() {
		return m
	}
	for _, at := range []*time.Time{&m.Events.Nodes, &m.Events.Machines, &m.Events.Records, &m.Events.Jobs, &m.Events.Clock, &m.Events.Began} {
		if at.Sub(now) > futureBound {
			*at = now.Add(-time.Second)
		}
	}
	return m
}

// NodeMark is what is remembered of a node for its events, and of the machine under it as lists of machines show it.
type NodeMark struct {
	Listed bool // in Slurm's list at the newest look at it
	State  slurm.NodeState
	Seen   time.Time // the newest look of Slurm's that listed it
	Boot   time.Time // Slurm's boot_time; zero while the node is off
	// BootMachine is the machine that was listed when that boot was first seen.
	BootMachine string
	Boots       []Boot // later boots that wait for a look at the machines: a reboot, or another machine

	// What began and has not ended, and the ID's last part under which it was told.
	Drain, Down, Deaf time.Time
	DrainKey, DownKey string
	Drained           bool      // told that its last job has left
	Off               time.Time // when it was last seen without a machine, or on the way to it
	Wish              time.Time // when Slurm began to power the machine down
	Fault             time.Time // when a health check or a drain last found it faulty
	FaultText         string
	Machine           string    // that lists of machines show, or showed last: its id, else its creation; "" if none did
	Born              time.Time // creation of that machine
	Lease             Lease     // of that machine, at the newest look
	Alive             time.Time // the newest look at machines that listed it
	Missed            time.Time // the first look since that did not
	Over              bool      // that machine has been told to be taken away
	Returns           int       // how often it has been listed again after it was told to be taken away
	Ended             EventType // how the machine before was taken away, or this one if Over; "" if none was
	EndedAt           time.Time
	Warned            time.Duration // the shortest time before the end of WarnedOf's lease that has been told
	WarnedOf          string
	InResource        bool // the cluster's resource lists that machine
	InCompute         bool // Compute Engine lists it
}

// Boot is a boot that Slurm has shown, and the look that showed it.
type Boot struct{ At, Seen time.Time }

// JobMemory is what is remembered of a job. Jobs that wait for their first start are not kept unless they are the
// user's own or watched.
type JobMemory struct {
	Shown    string // its id as squeue shows it, unless that is the plain number
	User     string
	Nodes    slurm.Hostlist // that it has, or had in its last run
	Left     time.Time      // when it left them, by the look that showed it; zero while it has them
	Restarts uint32
	Mine     bool
	Done     bool     // its end has been told
	Risks    []string // machines that it was told to outlive, newest last
}

// Telling is an event that was told, as far as a record of the platform may tell it again.
type Telling struct {
	Type     EventType // that the record has
	Node     string
	From, To time.Time // within which it happened
	Recorded bool      // a record has told it, and Slurm or the machines may tell it again
	Reported bool      // it is the deletion of a machine whose end was told when it was reported
}

// Record is a record of the platform that waits.
type Record struct {
	ID   string
	Node string
	PlatformRecord
}
