package columns

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// NodeFieldNames are the keys that NodeFields knows.
func NodeFieldNames() []string { return []string{"node", "pool", "state", "part", "job", "lease"} }

// NodeFields is the grammar of a filter of nodes: node: pool: state: part: job: with commas between several of which one
// must be held, and lease:<6h, lease:>1d12h, lease:? (not known) or lease:none.
func NodeFields(key, value string) (known bool, err error) {
	switch key {
	case "node", "pool", "state", "part", "job":
		if strings.Trim(value, ",") == "" {
			err = fmt.Errorf("%s: takes a word: %s", key, map[string]string{
				"node": "node:a3u-3", "pool": "pool:a3u", "state": "state:drain,down", "part": "part:flex", "job": "job:88214",
			}[key])
		}
	case "lease":
		_, err = leaseTest(value)
	default:
		return false, nil
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
	lease  nodeLeaseTest // of lease:
}

type nodeLeaseTest func(r *NodeRow, now time.Time) bool

// QueryOfNodes makes a query of a filter that NodeFields has read.
func QueryOfNodes(f Filter) NodeQuery {
	q := NodeQuery{words: f}
	for _, field := range f.Fields() {
		t := nodeTerm{key: field.Key, not: field.Not}
		if field.Key == "lease" {
			t.lease, _ = leaseTest(field.Value) // it was looked at when it was typed
		} else {
			t.values = strings.FieldsFunc(field.Value, func(r rune) bool { return r == ',' })
		}
		q.terms = append(q.terms, t)
	}
	return q
}

var errNodeLease = errors.New("lease: takes <6h, >1d12h, ? (not known) or none")

func leaseTest(value string) (nodeLeaseTest, error) {
	switch value {
	case "?", "unknown":
		return func(r *NodeRow, _ time.Time) bool {
			return !isOff(r.Node.State) && r.Lease.Provenance == flex.Unknown
		}, nil
	case "none", "-":
		return func(r *NodeRow, _ time.Time) bool { return isOff(r.Node.State) || r.Lease.Provenance == flex.NoEnd }, nil
	}
	term, err := parseLeft(value)
	if err != nil {
		return nil, errNodeLease
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
	if t.lease != nil {
		return t.lease(r, now)
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
	case "node":
		return hasName(n.Name, v)
	case "pool":
		return strings.EqualFold(r.Pool.ID, v)
	case "part":
		return anyHas(n.Partitions, v)
	case "job":
		for _, j := range r.Jobs {
			if isOfJob(j.DisplayID(), v) {
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
