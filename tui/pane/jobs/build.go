package jobs

import (
	"slices"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

// sorted is the sequence that the queue was last put into, and for what. Only another list, order or outlook, and for some
// columns another second, make a new one; a letter of the filter only picks from it.
type sorted struct {
	column  string
	reverse bool
	now     slurm.Time // 0 if the order does not depend on it
	in      columns.Sequence
}

// rebuild makes the rows anew after the list, the filter, the order or what is open changed.
func (p *Pane) rebuild() {
	p.built++
	open := func(array uint64) bool { return p.open[array] }
	p.rows.list, p.tasks = p.queue.Rows(p.rows.list[:0], p.sequence(), p.keep(), open)
	p.sync()
}

// everything are the rows of the whole queue with every array unfolded, whatever is shown.
func (p *Pane) everything() []columns.Row {
	rows, _ := p.queue.Rows(nil, p.queue.Sort(columns.Order{}), nil, func(uint64) bool { return true })
	return rows
}

func (p *Pane) sequence() columns.Sequence {
	c := &p.cols[p.sortBy]
	now, s := p.now(), &p.sorted
	want := sorted{column: c.Name, reverse: p.reverse}
	if c.Timed {
		want.now = now
	}
	if s.in == nil || s.column != want.column || s.reverse != want.reverse || s.now != want.now {
		want.in = p.queue.Sort(columns.Order{Key: p.sortKey(), Now: now, Reverse: p.reverse})
		*s = want
	}
	return s.in
}

// keep says which jobs to show; nil: all of them. It is valid until the next call.
func (p *Pane) keep() []bool {
	filter := p.filter.Filter()
	p.query = columns.QueryOfJobs(filter)
	if filter.Empty() && !p.mine {
		return nil
	}
	p.kept = slices.Grow(p.kept[:0], len(p.jobs))[:len(p.jobs)]
	for i := range p.kept {
		p.kept[i] = !p.mine || p.jobs[i].User == p.user
	}
	facts := columns.JobFacts{Now: p.deps.ClusterNow(), Risk: p.leases.risk}
	if p.query.NeedsPools() {
		facts.Pools = p.book.get()
	}
	p.queue.Match(p.query, facts, p.kept)
	return p.kept
}
