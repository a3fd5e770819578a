package columns

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"flexq/tui/theme"
)

// NodeOrder is one way to sort nodes. Column names the column that it goes by.
type NodeOrder struct {
	Column string
	Key    func(r *NodeRow) SortKey
}

// NodeOrders are the ways to sort nodes; the first is how they are shown at first: what goes first comes first.
func NodeOrders() []NodeOrder {
	return []NodeOrder{
		{"lease", nodeLeaseKey},
		{"node", func(*NodeRow) SortKey { return SortKey{} }},
		{"state", nodeStateKey},
		{"pool", func(r *NodeRow) SortKey { return text(r.Pool.ID) }},
		{"jobs", func(r *NodeRow) SortKey { return num(-int64(len(r.Jobs))) }},
	}
}

// nodeLeaseKey puts nodes without a machine after all that have one.
func nodeLeaseKey(r *NodeRow) SortKey {
	if isOff(r.Node.State) {
		return num(math.MaxInt64)
	}
	return num(min(NodeLeaseKey(r.Lease).N, math.MaxInt64-1))
}

// nodeStateKey puts first what is wrong, then what is going or coming, then what works, then what is idle or off.
func nodeStateKey(r *NodeRow) SortKey {
	order := []theme.Tone{theme.Bad, theme.Warn, theme.Busy, theme.Good, theme.Normal, theme.Dim}
	return SortKey{int64(slices.Index(order, NodeTone(r.Node.State))), NodeWord(r.Node.State)}
}

// SortNodes sorts rows by an order. Rows of equal key stay in natural order of their names, whichever way it goes. What is
// moved while they are sorted is small: rows are large, and there may be thousands.
func SortNodes(rows []NodeRow, o NodeOrder, reverse bool) {
	type keyed struct {
		key SortKey
		row *NodeRow
	}
	before := slices.Clone(rows)
	all := make([]keyed, len(rows))
	for i := range before {
		all[i] = keyed{o.Key(&before[i]), &before[i]}
	}
	byName := o.Column == "node" && reverse
	slices.SortStableFunc(all, func(a, b keyed) int {
		c := cmp.Or(cmp.Compare(a.key.N, b.key.N), cmp.Compare(a.key.S, b.key.S))
		if reverse {
			c = -c
		}
		if c != 0 {
			return c
		}
		c = compareNodes(a.row, b.row)
		if byName {
			c = -c
		}
		return c
	})
	for i := range all {
		rows[i] = *all[i].row
	}
}

// compareNodes orders names as people do: the number at their end as a number.
func compareNodes(a, b *NodeRow) int {
	const digits = "0123456789"
	x, y := strings.TrimRight(a.Node.Name, digits), strings.TrimRight(b.Node.Name, digits)
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.Member.Index, b.Member.Index), cmp.Compare(a.Node.Name, b.Node.Name))
}
