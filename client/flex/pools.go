package flex

import (
	"slices"
	"strings"
	"time"

	"flexq/client/slurm"
)

// Origin says where pools come from.
type Origin uint8

// The origins of pools.
const (
	NoPools        Origin = iota // nothing is known
	FromResource                 // the cluster's resource on the platform
	FromPartitions               // Slurm's partitions stand in
)

// Pools is what is known of a cluster's pools as of a moment. It is a snapshot: never change it.
type Pools struct {
	Cluster   string // id of the cluster: node names begin with it
	Origin    Origin
	Default   string // the partition of jobs that name none; "" if it is not known. Only FromResource
	Pools     []Pool
	Instances map[string]Instance // by node name; only FromResource
	State     string              // of the cluster: PROVISIONING, RUNNING, STOPPING, ERROR, UPDATING, or a newer word
	Detail    string              // the platform's words about the state
	Error     string              // why the cluster is in ERROR
	Note      string              // why the cluster resource is not what this comes from; "" if it is
	AsOf      time.Time
	Queued    []ResizeRequest      // capacity that has been asked for and is not there, oldest first
	Events    []PlatformRecord     // clusterEvents, oldest first; at most the newest 100
	Planned   map[string]time.Time // node to the start of its dws-eol reservation
	Sources   []SourceState        // each place that was asked, or is not asked any more
}

// ResizeRequest is capacity of a managed instance group that has been asked for (Compute Engine,
// instanceGroupManagers.resizeRequests). Its machines come all at once or not at all.
type ResizeRequest struct {
	Name, Group string
	PoolID      string // "" if the group's name tells none
	Job         string // the job that it was made for, if the group's name tells it
	State       string // CREATING, ACCEPTED, SUCCEEDED, FAILED, CANCELLED, or a newer word
	Count       int
	Created     time.Time
	RunDuration time.Duration // how long its machines may live; 0 if it does not say
	Error       string        // why it failed, or what it still waits for
}

// PlatformRecord is one entry of clusterEvents.
type PlatformRecord struct {
	At      time.Time
	Type    string // VM_REBOOT..., or a newer word
	Message string
}

// SourceState says how one source of knowledge about nodes stands.
type SourceState struct {
	Name string // SourceNameResource, ...
	// Off means that it will not be asked again before a refresh by hand: it is forbidden, or not there.
	Off  bool
	Note string // "" if it answers; else what happened and what it takes, one line
	AsOf time.Time
}

// Names of the sources, as users see them.
const (
	SourceNameResource     = "cluster resource"
	SourceNameCompute      = "Compute Engine"
	SourceNameRequests     = "resize requests"
	SourceNameReservations = "reservations"
	SourceNameConfig       = "config file"
)

// OfPartitions lets partitions stand in for pools. note says why the cluster's resource was not used; it is shown
// to the user.
func OfPartitions(partitions []slurm.Partition, note string) Pools {
	p := Pools{Origin: FromPartitions, Note: note}
	for _, part := range partitions {
		n := int(part.NodeCount)
		if n == 0 {
			n = part.Nodes.Count()
		}
		p.Pools = append(p.Pools, Pool{ID: part.Name, Max: n, Partitions: []string{part.Name}, FromPartition: true})
	}
	slices.SortFunc(p.Pools, func(a, b Pool) int { return strings.Compare(a.ID, b.ID) })
	return p
}

// Pool returns the pool of that id.
func (p Pools) Pool(id string) (Pool, bool) {
	i := slices.IndexFunc(p.Pools, func(q Pool) bool { return q.ID == id })
	if i < 0 {
		return Pool{}, false
	}
	return p.Pools[i], true
}
