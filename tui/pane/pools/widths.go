package pools

import (
	"strings"

	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/widget/table"
)

// widths are what the texts of the summary take that must not be cut: a number without its end is another number.
type widths struct{ size, gpus, next, queued int }

func (s *sums) measure() widths {
	var w widths
	p, v := s.pane, s.pane.cells()
	for i := range s.list {
		g, sum := &p.groups[i], &s.list[i]
		size, gpus := sizeCell(p, g, sum, v), gpusCell(p, g, sum, v)
		next, queue := nextCell(p, g, sum, v), queuedCell(p, g, sum, v)
		w.size, w.gpus = max(w.size, size.Width()), max(w.gpus, gpus.Width())
		w.next, w.queued = max(w.next, next.Width()), max(w.queued, queue.Width())
	}
	return w
}

// jobsWidth is what the first job of each node takes, with a sign that there are more: an id must not be cut either.
func jobsWidth(rows []columns.NodeRow) int {
	most := 0
	for i := range rows {
		if jobs := rows[i].Jobs; len(jobs) > 0 {
			most = max(most, fit.Width(jobs[0].DisplayID())+2*min(1, len(jobs)-1))
		}
	}
	return most
}

// jobsCell names the jobs of a node, as the list's own cell does, in pieces that are not cut.
func jobsCell(c columns.Cell) table.Cell {
	first, more, several := strings.Cut(c.Text, " ")
	if !several {
		return table.Cell{Text: c.Text, Tone: c.Tone}
	}
	return table.Cell{Whole: true, Parts: []table.Piece{{Text: first, Tone: c.Tone}, {Text: " " + more, Tone: c.Tone}}}
}
