package pools

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// sums are the rows of the summary, one a pool.
type sums struct {
	pane   *Pane
	list   []sum
	leases bool // a pool has leases
	queue  bool // a pool waits for capacity
	// The machines of a pool are known.
	machines bool
	widths   widths
}

// sum is what is counted of a pool besides its tally.
type sum struct {
	next   *columns.NodeRow // the node that goes first, with jobs or without
	queued queued
	states []table.Piece
}

// make counts; all are the nodes of all pools, whatever the filter shows.
func (s *sums) make(all []columns.NodeRow) {
	p := s.pane
	s.list, s.leases, s.queue, s.machines = make([]sum, len(p.groups)), false, false, false
	at := map[string]int{}
	gap := "  "
	if p.w < barsFrom {
		gap = " "
	}
	for i := range p.groups {
		at[p.groups[i].Pool.ID] = i
		s.list[i].states = states(&p.groups[i], gap)
		s.leases = s.leases || p.groups[i].Pool.HasLease()
		s.machines = s.machines || p.groups[i].Pool.MachineType != ""
	}
	now := p.deps.ClusterNow()
	for i := range all {
		r := &all[i]
		if left, ok := r.Lease.Left(now); ok && left > 0 {
			s.leases = true
			if sum := &s.list[at[r.Pool.ID]]; sum.next == nil || r.Lease.End.Before(sum.next.Lease.End) {
				sum.next = r
			}
		}
	}
	for i := range p.pools.Queued {
		q := &p.pools.Queued[i]
		if g, ok := at[q.PoolID]; ok && q.PoolID != "" {
			s.list[g].queued.add(q)
			s.queue = true
		}
	}
	s.widths = s.measure()
}

// nextOf is the node of a pool that goes first; nil if no end is known.
func (p *Pane) nextOf(g *flex.PoolNodes) *columns.NodeRow {
	for i := range p.groups {
		if &p.groups[i] == g && i < len(p.sums.list) {
			return p.sums.list[i].next
		}
	}
	return nil
}

func (s *sums) Len() int         { return len(s.list) }
func (s *sums) Key(i int) string { return s.pane.groups[i].Pool.ID }

func (s *sums) Cells(i int, dst []table.Cell) []table.Cell {
	p := s.pane
	g, v := &p.groups[i], &p.view
	for _, c := range summaryCells() {
		if c.shown == nil || c.shown(p.shape) {
			dst = append(dst, c.cell(p, g, &s.list[i], v))
		}
	}
	return dst
}

// summaryCell is one column of the summary and its cells.
type summaryCell struct {
	column table.Column
	shown  func(s shape) bool // nil: always
	least  func(w widths) int // what its texts take, where none may be cut; nil: they may
	cell   func(p *Pane, g *flex.PoolNodes, s *sum, v *columns.View) table.Cell
}

// statesTitle heads the column that counts the states.
const statesTitle = "STATES"

func summaryColumns(s shape) []table.Column {
	var out []table.Column
	for _, c := range summaryCells() {
		if c.shown != nil && !c.shown(s) {
			continue
		}
		if c.column.Title == statesTitle && !s.narrow {
			c.column.Min = 28
		}
		if c.least != nil {
			c.column.Min = max(c.column.Min, c.least(s.widths))
			c.column.Max = max(c.column.Max, c.column.Min)
		}
		out = append(out, c.column)
	}
	return out
}

func summaryCells() []summaryCell {
	hasLeases := func(s shape) bool { return s.leases }
	hasMachines := func(s shape) bool { return s.machines }
	hasQueue := func(s shape) bool { return s.queue }
	return []summaryCell{
		{column: table.Column{Title: "POOL", Min: 8, Max: 22, Fit: true}, cell: nameCell},
		{column: table.Column{Title: "MODEL", Min: 11, Max: 14, Fit: true, Drop: 7}, cell: modelCell},
		{column: table.Column{Title: "MACHINE", Min: 14, Max: 22, Fit: true, Drop: 8}, shown: hasMachines, cell: machineCell},
		{column: table.Column{Title: "PER NODE", Min: 8, Max: 14, Fit: true, Drop: 9}, shown: hasMachines, cell: acceleratorCell},
		{column: table.Column{Title: "ON/MIN/MAX", Min: 10, Fit: true, Align: fit.Right}, least: func(w widths) int { return w.size }, cell: sizeCell},
		{column: table.Column{Title: "GPUS", Min: 7, Fit: true, Align: fit.Right}, least: func(w widths) int { return w.gpus }, cell: gpusCell},
		{column: table.Column{Title: "NEXT END", Min: 14, Fit: true, Drop: 1}, least: func(w widths) int { return w.next }, shown: hasLeases, cell: nextCell},
		{column: table.Column{Title: "QUEUED", Min: 11, Fit: true, Drop: 2}, least: func(w widths) int { return w.queued }, shown: hasQueue, cell: queuedCell},
		{column: table.Column{Title: statesTitle, Min: 11, Ideal: 30, Flex: 1, Drop: 3}, cell: statesCell},
	}
}

func nameCell(p *Pane, g *flex.PoolNodes, _ *sum, v *columns.View) table.Cell {
	sign := v.Glyphs.Open
	switch {
	case len(g.Nodes) == 0:
		sign = " "
	case p.isFolded(g.Pool.ID):
		sign = v.Glyphs.Folded
	}
	name := g.Pool.ID
	if name == "" {
		name = "(no pool)"
	}
	return table.Cell{Text: sign + " " + name}
}

func modelCell(_ *Pane, g *flex.PoolNodes, _ *sum, _ *columns.View) table.Cell {
	text := g.Pool.Model.Words()
	if text == "" && g.Pool.FromPartition {
		text = "partition"
	}
	return table.Cell{Text: text, Tone: theme.Dim}
}

func machineCell(_ *Pane, g *flex.PoolNodes, _ *sum, _ *columns.View) table.Cell {
	return table.Cell{Text: g.Pool.MachineType, Tone: theme.Dim}
}

// acceleratorCell names what one machine has: "8 H200".
func acceleratorCell(_ *Pane, g *flex.PoolNodes, _ *sum, _ *columns.View) table.Cell {
	text := accelerators(g.Pool)
	if words := strings.Fields(text); len(words) > 2 {
		text = words[0] + " " + words[1] // its memory is told by the window about the pool
	}
	return table.Cell{Text: text, Tone: theme.Dim}
}

func accelerators(p flex.Pool) string {
	if p.Accelerators <= 0 {
		return ""
	}
	kind := strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(p.AcceleratorType), "NVIDIA_"), "TESLA_")
	return strings.TrimSpace(fmt.Sprintf("%d %s", p.Accelerators, strings.ReplaceAll(kind, "_", " ")))
}

func sizeCell(_ *Pane, g *flex.PoolNodes, _ *sum, _ *columns.View) table.Cell {
	on := g.Tally.On
	switch {
	case g.Pool.ID == "":
		return table.Cell{Text: fmt.Sprintf("%d/-/-", on)}
	case g.Pool.FromPartition:
		return table.Cell{Text: fmt.Sprintf("%d/-/%d", on, g.Pool.Max)}
	case g.Pool.Login:
		on = len(g.Others)
	}
	tone := theme.Normal
	if on < g.Pool.Min {
		tone = theme.Warn // nodes that should always be there are not
	}
	return table.Cell{Text: fmt.Sprintf("%d/%d/%d", on, g.Pool.Min, g.Pool.Max), Tone: tone}
}

func gpusCell(_ *Pane, g *flex.PoolNodes, _ *sum, _ *columns.View) table.Cell {
	if g.Tally.GPUs == 0 && g.Tally.GPUsUsed == 0 {
		return table.Cell{Text: "-", Tone: theme.Dim}
	}
	return table.Cell{Text: fmt.Sprintf("%d/%d", g.Tally.GPUsUsed, g.Tally.GPUs)}
}

func nextCell(p *Pane, g *flex.PoolNodes, s *sum, v *columns.View) table.Cell {
	if s.next == nil {
		text := "none"
		if g.Pool.HasLease() && g.Tally.On > 0 {
			text = "not known"
		}
		return table.Cell{Text: text, Tone: theme.Dim}
	}
	c := columns.NodeLeaseCell(s.next.Lease, v.Now.Std(), v.Glyphs.About)
	if len(s.next.Jobs) == 0 {
		c.Tone = theme.Normal
	}
	short := strings.TrimPrefix(s.next.Node.Name, p.pools.Cluster+"-")
	left := fit.String(c.Text, max(7, fit.Width(c.Text)), fit.Left, "")
	return table.Cell{Whole: true, Parts: []table.Piece{{Text: left, Tone: c.Tone}, {Text: " " + short, Tone: theme.Dim}}}
}

func queuedCell(p *Pane, _ *flex.PoolNodes, s *sum, v *columns.View) table.Cell {
	text, tone := s.queued.words(v.Now.Std(), p.w < nextFrom)
	return table.Cell{Text: text, Tone: tone}
}

func statesCell(_ *Pane, g *flex.PoolNodes, s *sum, _ *columns.View) table.Cell {
	if g.Pool.Login {
		return table.Cell{Text: "login", Tone: theme.Dim}
	}
	return table.Cell{Parts: s.states, Whole: true}
}

// states counts the nodes of a pool by state. What is wrong comes first: it is what one must not miss where room is
// short.
func states(g *flex.PoolNodes, gap string) []table.Piece {
	tones := map[string]theme.Tone{}
	for _, m := range g.Nodes {
		tones[m.Node.State.Compact()] = columns.NodeTone(m.Node.State)
	}
	list := slices.Clone(g.Tally.States)
	slices.SortStableFunc(list, func(a, b flex.StateCount) int { return urgency(tones[b.State]) - urgency(tones[a.State]) })
	out := make([]table.Piece, 0, len(list))
	for i, s := range list {
		text := fmt.Sprintf("%s %d", s.State, s.Count)
		if i > 0 {
			text = gap + text
		}
		out = append(out, table.Piece{Text: text, Tone: tones[s.State]})
	}
	return out
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

// queued is the capacity that a pool waits for, all requests together.
type queued struct {
	requests, nodes int
	oldest          time.Time
	state           string // of the oldest
	err             string
	failed          bool
}

func (q *queued) add(r *flex.ResizeRequest) {
	if q.requests == 0 || r.Created.Before(q.oldest) {
		q.oldest, q.state = r.Created, r.State
	}
	q.requests++
	q.nodes += r.Count
	if q.err == "" {
		q.err = r.Error
	}
	q.failed = q.failed || r.State == "FAILED"
}

// words say it for the summary, with the age and state of the oldest: "8 nodes 41m accepted"; where it is narrow without
// the state, which the window about the pool tells, unless it has failed.
func (q *queued) words(now time.Time, narrow bool) (string, theme.Tone) {
	if q.requests == 0 {
		return "-", theme.Dim
	}
	text := columns.Count(int64(q.nodes), "node") + " " + columns.LeaseSpan(max(0, now.Sub(q.oldest)))
	if !narrow || q.failed {
		text += " " + stateWords(q.state)
	}
	switch {
	case q.failed:
		return text, theme.Bad
	case q.err != "":
		return text, theme.Warn
	}
	return text, theme.Busy
}

// stateWords say the state of a resize request; the platform's own word stands for one that is not known here.
func stateWords(state string) string {
	switch state {
	case "CREATING":
		return "being created"
	case "ACCEPTED":
		return "accepted"
	case "SUCCEEDED":
		return "granted"
	case "FAILED":
		return "failed"
	case "CANCELLED":
		return "cancelled"
	case "":
		return "state not known"
	}
	return strings.ToLower(strings.ReplaceAll(state, "_", " "))
}
