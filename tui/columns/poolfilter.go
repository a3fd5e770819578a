package columns

import (
	"slices"
	"time"

	"flexq/client/flex"
)

// PoolFieldNames are the keys that PoolFields knows.
func PoolFieldNames() []string { return []string{"pool", "part", "state", "node", "lease"} }

// PoolFields is the grammar of a filter of pools: pool: part: state: node:, the latter two of any of its nodes, and lease:,
// which is about the first end among them.
func PoolFields(key, value string) (known bool, err error) {
	switch key {
	case "node":
		_, err = namesOf(value)
	case "pool", "part", "state":
		err = checkWords(key, value)
	case "lease":
		_, err = parseJobLease(value)
	default:
		return false, foreign("pools", key, PoolFieldNames())
	}
	return true, err
}

// PoolRow is a pool with its nodes and the lease that ends first among them, if any is known.
type PoolRow struct {
	Group *flex.PoolNodes
	Next  flex.Lease
}

// PoolQuery holds the fields of a filter of pools; its words are for whoever knows what is shown. The zero value lets every
// pool through.
type PoolQuery struct{ fields []FilterField }

// QueryOfPools makes a query of a filter that PoolFields has read.
func QueryOfPools(f Filter) PoolQuery { return PoolQuery{f.Fields()} }

// Match reports whether the fields let a pool through at a moment of the cluster's clock.
func (q PoolQuery) Match(r PoolRow, now time.Time) bool {
	for _, f := range q.fields {
		if r.holds(f, now) == f.Not {
			return false
		}
	}
	return true
}

func (r PoolRow) holds(f FilterField, now time.Time) bool {
	switch f.Key {
	case "pool":
		return isOneOf(r.Group.Pool.ID, wordsOf(f.Value))
	case "part":
		return slices.ContainsFunc(wordsOf(f.Value), func(v string) bool { return anyHas(r.Group.Pool.Partitions, v) })
	case "lease":
		return r.leaseHolds(f.Value, now)
	case "node":
		names, err := namesOf(f.Value)
		return err == nil && slices.ContainsFunc(r.Group.Nodes, func(m flex.Member) bool { return names.has(m.Node.Name) })
	}
	return slices.ContainsFunc(r.Group.Nodes, func(m flex.Member) bool {
		return slices.ContainsFunc(wordsOf(f.Value), func(v string) bool { return isInState(m.Node.State, v) })
	})
}

func (r PoolRow) leaseHolds(value string, now time.Time) bool {
	term, err := parseJobLease(value)
	left, known := r.Next.Left(now)
	switch {
	case err != nil:
		return false
	case term.none:
		return !known && !r.Group.Pool.HasLease()
	case term.unknown:
		return !known && r.Group.Pool.HasLease() && r.Group.Tally.On > 0
	}
	return known && term.holds(left)
}
