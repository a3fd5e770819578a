package jobs

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/prompt"
)

func (p *Pane) beginFilter() {
	p.before = p.filter
	p.edit = prompt.New("/", p.filter.String(), `words to find, "a phrase", -word to leave out`)
	p.editErr = nil
	p.fitTable()
}

// handleFilter takes the two actions that a text field has: enter keeps the filter, esc restores the one before.
func (p *Pane) handleFilter(a action.Action) pane.Outcome {
	switch a { //nolint:exhaustive // all else is text
	case action.Confirm:
		if p.editErr != nil {
			return pane.Done()
		}
		p.edit = nil
	case action.Dismiss:
		p.edit, p.editErr = nil, nil
		p.setFilter(p.before)
	default:
		return pane.Outcome{}
	}
	p.fitTable()
	return pane.Done()
}

// Input takes a key of the filter.
func (p *Pane) Input(msg tea.KeyPressMsg) pane.Outcome {
	if p.edit == nil {
		return pane.Outcome{}
	}
	p.edit.Input(msg)
	p.typed()
	return pane.Done()
}

// Paste takes pasted text into the filter.
func (p *Pane) Paste(text string) pane.Outcome {
	if p.edit == nil {
		return pane.Outcome{}
	}
	p.edit.Paste(text)
	p.typed()
	return pane.Done()
}

// typed applies what has been typed at once; while it is not valid the list stays as it was.
func (p *Pane) typed() {
	f, err := columns.ParseFilter(p.edit.Text())
	p.editErr = err
	if err == nil {
		p.setFilter(f)
	}
}

func (p *Pane) setFilter(f columns.Filter) {
	if f.String() == p.filter.String() {
		return
	}
	p.filter = f
	p.rebuild()
	p.fitTable()
}

// filterLine shows the filter, and how many rows it lets through.
func (p *Pane) filterLine() string {
	th := *p.deps.Theme
	shown := fmt.Sprintf("%s of %s shown", columns.Thousands(int64(p.shown())), columns.Thousands(int64(p.totals.Tasks())))
	if p.edit != nil {
		p.edit.SetNote(shown, theme.Dim)
		if p.editErr != nil {
			p.edit.SetNote(p.editErr.Error(), theme.Bad)
		}
		return p.edit.View(th, p.w)
	}
	left := " / " + p.filter.String()
	room := p.w - fit.Width(shown) - 2
	return th.Paint(theme.Accent, fit.String(left, room, fit.Left, th.Glyphs().Ellipsis)) + " " + th.Paint(theme.Dim, shown)
}

// shown counts the jobs behind the rows, the tasks of an array each.
func (p *Pane) shown() int {
	n := 0
	for i := range p.rows.list {
		switch r := &p.rows.list[i]; {
		case r.Tally != nil:
			n += r.Tally.Tasks()
		case !r.Child:
			n += r.Job.TaskCount()
		}
	}
	return n
}
