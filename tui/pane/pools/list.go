package pools

import (
	"fmt"
	"slices"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// The columns of the pool list before the states, which take what room is left.
const (
	poolName = iota
	poolModel
	poolMachine
	poolSize
	poolGPUs
	poolColumns
)

// poolRow is one line of the list: its cells, and the states of the pool's nodes with their tones.
type poolRow struct {
	cells  [poolColumns]string
	states []columns.Cell
}

// maxPools is how many pools are listed above the nodes; fewer where lines are few.
func (p *Pane) maxPools() int { return max(1, min(8, p.h/3-1)) }

// poolLines are the heading and the pools.
func (p *Pane) poolLines() []string {
	th := *p.deps.Theme
	shown := p.groups
	if limit := p.maxPools(); len(shown) > limit {
		shown = shown[:limit-1]
	}
	rows := make([]poolRow, 1, len(shown)+1)
	rows[0] = poolRow{
		cells:  [poolColumns]string{"POOL", "MODEL", "MACHINE", "ON/MIN/MAX", "GPUS"},
		states: []columns.Cell{{Text: "STATES", Tone: theme.Heading}},
	}
	for i := range shown {
		rows = append(rows, row(&shown[i]))
	}
	widths := p.poolWidths(rows)
	lines := make([]string, 0, len(rows)+1)
	for i := range rows {
		tone := theme.Normal
		if i == 0 {
			tone = theme.Heading
		}
		lines = append(lines, p.poolLine(&rows[i], widths, tone))
	}
	if more := len(p.groups) - len(shown); more > 0 {
		lines = append(lines, th.Paint(theme.Dim, fmt.Sprintf("   ... and %d more pools", more)))
	}
	return lines
}

// poolWidths are those of the contents; narrow screens lose the machine, then the model.
func (p *Pane) poolWidths(rows []poolRow) [poolColumns]int {
	most := [poolColumns]int{24, 14, 20, 14, 14}
	var w [poolColumns]int
	for i := range rows {
		for c, text := range rows[i].cells {
			w[c] = max(w[c], min(most[c], fit.Width(text)))
		}
	}
	if p.w < 100 {
		w[poolMachine] = 0
	}
	if p.w < 64 {
		w[poolModel] = 0
	}
	return w
}

func (p *Pane) poolLine(r *poolRow, widths [poolColumns]int, tone theme.Tone) string {
	th := *p.deps.Theme
	ellipsis := th.Glyphs().Ellipsis
	text := "   "
	for c, w := range widths {
		if w == 0 {
			continue
		}
		align := fit.Left
		if c == poolSize || c == poolGPUs {
			align = fit.Right
		}
		text += fit.String(r.cells[c], w, align, ellipsis) + "  "
	}
	text = fit.Cut(text, p.w, "")
	line := th.Paint(tone, text)
	left := p.w - fit.Width(text)
	for i, s := range r.states {
		if i > 0 {
			s.Text = "  " + s.Text
		}
		s.Text = fit.Cut(s.Text, left, ellipsis)
		line += th.Paint(s.Tone, s.Text)
		left -= fit.Width(s.Text)
	}
	return line + fit.Spaces(left)
}

// row says of a pool what it is, how large, how much of it is used, and in which states its nodes are.
func row(g *flex.PoolNodes) poolRow {
	t := &g.Tally
	name, size, gpus, model := g.Pool.ID, fmt.Sprintf("%d/%d/%d", t.On, g.Pool.Min, g.Pool.Max), "-", g.Pool.Model.Words()
	switch {
	case name == "":
		name, size = "(no pool)", fmt.Sprintf("%d/-/-", t.On)
	case g.Pool.FromPartition:
		model, size = "partition", fmt.Sprintf("%d/-/%d", t.On, g.Pool.Max)
	case g.Pool.Login:
		size = fmt.Sprintf("%d/%d/%d", len(g.Others), g.Pool.Min, g.Pool.Max)
	}
	if t.GPUs > 0 || t.GPUsUsed > 0 {
		gpus = fmt.Sprintf("%d/%d", t.GPUsUsed, t.GPUs)
	}
	states := []columns.Cell{{Text: "login", Tone: theme.Dim}}
	if !g.Pool.Login {
		states = poolStates(g)
	}
	return poolRow{cells: [poolColumns]string{name, model, g.Pool.MachineType, size, gpus}, states: states}
}

// poolStates counts the nodes by state. What is wrong comes first: it is what one must not miss where room is short.
func poolStates(g *flex.PoolNodes) []columns.Cell {
	out := make([]columns.Cell, 0, len(g.Tally.States))
	for _, s := range g.Tally.States {
		out = append(out, columns.Cell{Text: fmt.Sprintf("%s %d", s.State, s.Count), Tone: stateTone(g, s.State)})
	}
	slices.SortStableFunc(out, func(a, b columns.Cell) int { return urgency(b.Tone) - urgency(a.Tone) })
	return out
}

func stateTone(g *flex.PoolNodes, state string) theme.Tone {
	for _, m := range g.Nodes {
		if m.Node.State.Compact() == state {
			return columns.NodeTone(m.Node.State)
		}
	}
	return theme.Normal
}

func urgency(t theme.Tone) int {
	switch t { //nolint:exhaustive // the rest can wait
	case theme.Bad:
		return 2
	case theme.Warn:
		return 1
	}
	return 0
}
