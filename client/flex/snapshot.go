package flex

import (
	"time"

	"flexq/client/slurm"
)

// Snapshot is what is known of a cluster at a moment: the newest of each kind of data. Parts that are not known have a
// zero AsOf. Nothing of it may be changed.
type Snapshot struct {
	Now       time.Time // the cluster's clock
	Pools     Pools
	Nodes     []slurm.Node
	NodesAsOf time.Time // by the cluster's clock, as all times here
	Jobs      []slurm.Job
	JobsAsOf  time.Time
}

// Settings are the user's wishes that judge a snapshot.
type Settings struct {
	Margin  time.Duration // 0 means DefaultMargin
	User    string        // whose jobs are "mine"; "" if it is not known
	Watched func(job uint64) bool
}
