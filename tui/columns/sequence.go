package columns

import "flexq/client/slurm"

// Order is how to sort: by a column's key, and whether it is turned round. Rows of equal key are newest first, whichever
// way the order goes.
type Order struct {
	Key     func(r *Row, now slurm.Time) SortKey // nil: newest first; of a row it must not look at Kept, Open and Child
	Now     slurm.Time
	Reverse bool
}

// Sequence is the order of what a queue has, arrays folded. It fits that queue alone; a filter does not change it.
type Sequence []int32

// Sort finds the sequence of an order.
func (q *Queue) Sort(o Order) Sequence {
	all := make([]keyed, len(q.units))
	texts := newRanking(len(all))
	var r Row // one for all, as it escapes
	for i := range all {
		all[i].unit = int32(i)
		if o.Key != nil {
			r = q.row(q.units[i])
			k := o.Key(&r, o.Now)
			all[i].n = k.N
			texts.add(i, k.S)
		}
	}
	texts.settle(all)
	all = sortKeyed(all, o.Reverse)
	out := make(Sequence, len(all))
	for i := range all {
		out[i] = all[i].unit
	}
	return out
}

// keyed is a row while it is sorted: small, so that moving it costs little.
type keyed struct {
	n    int64
	unit int32
}

// sortKeyed sorts by n, and keeps what has equal n in its order. It goes byte by byte, the lowest first, and leaves out
// the bytes that are the same everywhere: most keys differ in two or three. That is several times faster than comparing.
func sortKeyed(all []keyed, reverse bool) []keyed {
	flip := uint64(1) << 63 // negative numbers first
	if reverse {
		flip = ^flip
	}
	differ := uint64(0)
	for i := range all {
		differ |= uint64(all[i].n) ^ uint64(all[0].n)
	}
	spare := make([]keyed, len(all))
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xff == 0 {
			continue
		}
		var from [256]int32
		for i := range all {
			from[byte((uint64(all[i].n)^flip)>>shift)]++
		}
		sum := int32(0)
		for b, n := range from {
			from[b], sum = sum, sum+n
		}
		for i := range all {
			b := byte((uint64(all[i].n) ^ flip) >> shift)
			spare[from[b]] = all[i]
			from[b]++
		}
		all, spare = spare, all
	}
	return all
}
