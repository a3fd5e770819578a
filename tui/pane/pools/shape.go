package pools

import (
	"slices"

	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/widget/table"
)

// The widths from which on the timeline stands beside columns by itself, beside what comes next, and beside all of them.
const (
	barsFrom = 118
	nextFrom = 150
	allFrom  = 190
)

// shape is which columns are shown; they are set anew when it differs.
type shape struct {
	set    bool
	bars   bool
	narrow bool // too narrow for more than the node and its lease beside the bars
	next   bool // wide enough to say beside the bars what comes next
	wide   bool // wide enough for all columns beside the bars
	name   int  // cells that the longest name of a node takes: a name that is cut names another node
	// Of the summary: a pool has leases, capacity is queued, machines are known.
	leases, queue, machines bool
	widths                  widths
	room                    int // where it is narrow: cells that are left for what comes next beside what always stays
	jobs                    int // cells that the first job of a node takes at most
}

// showsBars reports whether the timeline is drawn.
func (p *Pane) showsBars() bool {
	if p.bars != nil {
		return *p.bars
	}
	return p.w >= barsFrom
}

// arrange sets the columns of both tables for the room and what there is to show.
func (p *Pane) arrange() {
	want := shape{
		set: true, bars: p.showsBars(), narrow: p.w < barsFrom, next: p.w >= nextFrom, wide: p.w >= allFrom, name: min(p.longest, p.w/2),
		leases: p.sums.leases, queue: p.sums.queue, machines: p.sums.machines,
		widths: p.sums.widths, jobs: p.jobsWidth,
	}
	if want.narrow && !want.bars {
		want.room = nextRoom(want, p.w)
	}
	if want == p.shape {
		return
	}
	p.shape = want
	p.cols = nodeColumns(want)
	p.table.SetColumns(tableColumns(p.cols, want))
	p.summary.SetColumns(summaryColumns(want))
	p.sorted()
}

// nodeColumns are the columns of the nodes; one without a Cell is the timeline.
func nodeColumns(s shape) []columns.NodeColumn {
	all := columns.NodeColumns()
	if !s.bars {
		return all
	}
	keep := []string{"node", "state", "jobs", "lease"}
	switch {
	case s.narrow:
		keep = []string{"node", "lease"}
	case s.next && !s.wide:
		keep = append(keep, "next")
	case s.wide:
		keep = []string{"node", "pool", "state", "kind", "jobs", "lease", "gpus", "next"}
	}
	out := slices.DeleteFunc(all, func(c columns.NodeColumn) bool { return !slices.Contains(keep, c.Name) })
	bars := columns.NodeColumn{Name: barsColumn, Min: 12, Flex: true}
	at := slices.IndexFunc(out, func(c columns.NodeColumn) bool { return c.Name == "next" })
	if at < 0 {
		return append(out, bars)
	}
	return slices.Insert(out, at, bars)
}

// leastNext is the room that what comes next has at least where it is narrow.
const leastNext = 28

// nextRoom is the room for what comes next beside the columns that are never, or later, given up.
func nextRoom(s shape, w int) int {
	const around = 5 // before and behind the columns
	room := w - around
	for _, c := range tableColumns(columns.NodeColumns(), s) {
		if c.ID == "node" || c.ID == "state" || c.ID == "jobs" || c.ID == "lease" {
			room -= c.Min + 1
		}
	}
	return room
}

// barsColumn is the name of the column that holds the timeline.
const barsColumn = "bars"

func tableColumns(list []columns.NodeColumn, s shape) []table.Column {
	out := make([]table.Column, len(list))
	for i, c := range list {
		t := table.Column{ID: c.Name, Title: c.Title, Min: c.Min, Ideal: c.Ideal, Max: c.Max, Fit: !c.Flex}
		if c.Name == "node" {
			t.Min = max(t.Min, s.name)
		}
		if c.Name == "jobs" {
			t.Min = max(t.Min, min(s.jobs, c.Max))
		}
		if c.Right {
			t.Align = fit.Right
		}
		if c.Keep > 0 {
			t.Drop = 10 - c.Keep
		}
		switch {
		case c.Name == "next" && s.narrow:
			t.Min, t.Flex = max(leastNext, min(t.Min, s.room)), 1
		case c.Name == "next" && s.bars:
			t.Fit, t.Max = true, 44
		case c.Flex:
			t.Flex = 1
		}
		out[i] = t
	}
	return out
}
