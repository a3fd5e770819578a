package jobs

import (
	"fmt"
	"strings"

	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// Resize gives the list its room.
func (p *Pane) Resize(w, h int) {
	if step(w) != step(p.w) {
		p.table.SetColumns(tableColumns(p.cols, w))
	}
	p.w, p.h = w, h
	p.fitTable()
}

func (p *Pane) fitTable() { p.table.Resize(p.w, max(1, p.h-p.top())) }

// top is how many lines stand above the table: the filter, and what is wrong with the data.
func (p *Pane) top() int {
	n := 0
	if p.filter.Shown() {
		n++
	}
	if p.status.Stale() && p.h > 6 {
		n++
	}
	return n
}

// View draws the list, or in its place why there is none.
func (p *Pane) View() string {
	p.table.SetTheme(*p.deps.Theme)
	p.fitTable()
	if !p.status.Has {
		return p.nothingYet()
	}
	p.table.SetEmpty(p.emptyText(), theme.Dim)
	p.sync()
	var lines []string
	if p.filter.Shown() {
		lines = append(lines, p.filterLine())
	}
	if p.status.Stale() && p.h > 6 {
		lines = append(lines, p.staleLine())
	}
	return strings.Join(append(lines, p.table.View()), "\n")
}

func (p *Pane) emptyText() string {
	switch {
	case len(p.jobs) == 0:
		return "The queue is empty.\n\ns submits a job"
	case p.filter.Shown():
		text := fmt.Sprintf("None of %s jobs matches.\n\nesc clears the filter", columns.Thousands(int64(p.totals.Tasks())))
		if p.mine {
			text += "; m shows all users"
		}
		return text
	case p.mine:
		return fmt.Sprintf("No job of %s among %s.\n\nm shows all users", p.user, columns.Thousands(int64(p.totals.Tasks())))
	}
	return ""
}

// nothingYet is drawn before the first answer: that one is on its way, or why none came.
func (p *Pane) nothingYet() string {
	th := *p.deps.Theme
	if p.status.Err == nil {
		return pane.Center(p.w, p.h, []string{th.Paint(theme.Dim, "Asking the cluster for its jobs ...")})
	}
	return pane.Center(p.w, p.h, pane.Trouble(th, p.w, p.status, "There is no answer from the cluster", p.deps.Now()))
}

func (p *Pane) staleLine() string {
	what, cure := p.status.Sentences()
	text := fmt.Sprintf("! This list is %s old: %s", pane.Age(p.deps.Now().Sub(p.status.AsOf)), what)
	if cure != "" {
		text += "; " + cure
	}
	th := *p.deps.Theme
	return th.Paint(theme.Bad, fit.String(" "+text, p.w, fit.Left, th.Glyphs().Ellipsis))
}
