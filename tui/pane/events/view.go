package events

import (
	"fmt"
	"slices"
	"strings"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) {
	p.w, p.h = w, h
	p.fitTable()
}

func (p *Pane) fitTable() {
	p.table.Resize(p.w, max(1, p.h-p.top()-len(p.below())))
	if p.follow {
		p.table.Bottom()
	}
}

// top is how many lines stand above the table.
func (p *Pane) top() int { return len(p.above()) }

// above are the filter or a line of counts, and what is wrong with the journal.
func (p *Pane) above() []string {
	th := *p.deps.Theme
	var lines []string
	switch {
	case p.filter.Shown():
		lines = append(lines, p.filter.Line(th, p.w, fmt.Sprintf("%s of %s shown", number(len(p.rows.list)), number(len(p.all)))))
	case p.h > 10 && len(p.all) > 0:
		lines = append(lines, p.summary())
	}
	if p.err != nil && p.h > 6 {
		what, _ := pane.Sentences(p.err)
		text := fmt.Sprintf(" ! the journal of events failed at %s: %s", columns.EventTime(p.failed, p.deps.ClusterNow()), what)
		lines = append(lines, th.Paint(theme.Bad, fit.String(text, p.w, fit.Left, th.Glyphs().Ellipsis)))
	}
	return lines
}

// below is the selected event in full: the list cuts what is long.
func (p *Pane) below() []string {
	e, ok := p.current()
	if !ok || p.h < 12 {
		return nil
	}
	th := *p.deps.Theme
	lines := fit.Wrap(columns.EventLine(e, p.deps.ClusterNow().Location()), max(1, p.w-2))
	const room = 2
	if len(lines) > room {
		lines = append(lines[:room-1], fit.Cut(strings.Join(lines[room-1:], " "), p.w-2, th.Glyphs().Ellipsis))
	}
	out := make([]string, room)
	for i, l := range lines {
		out[i] = " " + th.Paint(columns.SeverityTone(e.Severity), fit.Cut(l, p.w-1, ""))
	}
	return out
}

// summary counts what there is by severity, and says whether the list follows.
func (p *Pane) summary() string {
	th := *p.deps.Theme
	var by [flex.Critical + 1]int
	for i := range p.all {
		by[min(p.all[i].Severity, flex.Critical)]++
	}
	line := " " + th.Paint(theme.Dim, columns.Count(int64(len(p.all)), "event")+" since "+columns.EventTime(p.all[0].At, p.deps.ClusterNow()))
	for _, s := range []flex.Severity{flex.Critical, flex.Warning, flex.Notice} {
		if by[s] > 0 {
			cell := columns.SeverityCell(s, th.Glyphs())
			line += "   " + th.Paint(cell.Tone, fmt.Sprintf("%s %s", cell.Text, number(by[s])))
		}
	}
	state := "f follows the newest"
	if p.follow {
		state = "following"
	}
	if gap := p.w - fit.Width(line) - len(state) - 2; gap >= 2 {
		line += fit.Spaces(gap) + th.Paint(theme.Dim, state)
	}
	return fit.Cut(line, p.w, th.Glyphs().Ellipsis)
}

func number(n int) string { return columns.Thousands(int64(n)) }

// View draws the stream, or in its place why there is none.
func (p *Pane) View() string {
	th := *p.deps.Theme
	p.table.SetTheme(th)
	p.fitTable()
	if !p.loaded && len(p.all) == 0 {
		return pane.Center(p.w, p.h, []string{th.Paint(theme.Dim, "Reading the events of this cluster ...")})
	}
	p.table.SetEmpty(p.emptyText(), theme.Dim)
	p.sync()
	lines := slices.Concat(p.above(), strings.Split(p.table.View(), "\n"), p.below())
	return strings.Join(lines[:min(len(lines), p.h)], "\n")
}

func (p *Pane) emptyText() string {
	if len(p.all) > 0 {
		return fmt.Sprintf("None of %s matches.\n\nesc clears the filter", columns.Count(int64(len(p.all)), "event"))
	}
	return "Nothing has happened yet.\n\nWhat becomes of nodes, leases and jobs is told here as it is seen."
}
