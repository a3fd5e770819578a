package events

import (
	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// Scope is a text field's while the filter is typed.
func (p *Pane) Scope() action.Scope {
	if p.filter.Editing() {
		return action.Text
	}
	return action.Events
}

// Title says where one is.
func (p *Pane) Title() string { return "Events" }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	e, ok := p.current()
	switch {
	case p.filter.Editing():
		return p.filter.Hints()
	case !ok && p.filter.Shown():
		return append([]pane.Hint{{Action: action.Back, Text: "clear the filter"}}, pane.Hints(action.Filter)...)
	case !ok:
		return pane.Hints(action.Refresh)
	}
	var hints []pane.Hint
	switch _, isJob := subject(e); {
	case isJob:
		hints = append(hints, pane.Hint{Action: action.Open, Text: "open job"})
		if e.Node != "" {
			hints = append(hints, pane.Hint{Action: action.OpenNode, Text: "node"})
		}
	case e.Node != "":
		hints = append(hints, pane.Hint{Action: action.Open, Text: "open node"})
	}
	follow := pane.Hint{Action: action.Follow}
	if p.follow {
		follow.Text = "stop following"
	}
	return append(hints, pane.Hint{Action: action.Filter}, follow, pane.Hint{Action: action.CopyID, Text: "copy name"})
}

// Handle does what an action asks.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	if p.filter.Editing() {
		handled, changed := p.filter.Handle(a)
		p.refilter(changed)
		return pane.Outcome{Handled: handled}
	}
	if p.move(a) {
		return pane.Done()
	}
	switch a {
	case action.Open:
		return p.open()
	case action.OpenNode:
		return p.openNode()
	case action.Filter:
		p.filter.Open()
	case action.Follow:
		p.setFollow(!p.follow)
	case action.CopyID:
		return p.copyName()
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

// move moves the cursor. The list follows from its end on, and no more once one looks back.
func (p *Pane) move(a action.Action) bool {
	moved, known := pane.Move(p.table, p.table.Move, a)
	if known && (moved || a == action.Bottom) {
		p.follow = p.table.Index() == p.table.Len()-1 && !goesUp(a)
	}
	return known
}

func goesUp(a action.Action) bool {
	return a == action.Up || a == action.HalfUp || a == action.PageUp || a == action.Top
}

// subject is what an event is about: the job if it is one of a job, or if there is no node.
func subject(e *flex.Event) (job string, isJob bool) {
	if len(e.Jobs) == 0 {
		return "", false
	}
	switch e.Type {
	case flex.JobRequeued, flex.JobNodeFailed, flex.JobEnded, flex.JobFailed, flex.JobAtRisk:
		return e.Jobs[0], true
	default:
		return e.Jobs[0], e.Node == ""
	}
}

func (p *Pane) open() pane.Outcome {
	e, ok := p.current()
	if !ok {
		return pane.Done()
	}
	if job, isJob := subject(e); isJob {
		if ref, err := slurm.ParseRef(job); err == nil {
			return pane.Ask(pane.OpenJob{Ref: ref})
		}
	}
	return p.openNode()
}

func (p *Pane) openNode() pane.Outcome {
	e, ok := p.current()
	switch {
	case !ok:
		return pane.Done()
	case e.Node == "":
		return pane.Ask(pane.Say{Text: "this event names no node", Tone: theme.Dim})
	}
	return pane.Ask(pane.OpenNode{Node: e.Node})
}

func (p *Pane) copyName() pane.Outcome {
	e, ok := p.current()
	if !ok {
		return pane.Done()
	}
	job, isJob := subject(e)
	switch {
	case isJob:
		return pane.Ask(pane.Copy{Text: job, What: "job id"})
	case e.Node != "":
		return pane.Ask(pane.Copy{Text: e.Node, What: "node"})
	}
	return pane.Ask(pane.Copy{Text: e.What(p.deps.ClusterNow().Location()), What: "text"})
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
		p.rebuild()
	}
}

// Click selects the event under the mouse, and opens what it is about on a double click.
func (p *Pane) Click(x, y int, double bool) pane.Outcome {
	hit := p.table.At(x, y-p.top())
	if hit.Part == table.Row {
		p.follow = false
		p.table.Select(hit.Key)
		if double {
			return p.open()
		}
	}
	return pane.Done()
}
