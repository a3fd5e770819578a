package events

import (
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/widget/table"
)

// rows lets the table ask for the cells that it shows.
type rows struct {
	pane *Pane
	list []int
}

// Len returns how many events are shown.
func (r *rows) Len() int { return len(r.list) }

// Key returns the event's ID.
func (r *rows) Key(i int) string { return r.pane.all[r.list[i]].ID }

// Cells appends the cells of an event.
func (r *rows) Cells(i int, dst []table.Cell) []table.Cell {
	p := r.pane
	view := columns.EventView{Now: p.deps.ClusterNow(), Glyphs: p.deps.Theme.Glyphs()}
	e := &p.all[r.list[i]]
	for c := range p.cols {
		cell := p.cols[c].Cell(e, &view)
		dst = append(dst, table.Cell{Text: cell.Text, Tone: cell.Tone})
	}
	return dst
}

func tableColumns(list []columns.EventColumn) []table.Column {
	out := make([]table.Column, len(list))
	for i, c := range list {
		t := table.Column{ID: c.Name, Title: c.Title, Min: c.Min, Ideal: c.Ideal, Max: c.Max, Fit: true}
		if c.Right {
			t.Align = fit.Right
		}
		if c.Keep > 0 {
			t.Drop = 10 - c.Keep
		}
		if c.Flex {
			t.Flex, t.Fit = 1, false
		}
		out[i] = t
	}
	return out
}
