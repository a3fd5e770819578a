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
	Pools     []Pool
	Instances map[string]Instance // by node name; only FromResource
	State     string              // of the cluster: PROVISIONING, RUNNING, STOPPING, ERROR, UPDATING, or a newer word
	Detail    string              // the platform's words about the state
	Error     string              // why the cluster is in ERROR
	Note      string              // why the cluster resource is not what this comes from; "" if it is
	AsOf      time.Time
}

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
