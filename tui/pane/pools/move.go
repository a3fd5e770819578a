package pools

import (
	"slices"

	"flexq/client/flex"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// move moves the cursor. The summary and the nodes are one way: from the last pool one comes to the first node, by a page
// at once, and back.
func (p *Pane) move(a action.Action) bool {
	t := p.table
	if p.onPools {
		t = p.summary
	}
	switch a { //nolint:exhaustive // the others take no other way here
	case action.HalfDown, action.PageDown:
		if p.onPools && p.table.Len() > 0 {
			p.focus(false)
			return true
		}
	case action.Bottom:
		p.focus(false)
		t = p.table
	}
	moved, known := pane.Move(t, t.Move, a)
	switch {
	case moved || !known:
	case a == action.Down && p.onPools && p.table.Len() > 0:
		p.focus(false)
		p.table.Top()
	case a == action.Up && !p.onPools && p.summary.Len() > 0:
		p.focus(true)
		p.summary.Bottom()
	}
	return known
}

// fold folds or unfolds the pool under the cursor, or that of the node under it.
func (p *Pane) fold() pane.Outcome {
	if !p.filter.Filter().Empty() {
		return pane.Ask(pane.Say{Text: "a filter shows the nodes of folded pools too: esc clears it", Tone: theme.Dim})
	}
	g, ok := p.currentPool()
	id := ""
	if ok {
		id = g.Pool.ID
	} else {
		row, there := p.current()
		if !there {
			return pane.Done()
		}
		id = row.Pool.ID
	}
	if p.folded[id] {
		delete(p.folded, id)
	} else {
		p.folded[id] = true
		p.focus(true)
		p.summary.Select(id)
	}
	p.dirty = true
	p.build()
	return pane.Done()
}

// open opens the node under the cursor, or says all that is known of the pool.
func (p *Pane) open() pane.Outcome {
	if g, ok := p.currentPool(); ok {
		return p.openPool(g)
	}
	row, ok := p.current()
	if !ok {
		return pane.Done()
	}
	return pane.Ask(pane.OpenNode{Node: row.Node.Name})
}

// labelWidth is the room of the labels in the window about a pool.
const labelWidth = 16

func (p *Pane) openPool(g *flex.PoolNodes) pane.Outcome {
	name := g.Pool.ID
	if name == "" {
		name = "Nodes of no pool"
	}
	detail := poolDetail(g, &p.pools, p.nextOf(g), p.deps.ClusterNow())
	return pane.Ask(pane.ShowText{Title: name, Lines: func(width int) []string {
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

// Click selects the pool or node under the mouse, opens it on a double click, and sorts by a heading.
func (p *Pane) Click(x, y int, double bool) pane.Outcome {
	p.build()
	if y < p.summaryHeight() {
		if hit := p.summary.At(x, y); hit.Part == table.Row {
			p.focus(true)
			p.summary.Select(hit.Key)
			if double {
				return p.open()
			}
		}
		return pane.Done()
	}
	switch hit := p.table.At(x, y-p.top()); hit.Part {
	case table.Heading:
		i := slices.IndexFunc(columns.NodeOrders(), func(o columns.NodeOrder) bool { return o.Column == hit.ColumnID })
		if i >= 0 {
			p.sortOn(i)
		}
	case table.Row:
		p.focus(false)
		p.table.Select(hit.Key)
		if double {
			return p.open()
		}
	case table.Scrollbar:
		p.focus(false)
		p.table.SelectIndex(hit.Row)
	case table.Nothing:
	}
	return pane.Done()
}
