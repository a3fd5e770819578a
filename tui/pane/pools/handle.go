package pools

import (
	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// Scope is a text field's while the filter is typed.
func (p *Pane) Scope() action.Scope {
	if p.filter.Editing() {
		return action.Text
	}
	return action.Nodes
}

// Title says where one is.
func (p *Pane) Title() string { return "Pools" }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	switch {
	case p.filter.Editing():
		return p.filter.Hints()
	case !p.status.Has, len(p.nodes) == 0:
		return pane.Hints(action.Refresh)
	case len(p.rows.list) == 0:
		return append([]pane.Hint{{Action: action.Back, Text: "clear the filter"}}, pane.Hints(action.Filter, action.Refresh)...)
	}
	return pane.Hints(action.Open, action.Filter, action.CopyID, action.Refresh)
}

// Handle does what an action asks.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	p.build()
	if p.filter.Editing() {
		handled, changed := p.filter.Handle(a)
		p.refilter(changed)
		return pane.Outcome{Handled: handled}
	}
	t := p.table
	switch a {
	case action.Down:
		t.Move(1)
	case action.Up:
		t.Move(-1)
	case action.HalfDown:
		t.HalfPage(1)
	case action.HalfUp:
		t.HalfPage(-1)
	case action.PageDown:
		t.Page(1)
	case action.PageUp:
		t.Page(-1)
	case action.Top:
		t.Top()
	case action.Bottom:
		t.Bottom()
	case action.Open:
		return p.open()
	case action.Filter:
		p.filter.Open()
	case action.CopyID:
		if row, ok := p.current(); ok {
			return pane.Ask(pane.Copy{Text: row.Node.Name, What: "node"})
		}
	case action.Back:
		if !p.filter.Clear() {
			return pane.Outcome{}
		}
		p.refilter(true)
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

// Input takes a key of the filter.
func (p *Pane) Input(msg tea.KeyPressMsg) pane.Outcome {
	if p.filter.Editing() {
		p.refilter(p.filter.Input(msg))
	}
	return pane.Done()
}

// Paste takes pasted text into the filter.
func (p *Pane) Paste(text string) pane.Outcome {
	if p.filter.Editing() {
		p.refilter(p.filter.Paste(text))
	}
	return pane.Done()
}

func (p *Pane) refilter(changed bool) {
	p.dirty = p.dirty || changed
	p.build()
}

// open shows everything known of the node under the cursor.
func (p *Pane) open() pane.Outcome {
	row, ok := p.current()
	if !ok {
		return pane.Done()
	}
	detail := columns.NodeDetail(row, p.view())
	return pane.Ask(pane.ShowText{Title: row.Node.Name, Lines: func(width int) []string {
		var lines []string
		for i, d := range detail {
			if i > 0 {
				lines = append(lines, "")
			}
			for _, f := range d.Fields {
				lines = append(lines, pane.Labelled(*p.deps.Theme, theme.Panel, width, labelWidth,
					pane.Span{Text: f.Label, Tone: theme.Heading}, pane.Span{Text: f.Text, Tone: f.Tone})...)
			}
		}
		return lines
	}})
}

// labelWidth is the room of the labels in the detail of a node.
const labelWidth = 12

// Click selects the node under the mouse, and opens it on a double click.
func (p *Pane) Click(x, y int, double bool) pane.Outcome {
	p.build()
	hit := p.table.At(x, y-p.top())
	if hit.Part == table.Row {
		p.table.Select(hit.Key)
		if double {
			return p.open()
		}
	}
	return pane.Done()
}
