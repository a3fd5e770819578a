package flex

import (
	"cmp"
	"slices"
	"time"

	"flexq/client/slurm"
)

// Outlook is what the leases of a snapshot mean: for each node when it goes, for each job whether it will live to its
// limit. It never changes and is safe for use by several goroutines.
type Outlook struct {
	now    time.Time
	margin time.Duration
	nodes  []outlookNode
	byName map[string]int32
	pools  poolBook
	risks  map[uint64]*Risk // jobs that wait alike share one
	ends   []NodeEnd
	atRisk int
}

// outlookNode is one node with its lease as of the snapshot.
type outlookNode struct {
	name     string
	pool     int // in Pools.Pools, -1 for none
	lease    Lease
	standing Standing
	jobs     int
	isEmpty  bool // there is no machine under it
}

// NodeEnd is a node whose end is known.
type NodeEnd struct {
	Node, Pool string
	Lease      Lease
	Standing   Standing
	Jobs       int // that hold the node
}

// NewOutlook works out the leases of all nodes and the risks of all jobs of a snapshot, with what is remembered of
// earlier ones. m is not changed: Remember is what makes the next one.
func NewOutlook(m Memory, s Snapshot, set Settings) *Outlook {
	o := &Outlook{
		now: s.Now, margin: cmp.Or(set.Margin, DefaultMargin),
		nodes: make([]outlookNode, len(s.Nodes)), byName: make(map[string]int32, len(s.Nodes)),
		risks: make(map[uint64]*Risk, len(s.Jobs)),
	}
	x := NewIndex(s.Pools)
	for i := range s.Nodes {
		o.nodes[i] = x.outlookOf(m, &s, i)
		o.byName[s.Nodes[i].Name] = int32(i)
	}
	o.pools = newPoolBook(&s, o.nodes)
	o.judgeAll(s.Jobs)
	o.ends = o.sortedEnds(s.Pools)
	return o
}

func (x *Index) outlookOf(m Memory, s *Snapshot, i int) outlookNode {
	v := x.sight(s, i)
	mem := v.remember(m.Nodes[v.node.Name])
	return outlookNode{
		name: v.node.Name, pool: x.find(v.node), lease: v.shown(&mem), isEmpty: mem.Gone,
		standing: x.member(v.node, v.pool).Standing,
	}
}

// Lease returns the lease of a node; one that is not known says why.
func (o *Outlook) Lease(node string) Lease {
	if i, ok := o.byName[node]; ok {
		return o.nodes[i].lease
	}
	return Lease{Why: "Slurm does not list the node"}
}

// Risk returns what the leases mean for a job. Jobs of the snapshot are found by their id; any other, also one that is
// only planned, is judged as it is given: ID 0, State, Partition, NodeCount, Limit and TRESRequested matter.
func (o *Outlook) Risk(j *slurm.Job) Risk {
	if r, ok := o.risks[j.ID]; ok {
		return *r
	}
	return o.judge(j, o.nodesOf(j, nil))
}

// Ends returns the nodes whose end is known, first to end first. The caller must not change them.
func (o *Outlook) Ends() []NodeEnd { return o.ends }

// NextEnd returns the first node to end that is not over and has jobs on it, else the first that is not over. It reports
// false if there is none.
func (o *Outlook) NextEnd() (NodeEnd, bool) {
	first := -1
	for i := range o.ends {
		switch e := &o.ends[i]; {
		case !e.Lease.End.After(o.now):
		case e.Jobs > 0:
			return *e, true
		case first < 0:
			first = i
		}
	}
	if first < 0 {
		return NodeEnd{}, false
	}
	return o.ends[first], true
}

// AtRisk returns how many jobs of the snapshot will be killed by the end of a lease.
func (o *Outlook) AtRisk() int { return o.atRisk }

func (o *Outlook) sortedEnds(p Pools) []NodeEnd {
	var ends []NodeEnd
	for i := range o.nodes {
		n := &o.nodes[i]
		if !n.lease.IsKnown() {
			continue
		}
		e := NodeEnd{Node: n.name, Lease: n.lease, Standing: n.standing, Jobs: n.jobs}
		if n.pool >= 0 {
			e.Pool = p.Pools[n.pool].ID
		}
		ends = append(ends, e)
	}
	slices.SortFunc(ends, func(a, b NodeEnd) int {
		return cmp.Or(a.Lease.End.Compare(b.Lease.End), cmp.Compare(a.Node, b.Node))
	})
	return ends
}
