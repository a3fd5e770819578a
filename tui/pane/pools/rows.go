package pools

import (
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/widget/table"
)

// rows lets the table ask for the cells that it shows.
type rows struct {
	pane *Pane
	list []columns.NodeRow
}

func (r *rows) Len() int         { return len(r.list) }
func (r *rows) Key(i int) string { return r.list[i].Node.Name }

func (r *rows) Cells(i int, dst []table.Cell) []table.Cell {
	for c := range r.pane.cols {
		cell := r.pane.cols[c].Cell(&r.list[i], r.pane.view())
		dst = append(dst, table.Cell{Text: cell.Text, Tone: cell.Tone})
	}
	return dst
}

func tableColumns(list []columns.NodeColumn) []table.Column {
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
