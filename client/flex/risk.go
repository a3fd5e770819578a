package flex

import "time"

// RiskKind says what the leases mean for a job.
type RiskKind uint8

// The kinds, from harmless to worst.
const (
	NoLease      RiskKind = iota // none of its nodes is taken away at a fixed time
	RiskUnknown                  // it is on, or waits for, nodes whose end is not known
	Fits                         // it ends by its time limit before the first lease does
	Tight                        // it fits with less than the margin
	CannotFit                    // it waits, and its limit exceeds what any pool that it may use can ever give
	WillBeKilled                 // its limit lies beyond the first end among its nodes
)

// Risk is what the leases mean for one job.
type Risk struct {
	Kind RiskKind
	Node string // whose lease ends first; "" for a job that waits
	Pool string // of that node; for a job that waits the pool that comes nearest
	// Lease is that node's. For a job that waits only Duration is set: the longest life that Pool gives.
	Lease Lease
	// Needs is the moment until which the job may run, by its limit; zero for a job that waits or has no limit.
	Needs time.Time
	// Lost is by how much the job's limit passes the end, for WillBeKilled and CannotFit; 0 with Endless.
	Lost time.Duration
	// Spare is what is left between the job's limit and the end, for Fits and Tight.
	Spare   time.Duration
	Endless bool // the job has no time limit
	// After is what becomes of the node when its lease is over; Standing says the same of the node.
	Standing Standing
	Requeue  bool // Slurm may requeue the job when its node is lost
	Restarts uint32
}

// DefaultMargin is below which spare time a job that fits is called tight.
const DefaultMargin = time.Hour
