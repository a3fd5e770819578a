package flex

import "time"

// EventType names what happened. The values are stable: they are kept on disk, filtered by and printed.
type EventType string

// The types. Those of a machine are told once for each machine, whichever source tells first.
const (
	// State of nodes, from Slurm.
	NodeAppeared      EventType = "node_appeared"  // Slurm knows a node that it did not know
	NodeGone          EventType = "node_gone"      // Slurm knows it no more
	NodePoweringUp    EventType = "powering_up"    // Slurm asked for its machine
	NodeReady         EventType = "ready"          // it registered after a power-up
	NodePoweringDown  EventType = "powering_down"  // also VM_SLURM_POWER_DOWN
	NodePoweredDown   EventType = "powered_down"   // its machine was taken away, as Slurm wished
	NodeDraining      EventType = "draining"       // takes no more work, idle or not; also VM_SLURM_DRAIN
	NodeDrained       EventType = "drained"        // and the last job has left
	NodeResumed       EventType = "resumed"        // it takes work again
	NodeDown          EventType = "down"           // Slurm gave it up
	NodeUp            EventType = "up"             // it is back from down, or answers again
	NodeNotResponding EventType = "not_responding" // slurmctld gets no answer
	NodeRebooted      EventType = "rebooted"       // same machine, new boot; also VM_REBOOT

	// Machines, from the cluster resource or Compute Engine. Each machine has one end: one of expired, repair, deleted
	// and powered_down.
	MachineCreated  EventType = "machine_created" // the first machine under a name, or one after a power-down
	MachineReplaced EventType = "replaced"        // a new one where the one before was taken away
	LeaseExpired    EventType = "expired"         // taken away at the end of its lease
	MachineRepaired EventType = "repair"          // taken away because it was faulty; also VM_REPORT_AND_REPLACEMENT
	MachineDeleted  EventType = "deleted"         // taken away before its end, not known why; also VM_DELETION
	PrologError     EventType = "prolog_error"    // VM_PROLOG_ERROR
	EpilogError     EventType = "epilog_error"    // VM_EPILOG_ERROR
	GPUError        EventType = "gpu_error"       // VM_CONTINUOUS_GPU_ERROR
	ScanError       EventType = "scan_error"      // VM_SCAN_ERROR
	PlatformEvent   EventType = "platform"        // a type of the platform that is newer than this program

	// Jobs, from the queue.
	JobRequeued   EventType = "requeued"    // its restart count has grown
	JobNodeFailed EventType = "node_fail"   // ended NODE_FAIL
	JobEnded      EventType = "job_ended"   // one's own or watched: COMPLETED
	JobFailed     EventType = "job_failed"  // one's own or watched: any other end but CANCELLED (the queue does not say by whom)
	JobAtRisk     EventType = "job_at_risk" // its limit lies beyond the end of a node that it runs on

	// The clock.
	LeaseEnds EventType = "lease_ends" // in 24 h, 1 h, 15 min; see Event.Within

	// What was done from here.
	NodeReported EventType = "reported" // reportFaultyNodes: asked for, and how its operation ended
)

// Severity says how much an event matters.
type Severity uint8

// The severities.
const (
	Info     Severity = iota // as it should be
	Notice                   // worth knowing
	Warning                  // something is lost, or soon will be
	Critical                 // work is lost, or a machine is broken
)

// Origins of events, as bits of Event.From: one event can be seen by several.
const (
	ByPlatform uint8 = 1 << iota // clusterEvents of the cluster resource
	ByMachines                   // differences of the machines, from the cluster resource or Compute Engine
	BySlurm                      // differences of nodes and jobs
	ByClock                      // a lease that comes to its end
	ByUser                       // done from here
)

// Event is one thing that happened to a node, a machine or a job. It is a value, never changed once told.
type Event struct {
	// ID is the same whenever and by whichever program the same thing is seen.
	ID       string
	At       time.Time // by the cluster's clock; the moment it was seen if Loose
	Loose    bool      // the moment is when it was noticed: two programs may differ by a poll
	Type     EventType
	Severity Severity
	Node     string // "" if it concerns none
	Pool     string
	Machine  string   // of Compute Engine, or what stands for it
	Jobs     []string // ids that it hit, as squeue shows them
	User     string   // of the job, for events of jobs
	Name     string   // of the job, for events of jobs
	Mine     bool     // it concerns the user's own or a watched job; not kept on disk
	Text     string   // one clause, plain, without the names above: "Kill task failed", "exact"; What tells all of it
	From     uint8    // the origins that have told it
	Within   time.Duration
	Ends     time.Time // when the lease is over, for LeaseEnds and JobAtRisk
}
