package flex_test

import (
	"fmt"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

const (
	day     = 24 * time.Hour
	theNode = "hcsdemo-a3u-0"
)

// moment is so long after the beginning of a test's time. Only 0 is no moment at all.
func moment(d time.Duration) time.Time {
	if d == 0 {
		return time.Time{}
	}
	return time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC).Add(d)
}

// look is what the sources show of one node at a moment; all its times are told as for moment.
type look struct {
	at      time.Duration
	state   string // IDLE if it is empty
	absent  bool   // Slurm does not list the node
	boot    time.Duration
	id      string
	created time.Duration
	ends    time.Duration
	maxRun  time.Duration
	status  string
	planned time.Duration
	pool    flex.Pool // a Flex Start pool of 7 days if it is empty
}

func flexPool(life time.Duration) flex.Pool {
	return flex.Pool{ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", Accelerators: 8, Min: 1, Max: 4, MaxDuration: life, Partitions: []string{"a3u"}}
}

// describedPool is such a pool as the config file describes it.
func describedPool(life time.Duration) flex.Pool {
	p := flexPool(life)
	p.FromConfig = true
	return p
}

func (l look) snapshot() flex.Snapshot {
	pool := l.pool
	if pool.ID == "" {
		pool = flexPool(7 * day)
	}
	p := flex.Pools{Cluster: "hcsdemo", Origin: flex.FromResource, Pools: []flex.Pool{pool}, AsOf: moment(l.at), Planned: map[string]time.Time{}}
	if pool.FromPartition || pool.FromConfig {
		p.Origin = flex.FromPartitions
	}
	in := flex.Instance{
		Node: theNode, ID: l.id, Created: moment(l.created), Ends: moment(l.ends), MaxRun: l.maxRun, Status: l.status,
		FromCompute: l.ends != 0 || l.maxRun != 0 || l.status != "",
	}
	if l.id != "" || l.created != 0 || in.FromCompute {
		if p.Origin == flex.FromResource {
			in.PoolID = pool.ID
		}
		p.Instances = map[string]flex.Instance{theNode: in}
	}
	if l.planned != 0 {
		p.Planned[theNode] = moment(l.planned)
	}
	s := flex.Snapshot{Now: moment(l.at), Pools: p, NodesAsOf: moment(l.at)}
	if l.absent {
		return s
	}
	state := l.state
	if state == "" {
		state = "IDLE"
	}
	s.Nodes = []slurm.Node{{
		Name: theNode, State: slurm.ParseNodeState(state), Partitions: []string{"a3u"}, Boot: slurm.TimeOf(moment(l.boot)),
	}}
	return s
}

// tell writes a lease down: "exact, Compute Engine, from 1h0m0s until 169h0m0s", "unknown: why".
func tell(l flex.Lease) string {
	if !l.IsKnown() {
		if l.Why == "" {
			return l.Words()
		}
		return l.Words() + ": " + l.Why
	}
	source := map[flex.Source]string{
		flex.SourceCompute: "compute", flex.SourceCreated: "created", flex.SourceBoot: "boot",
		flex.SourceReservation: "reservation", flex.SourceRemembered: "remembered",
	}[l.Source]
	start := "?"
	if !l.Start.IsZero() {
		start = l.Start.Sub(moment(1)).Round(time.Second).String()
	}
	return fmt.Sprintf("%s, %s, %s to %s", l.Words(), source, start, l.End.Sub(moment(1)).Round(time.Second))
}

// leaseAt is the lease of a node at one look, by a program that has seen nothing before.
func leaseAt(l look) flex.Lease {
	return flex.NewOutlook(flex.Memory{}, l.snapshot(), flex.Settings{}).Lease(theNode)
}
