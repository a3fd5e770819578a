package columns

import (
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// NodeFieldNames are the keys that NodeFields knows.
func NodeFieldNames() []string {
	return []string{"node", "pool", "state", "part", "job", "lease", "risk"}
}

// NodeFields is the grammar of a filter of nodes: node: pool: state: part: job: with commas between several of which one
// must be held, lease:<6h, lease:>1d12h, lease:? (not known) or lease:none, and risk:killed,tight, the greatest risk among
// the jobs on the node.
func NodeFields(key, value string) (known bool, err error) {
	switch key {
	case "node":
		_, err = namesOf(value)
	case "pool", "state", "part", "job":
		err = checkWords(key, value)
	case "lease":
		_, err = leaseTest(value)
	case "risk":
		_, err = riskKinds(value)
	default:
		return false, foreign("nodes", key, NodeFieldNames())
	}
	return true, err
}

// NodeQuery is a filter of nodes, ready to be asked many times. The zero value lets every node through.
type NodeQuery struct {
	words Filter
	terms []nodeTerm
}

// nodeTerm is one field. Several of one key must all hold.
type nodeTerm struct {
	key    string
	values []string // one of them must be held
	not    bool
	nodes  nodeNames     // of node:
	kinds  uint          // of risk:, as riskKinds has them
	lease  nodeLeaseTest // of lease:
}

type nodeLeaseTest func(r *NodeRow, now time.Time) bool

// QueryOfNodes makes a query of a filter that NodeFields has read.
func QueryOfNodes(f Filter) NodeQuery {
	q := NodeQuery{words: f}
	for _, field := range f.Fields() {
		t := nodeTerm{key: field.Key, not: field.Not}
		switch field.Key { // errors were told when it was typed
		case "lease":
			t.lease, _ = leaseTest(field.Value)
		case "node":
			t.nodes, _ = namesOf(field.Value)
		case "risk":
			t.kinds, _ = riskKinds(field.Value)
		default:
			t.values = wordsOf(field.Value)
		}
		q.terms = append(q.terms, t)
	}
	return q
}

func leaseTest(value string) (nodeLeaseTest, error) {
	switch unknown, none := asksLease(value); {
	case unknown:
		return func(r *NodeRow, _ time.Time) bool {
			return !isOff(r.Node.State) && r.Lease.Provenance == flex.Unknown
		}, nil
	case none:
		return func(r *NodeRow, _ time.Time) bool { return isOff(r.Node.State) || r.Lease.Provenance == flex.NoEnd }, nil
	}
	term, err := parseLeft(value)
	if err != nil {
		return nil, errLeft()
	}
	return func(r *NodeRow, now time.Time) bool {
		left, known := r.Lease.Left(now)
		return known && !isOff(r.Node.State) && term.holds(left)
	}, nil
}

// ByTime reports whether what is let through changes with time alone.
func (q NodeQuery) ByTime() bool {
	for i := range q.terms {
		if q.terms[i].lease != nil {
			return true
		}
	}
	return false
}

// Match reports whether a node is let through at a moment of the cluster's clock.
func (q NodeQuery) Match(r *NodeRow, now time.Time) bool {
	for i := range q.terms {
		if q.terms[i].match(r, now) == q.terms[i].not {
			return false
		}
	}
	if len(q.words.must)+len(q.words.not) == 0 {
		return true
	}
	n := r.Node
	return q.words.Match(n.Name, r.Pool.ID, n.State.Full(), n.State.String(), n.State.Words(), NodeWord(n.State), n.Reason,
		n.GRES, r.Member.Standing.Words(), strings.Join(n.Partitions, ","), strings.Join(n.Features, ","), strings.Join(r.JobIDs(), "\n"))
}

func (t *nodeTerm) match(r *NodeRow, now time.Time) bool {
	switch t.key {
	case "lease":
		return t.lease(r, now)
	case "node":
		return t.nodes.has(r.Node.Name)
	case "risk":
		return t.kinds&(1<<r.Worst.Kind) != 0
	}
	for _, v := range t.values {
		if t.holds(r, v) {
			return true
		}
	}
	return false
}

func (t *nodeTerm) holds(r *NodeRow, v string) bool {
	n := r.Node
	switch t.key {
	case "pool":
		return strings.EqualFold(r.Pool.ID, v)
	case "part":
		return anyHas(n.Partitions, v)
	case "job":
		for _, j := range r.Jobs {
			if isJob(j, v) {
				return true
			}
		}
		return false
	}
	return isInState(n.State, v)
}

// isInState reports whether a word, or its beginning, says a node's state or one of its flags. A node that is off is not
// idle, though Slurm says so; with sinfo's sign, idle~, it is.
func isInState(s slurm.NodeState, word string) bool {
	if strings.HasPrefix(NodeWord(s), word) || strings.EqualFold(s.Compact(), word) || strings.EqualFold(s.String(), word) {
		return true
	}
	_, flags, _ := strings.Cut(strings.ToLower(s.Full()), "+")
	for flag := range strings.SplitSeq(flags, "+") {
		if strings.HasPrefix(flag, word) {
			return true
		}
	}
	return false
}
