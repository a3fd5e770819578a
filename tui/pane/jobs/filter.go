package jobs

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/columns"
	"flexq/tui/pane"
)

// Input takes a key of the filter.
func (p *Pane) Input(msg tea.KeyPressMsg) pane.Outcome {
	if p.filter.Editing() && p.filter.Input(msg) {
		p.rebuild()
	}
	return pane.Done()
}

// Paste takes pasted text into the filter.
func (p *Pane) Paste(text string) pane.Outcome {
	if p.filter.Editing() && p.filter.Paste(text) {
		p.rebuild()
	}
	return pane.Done()
}

// filterLine shows the filter, and how many jobs it lets through.
func (p *Pane) filterLine() string {
	shown := fmt.Sprintf("%s of %s shown", columns.Thousands(int64(p.tasks)), columns.Thousands(int64(p.totals.Tasks())))
	return p.filter.Line(*p.deps.Theme, p.w, shown)
}
