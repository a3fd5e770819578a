package preflight

import (
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
	Outlook    *flex.Outlook // leases of the nodes
	Access     *slurm.Access
	// Margin is the spare time below which a job that fits into a lease is called tight; 0 means flex.DefaultMargin.
	Margin time.Duration
}
