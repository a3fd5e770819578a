// Package node is the pane that shows one node: its state and who set it, its lease and where that is known from, the
// jobs on it, its machine, its resources and its events.
package node

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/pager"
)

// Data is what the pane draws from: the newest of each kind. Nothing of it may change any more.
type Data struct {
	Pools   flex.Pools
	Nodes   []slurm.Node
	Status  pane.Status // of the list of nodes
	On      pane.On
	Outlook pane.Outlook // nil while there is none
	Events  []flex.Event // of everything, oldest first
}

// Pane shows one node. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps   pane.Deps
	pager  *pager.Pager
	name   string
	data   Data
	row    columns.NodeRow
	known  bool         // the list of nodes has it
	events []flex.Event // of this node, newest first
	job    int          // which of its jobs is chosen
	chosen uint64       // the id of that job: it stays chosen when others come and go
	jobAt  int          // the line of its first job
	w, h   int
	drawn  drawing
}

// drawing is what the lines were made for; they are made again when it differs.
type drawing struct {
	second slurm.Time
	w      int
	theme  theme.Theme
	stale  bool
}

// New returns a pane that shows no node.
func New(deps pane.Deps) *Pane { return &Pane{deps: deps, pager: pager.New(*deps.Theme)} }

// Show turns to another node, by its name in Slurm.
func (p *Pane) Show(name string) {
	p.name, p.job, p.chosen = name, 0, 0
	p.pager.Top()
	p.join()
}

// Node returns the name of the node that is shown, "" for none.
func (p *Pane) Node() string { return p.name }

// Set tells what is known now; call it before the pane comes to the front and whenever anything of it is newer.
func (p *Pane) Set(d Data) {
	p.data = d
	p.join()
}

// join picks from the data what concerns the node.
func (p *Pane) join() {
	p.drawn.stale = true
	p.row, p.known, p.events = columns.NodeRow{}, false, nil
	for _, e := range slices.Backward(p.data.Events) {
		if e.Node == p.name {
			p.events = append(p.events, e)
		}
	}
	i := slices.IndexFunc(p.data.Nodes, func(n slurm.Node) bool { return n.Name == p.name })
	if i < 0 {
		return
	}
	n := &p.data.Nodes[i]
	x := flex.NewIndex(p.data.Pools)
	p.row = columns.NodeRow{Node: n, Member: x.Member(n), Jobs: p.data.On[n.Name]}
	p.row.Pool, _ = x.PoolOf(n)
	p.row.Foresee(p.data.Outlook)
	p.known = true
	p.pin()
}

// pin finds the chosen job again among those that are on the node now, or else takes the one in its place.
func (p *Pane) pin() {
	if i := slices.IndexFunc(p.row.Jobs, func(j *slurm.Job) bool { return j.ID == p.chosen }); i >= 0 {
		p.job = i
		return
	}
	p.job = max(0, min(p.job, len(p.row.Jobs)-1))
	p.chosen = 0
	if len(p.row.Jobs) > 0 {
		p.chosen = p.row.Jobs[p.job].ID
	}
}

// Scope is that of one node.
func (p *Pane) Scope() action.Scope { return action.Node }

// Title says where one is.
func (p *Pane) Title() string { return "Node " + p.name }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	hints := pane.Hints(action.Back)
	if len(p.row.Jobs) > 0 {
		hints = append(hints, pane.Hint{Action: action.Open, Text: "open job"})
	}
	if p.known {
		change := action.Drain
		if p.row.Node.State.Has(slurm.NodeDrain) || p.row.Node.State.IsDown() {
			change = action.Undrain
		}
		hints = append(hints, pane.Hints(change, action.ReportNode)...)
	}
	return append(hints, pane.Hints(action.CopyID, action.Refresh)...)
}

// Input takes nothing: there is no text field here.
func (p *Pane) Input(tea.KeyPressMsg) pane.Outcome { return pane.Outcome{} }

// Paste takes nothing.
func (p *Pane) Paste(string) pane.Outcome { return pane.Outcome{} }

// Handle scrolls, chooses a job, and asks for what can be done with the node.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	if _, known := pane.Move(p.pager, p.step, a); known {
		return pane.Done()
	}
	switch a { //nolint:exhaustive // the others are not for one node
	case action.Open:
		return p.open()
	case action.CopyID:
		return pane.Ask(pane.Copy{Text: p.name, What: "node"})
	case action.Drain, action.Undrain, action.ReportNode:
		return p.change(a)
	}
	return pane.Outcome{}
}

func (p *Pane) change(a action.Action) pane.Outcome {
	switch {
	case !p.known:
		return pane.Ask(pane.Say{Text: "Slurm does not know this node now", Tone: theme.Dim})
	case a == action.ReportNode:
		return pane.Ask(pane.AskReport{Node: p.name})
	}
	return pane.Ask(pane.AskNodeUpdate{Nodes: []string{p.name}, Drain: a == action.Drain})
}

// open opens the job that is chosen.
func (p *Pane) open() pane.Outcome {
	if len(p.row.Jobs) == 0 {
		return pane.Ask(pane.Say{Text: "no job is on this node", Tone: theme.Dim})
	}
	j := p.row.Jobs[p.job]
	return pane.Ask(pane.OpenJob{Ref: j.Ref(), Seen: []slurm.Job{*j}})
}

// step chooses among the jobs while there are several, and scrolls.
func (p *Pane) step(n int) bool {
	first, _, _ := p.pager.Position()
	next := p.job + n
	if next < 0 || next >= len(p.row.Jobs) || n < 0 && first-1 > p.jobAt+p.job {
		return p.pager.Scroll(n)
	}
	p.choose(next)
	return true
}

// choose chooses a job and brings its line into sight.
func (p *Pane) choose(i int) {
	p.job, p.chosen, p.drawn.stale = i, p.row.Jobs[i].ID, true
	line := p.jobAt + i
	first, last, _ := p.pager.Position()
	switch {
	case last == 0:
	case line < first-1:
		p.pager.Scroll(line - first + 1)
	case line > last-1:
		p.pager.Scroll(line - last + 1)
	}
}

// Click chooses the job under the mouse, and opens it on a double click.
func (p *Pane) Click(_, y int, double bool) pane.Outcome {
	first, last, _ := p.pager.Position()
	i := first - 1 + y - p.jobAt
	if last == 0 || i < 0 || i >= len(p.row.Jobs) {
		return pane.Done()
	}
	p.choose(i)
	if double {
		return p.open()
	}
	return pane.Done()
}
