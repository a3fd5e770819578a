package pools

import (
	"time"

	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/widget/table"
	"flexq/tui/widget/timeline"
)

// scale is the time axis of the nodes.
type scale struct {
	auto  bool          // the window follows the present and shows every end
	until time.Time     // the latest end
	axis  timeline.Axis // the window, in cells of the column
}

// at returns the window in a column of so many cells.
func (s scale) at(now time.Time, width int) timeline.Axis {
	if s.auto || s.axis.Step == 0 {
		return timeline.Fit(now, s.until, width)
	}
	a := s.axis.Resized(width)
	a.Now = now
	return a
}

// least is what the window shows at least beyond the present.
const least = 6 * time.Hour

// most is how far the window reaches where no lease says how far.
const most = 7 * 24 * time.Hour

// horizon is the latest moment that the timeline of rows should show: every end of a lease, and of jobs that outlive
// theirs enough to be seen; without leases, the ends of the jobs.
func horizon(rows []columns.NodeRow, now time.Time) time.Time {
	var ends, jobs time.Time
	for i := range rows {
		if l := rows[i].Lease; l.IsKnown() {
			ends = latest(ends, l.End)
		}
		for _, j := range rows[i].Jobs {
			jobs = latest(jobs, j.End.Std())
		}
	}
	limit := now.Add(most)
	if ends.After(now) {
		limit = ends.Add(ends.Sub(now) / 4)
	}
	if jobs.After(limit) {
		jobs = limit
	}
	return latest(now.Add(least), latest(ends, jobs))
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// bar draws the bar of a node.
func (p *Pane) bar(r *columns.NodeRow) []table.Piece {
	b, ok := pane.LeaseBar(r, p.axis.Now)
	if !ok || p.axis.Step == 0 {
		return nil
	}
	return pieces(p.axis.Draw(make([]timeline.Cell, 0, p.axis.Width), &b, p.deps.Theme.Glyphs()))
}

// settle makes the axis for the width that the timeline's column has now, and its scale the heading.
func (p *Pane) settle(now time.Time) {
	if !p.shape.bars {
		return
	}
	axis := p.scale.at(now, p.barsWidth())
	if axis == p.axis {
		return
	}
	p.axis = axis
	p.table.SetHead(barsColumn, pieces(axis.Heading(nil)))
	p.version++
	p.table.SetRows(&p.rows, p.version)
}

// barsWidth is the width of the timeline's column.
func (p *Pane) barsWidth() int {
	p.rows.bare = true
	defer func() { p.rows.bare = false }()
	for _, c := range p.table.Columns() {
		if p.cols[c.Index].Name == barsColumn {
			return c.Width
		}
	}
	return 0
}

// look changes the window of the timeline. It is shown, if it was not.
func (p *Pane) look(change func(timeline.Axis) timeline.Axis) {
	switch {
	case !p.shape.bars:
		p.toggleBars()
	case p.axis.Step > 0:
		p.scale.auto, p.scale.axis = false, change(p.axis)
	}
}

// toggleBars shows the timeline in the place of columns, or the columns.
func (p *Pane) toggleBars() {
	on := !p.shape.bars
	p.bars = &on
	p.arrange()
}

func pieces(cells []timeline.Cell) []table.Piece {
	list := timeline.Pieces(cells)
	out := make([]table.Piece, len(list))
	for i, c := range list {
		out[i] = table.Piece(c)
	}
	return out
}
