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
	view := columns.View{Now: p.now(), Glyphs: p.deps.Theme.Glyphs(), Cancelling: p.ending, Risk: p.riskOf, Watched: p.isWatched}
	for c := range p.cols {
		cell := p.cols[c].Cell(row, &view)
		if p.cols[c].Name == "state" && row.Tally == nil && p.changed[row.Key()] {
			cell.Tone = theme.Changed
		}
		dst = append(dst, table.Cell{Text: cell.Text, Tone: cell.Tone})
	}
	return dst
}

// widths are what columns are to have at least before less wanted ones are shown.
func widths(w int) map[string]int {
	switch {
	case w < 100:
		return map[string]int{"id": 9, "where": 15}
	case w < 140:
		return map[string]int{"id": 12, "name": 16, "where": 34}
	}
	return map[string]int{"id": 12, "name": 18, "where": 38}
}

// step tells widths of the list apart that differ in widths.
func step(w int) int { return min(w/20, 7) }

func tableColumns(list []columns.JobColumn, w int) []table.Column {
	least := widths(w)
	out := make([]table.Column, len(list))
	for i, c := range list {
		t := table.Column{ID: c.Name, Title: c.Title, Min: max(c.Min, least[c.Name]), Ideal: c.Ideal, Max: c.Max, Fit: true}
		if c.Right {
			t.Align = fit.Right
		}
		if c.Keep > 0 {
			t.Drop = 10 - c.Keep
		}
		if c.Flex {
			t.Flex, t.Fit, t.Min = 1, false, least[c.Name]
		}
		out[i] = t
	}
	return out
}
