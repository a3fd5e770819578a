package pools

import (
	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/timeline"
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
	case p.onPools:
		return append([]pane.Hint{{Action: action.Open, Text: "about the pool"}}, pane.Hints(action.Fold, action.Filter, action.Refresh)...)
	case p.kept == 0:
		return append([]pane.Hint{{Action: action.Back, Text: "clear the filter"}}, pane.Hints(action.Filter, action.Refresh)...)
	}
	hints := pane.Hints(action.Open, action.Filter, action.Sort)
	if p.shape.bars && !p.scale.auto {
		hints = append([]pane.Hint{{Action: action.Back, Text: "back to now"}}, hints...)
	}
	if p.shape.bars {
		hints = append(hints, pane.Hint{Action: action.ZoomIn}, pane.Hint{Action: action.Timeline, Text: "columns"})
	} else {
		hints = append(hints, pane.Hint{Action: action.Timeline})
	}
	return append(hints, pane.Hints(action.Fold, action.Drain, action.ReportNode)...)
}

// Handle does what an action asks.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	p.build()
	if p.filter.Editing() {
		handled, changed := p.filter.Handle(a)
		p.refilter(changed)
		return pane.Outcome{Handled: handled}
	}
	if p.move(a) || p.watch(a) {
		return pane.Done()
	}
	switch a {
	case action.Open:
		return p.open()
	case action.Fold:
		return p.fold()
	case action.Filter:
		p.filter.Open()
	case action.Sort:
		p.sortOn((p.order + 1) % len(columns.NodeOrders()))
	case action.SortReverse:
		p.reverse = !p.reverse
		p.resort()
	case action.Mark:
		if !p.onPools {
			p.table.ToggleMark()
			p.table.Move(1)
		}
	case action.ClearMarks:
		p.table.ClearMarks()
	case action.Drain, action.Undrain, action.ReportNode:
		return p.change(a)
	case action.CopyID:
		if row, ok := p.current(); ok {
			return pane.Ask(pane.Copy{Text: row.Node.Name, What: "node"})
		}
	case action.Back:
		return p.back()
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

// watch does what concerns the timeline.
func (p *Pane) watch(a action.Action) bool {
	zoom := func(n int) { p.look(func(a timeline.Axis) timeline.Axis { return a.Zoom(n) }) }
	scroll := func(n int) {
		p.look(func(a timeline.Axis) timeline.Axis { return a.Scroll(n * max(1, a.Width/4)) })
	}
	switch a {
	case action.Timeline:
		p.toggleBars()
	case action.ZoomIn:
		zoom(1)
	case action.ZoomOut:
		zoom(-1)
	case action.Earlier:
		scroll(-1)
	case action.Later:
		scroll(1)
	default:
		return false
	}
	return true
}

// back undoes one thing: marks, the filter, the window of the timeline. The place itself is never left by it.
func (p *Pane) back() pane.Outcome {
	switch {
	case p.table.ClearMarks():
	case p.filter.Clear():
		p.refilter(true)
	case !p.scale.auto:
		p.scale.auto = true
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

// change asks for a drain, its end, or a report: of the marked nodes, or of the one under the cursor.
func (p *Pane) change(a action.Action) pane.Outcome {
	row, ok := p.current()
	if !ok {
		return pane.Ask(pane.Say{Text: "choose a node first", Tone: theme.Dim})
	}
	if a == action.ReportNode {
		return pane.Ask(pane.AskReport{Node: row.Node.Name})
	}
	nodes := p.table.Targets()
	return pane.Ask(pane.AskNodeUpdate{Nodes: nodes, Drain: a == action.Drain, Hidden: p.hidden(nodes)})
}

// hidden counts the nodes that a filter or a fold keeps out of sight.
func (p *Pane) hidden(nodes []string) int {
	shown := make(map[string]bool, len(p.rows.list))
	for i := range p.rows.list {
		shown[p.rows.list[i].Node.Name] = true
	}
	n := 0
	for _, name := range nodes {
		if !shown[name] {
			n++
		}
	}
	return n
}

// Marked returns how many nodes are marked.
func (p *Pane) Marked() int { return p.table.Marks() }

// Unmark takes the marks of nodes.
func (p *Pane) Unmark(nodes []string) {
	for _, name := range nodes {
		p.table.Mark(name, false)
	}
}

func (p *Pane) sortOn(i int) {
	if i == p.order {
		p.reverse = !p.reverse
	} else {
		p.order, p.reverse = i, false
	}
	p.resort()
}

func (p *Pane) resort() {
	p.sorted()
	p.refilter(true)
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
	if changed {
		p.query, p.dirty = columns.QueryOfNodes(p.filter.Filter()), true
	}
	p.build()
}
