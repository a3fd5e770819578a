package jobs

import (
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// rows lets the table ask for the cells that it shows.
type rows struct {
	pane *Pane
	list []columns.Row
}

func (r *rows) Len() int { return len(r.list) }

func (r *rows) Key(i int) uint64 { return r.list[i].Key() }

func (r *rows) Cells(i int, dst []table.Cell) []table.Cell {
	p := r.pane
	row := &r.list[i]
	view := columns.View{Now: p.now(), Glyphs: p.deps.Theme.Glyphs(), Cancelling: p.ending}
	for c := range p.cols {
		cell := p.cols[c].Cell(row, &view)
		if p.cols[c].Name == "state" && row.Tally == nil && p.changed[row.Key()] {
			cell.Tone = theme.Changed
		}
		dst = append(dst, table.Cell{Text: cell.Text, Tone: cell.Tone})
	}
	return dst
}

// whyWidth is the room that the last column is to have before less wanted columns are shown.
func whyWidth(w int) int {
	if w < 100 {
		return 21
	}
	return 38
}

func tableColumns(list []columns.JobColumn, w int) []table.Column {
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
			t.Flex, t.Fit, t.Min = 1, false, whyWidth(w)
		}
		out[i] = t
	}
	return out
}
