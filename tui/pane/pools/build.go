package pools

import (
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/widget/table"
)

// build joins nodes, pools, jobs and leases when one of them changed since it was last drawn: nobody looks at this pane
// most of the time. Between that only what time changes is drawn anew, and only the rows in sight.
func (p *Pane) build() {
	now := slurm.TimeOf(p.deps.ClusterNow())
	if p.query.ByTime() && now != p.second {
		p.dirty = true
	}
	if !p.dirty && now == p.second {
		return
	}
	if p.dirty {
		p.dirty = false
		p.join()
		p.arrange()
	}
	p.second, p.view = now, *p.cells()
	p.version++
	p.summary.SetRows(&p.sums, p.version)
	p.table.SetRows(&p.rows, p.version)
}

// join makes the rows.
func (p *Pane) join() {
	p.groups = p.pools.Group(p.nodes)
	p.rows.list, p.kept = make([]columns.NodeRow, 0, len(p.nodes)), 0
	now := p.deps.ClusterNow()
	p.longest = 0
	all := make([]columns.NodeRow, 0, len(p.nodes))
	for i := range p.groups {
		g := &p.groups[i]
		first := len(all)
		for _, m := range g.Nodes {
			row := columns.NodeRow{Node: m.Node, Pool: g.Pool, Member: m, Jobs: p.on[m.Node.Name]}
			row.Foresee(p.outlook)
			p.longest = max(p.longest, fit.Width(m.Node.Name))
			all = append(all, row)
		}
		p.keep(all[first:], g.Pool.ID)
	}
	p.dropGone()
	p.jobsWidth = jobsWidth(all)
	p.sums.make(all)
	columns.SortNodes(p.rows.list, columns.NodeOrders()[p.order], p.reverse)
	p.scale.until = horizon(p.rows.list, now)
}

// dropGone takes the marks of nodes that Slurm does not list any more: one that comes back under the same name is another
// machine.
func (p *Pane) dropGone() {
	if p.table.Marks() == 0 {
		return
	}
	there := make(map[string]bool, len(p.nodes))
	for i := range p.nodes {
		there[p.nodes[i].Name] = true
	}
	p.table.RetainMarks(func(name string) bool { return there[name] })
}

// isFolded reports whether the nodes of a pool are not listed. A filter shows all that it finds, while it lasts.
func (p *Pane) isFolded(pool string) bool { return p.folded[pool] && p.filter.Filter().Empty() }

// keep lists the nodes of a pool that the filter lets through, unless the pool is folded.
func (p *Pane) keep(list []columns.NodeRow, pool string) {
	now := p.deps.ClusterNow()
	for i := range list {
		if !p.query.Match(&list[i], now) {
			continue
		}
		p.kept++
		if !p.isFolded(pool) {
			p.rows.list = append(p.rows.list, list[i])
		}
	}
}

// rows lets the table ask for the cells that it shows.
type rows struct {
	pane *Pane
	list []columns.NodeRow
	bare bool // only the widths of columns are wanted, and bars have none of their own
}

func (r *rows) Len() int         { return len(r.list) }
func (r *rows) Key(i int) string { return r.list[i].Node.Name }

func (r *rows) Cells(i int, dst []table.Cell) []table.Cell {
	v := &r.pane.view
	for c := range r.pane.cols {
		if r.pane.cols[c].Cell == nil {
			bar := table.Cell{}
			if !r.bare {
				bar.Parts = r.pane.bar(&r.list[i])
			}
			dst = append(dst, bar)
			continue
		}
		cell := r.pane.cols[c].Cell(&r.list[i], v)
		if r.pane.cols[c].Name == "jobs" {
			dst = append(dst, jobsCell(cell))
			continue
		}
		dst = append(dst, table.Cell{Text: cell.Text, Tone: cell.Tone})
	}
	return dst
}

// sorted shows in the heading what the nodes are sorted by.
func (p *Pane) sorted() { p.table.SetSort(columns.NodeOrders()[p.order].Column, p.reverse) }
