package flex

import "time"

// Memory is what earlier snapshots have shown and a later one may not: which machine is under a node's name, and
// when it goes. It is plain data, kept on disk by its field names, and a value: Remember and Observe make a new one
// and copy what they change. The zero Memory is that of a program that has seen nothing.
type Memory struct {
	Nodes  map[string]NodeMemory // by node
	Jobs   map[uint64]JobMemory  // by id: those that hold nodes, have been requeued, or are the user's
	Events EventMemory
}

// NodeMemory is what is remembered of a node and of the machine that is, or was last, under its name.
type NodeMemory struct {
	// Machine stands for the machine; it differs for any other one under the same name. It is the id of Compute
	// Engine if that was known when the machine was first seen, else made of the moment of its creation, else of
	// its boot, and then stays as it is while the machine lives. "" if no machine has been seen.
	Machine string
	ID      string // of Compute Engine, also if it became known later; "" if it is not
	// Lease is the machine's as it was worked out last. Unlike Outlook.Lease it keeps its end when that is past:
	// it says when a machine that is gone was to go.
	Lease   Lease
	Created time.Time // of the machine; zero if no source tells
	Boot    time.Time // Slurm's newest boot_time of the machine
	First   time.Time // the machine's first boot that was seen
	// Later are the boots after it, oldest first: reboots, as far as can be known. Of a great many the first are kept.
	Later []time.Time
	// Bound is the earliest end that has been worked out for the machine: no later estimate exceeds it.
	Bound time.Time
	Exact time.Time // the end that Compute Engine told last; zero if it never did
	// Moved means that this end may be another by now: the machine has been booted again or stopped.
	Moved   bool
	Planned time.Time // start of the reservation at the node's end of life; zero if there is none
	// Before is what the sources told of the machine before this one. A source that tells the same still has not
	// been renewed, and says nothing of this machine.
	Before Told
	// Rebooted means that the machine has been booted again since it was made.
	Rebooted bool
	// Outlived means that the machine has been seen alive long after its end: what that was counted with is wrong, and
	// a later boot says nothing of another machine.
	Outlived bool
	// Gone means that the node has had no machine since it was remembered: powered down, on the way up, or not
	// in Slurm at all. A newer boot after that is another machine's.
	Gone     bool
	Life     time.Duration // the longest life that the machine's end is counted with
	LifeFrom LifeSource
	Seen     time.Time // when the node was last in Slurm's list, by the cluster's clock
}

// Told is what sources tell of one machine; zero where they do not.
type Told struct{ Created, Boot, Planned time.Time }

// LifeSource says where the longest life of a machine comes from; a later one is better.
type LifeSource uint8

// The sources of a longest life.
const (
	LifeUnknown LifeSource = iota
	LifeDefault            // DefaultDuration, as the pool does not say
	LifeConfig             // the config file
	LifePool               // the pool in the cluster resource
	LifeMachine            // scheduling.maxRunDuration of the instance itself
)

// bootJitter bounds how far two reports of one boot may differ: slurmctld takes the node's uptime from its own clock
// at each registration, and that clock may be set.
const bootJitter = 2 * time.Minute

// SameBoot reports whether two values of boot_time tell of one boot. Unknown moments are the same as any.
func SameBoot(a, b time.Time) bool {
	return a.IsZero() || b.IsZero() || a.Sub(b).Abs() <= bootJitter
}
