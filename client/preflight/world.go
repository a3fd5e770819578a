package preflight

import (
	"slices"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// World is what is known of the cluster when a job is checked. A nil or empty part is not known, and what would need it
// is not checked. It is read only.
type World struct {
	Now        time.Time // the cluster's clock
	User       string    // whose job it would be, if that is known
	Partitions []slurm.Partition
	Nodes      []slurm.Node
	Pools      flex.Pools
	Outlook    *flex.Outlook // leases of the nodes; nil has them worked out from Nodes and Pools alone
	Access     *slurm.Access
	Queue      []slurm.Job // all that the cluster lists
	// Gone are jobs that are known not to be in the queue, where that is not known.
	Gone []uint64
	// Enforces says that slurmctld is known to hold jobs to the limits of Access: see Enforces.
	Enforces bool
	// Margin is the spare time below which a job that fits into a lease is called tight; 0 means flex.DefaultMargin.
	Margin time.Duration
}

// Enforces reports whether the queue proves that slurmctld holds jobs to the limits of accounts and QOS: some job waits
// for one. No REST answer says so.
func Enforces(jobs []slurm.Job) bool {
	return slices.ContainsFunc(jobs, func(j slurm.Job) bool {
		return strings.HasPrefix(j.Reason, "Assoc") || strings.HasPrefix(j.Reason, "QOS") && j.Reason != "QOSNotAllowed"
	})
}
