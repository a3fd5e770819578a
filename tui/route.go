package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/pane"
	"flexq/tui/theme"
)

// grant does what a pane wished.
func (a *App) grant(n pane.Next) tea.Cmd {
	switch n := n.(type) {
	case pane.OpenJob:
		return a.openJob(n)
	case pane.AskCancel:
		a.openCancel(n.Targets)
	case pane.AskUpdate:
		return a.askUpdate(n.Targets, n.Hold)
	case pane.OpenNode:
		return a.openNode(n.Node)
	case pane.AskNodeUpdate:
		a.askNodeUpdate(n)
	case pane.AskReport:
		a.openReport(n.Node)
	case pane.OpenEvents:
		return a.openEvents(n.Filter)
	case pane.Watch:
		a.watch(n)
	case pane.ShowText:
		a.openWindow(n.Title, n.Lines)
	case pane.Copy:
		a.say(fmt.Sprintf("copied %s %s", n.What, n.Text), theme.Dim)
		return tea.SetClipboard(n.Text)
	case pane.Say:
		a.say(n.Text, n.Tone)
		if a.front == placeSubmit {
			a.message.form = a.submit.Revision()
		}
	case pane.Close:
		return a.goBack()
	default:
		return a.grantForm(n)
	}
	return nil
}

// grantForm does what the submit form wished, and those that fill it.
func (a *App) grantForm(n pane.Next) tea.Cmd {
	switch n := n.(type) {
	case pane.AskSubmit:
		return a.openSubmit(n)
	case pane.FillSubmit:
		return a.submitLike(n)
	case pane.Load:
		a.ticket++
		a.submit.Loading(a.ticket)
		return loadScript(a.ctx, a.opt.Scripts, a.ticket, n.Path)
	case pane.PreviewSubmit:
		a.openPreview(n)
	case pane.EditText:
		return a.editText(n)
	case pane.DropDraft:
		a.askDrop(n.ID)
	case pane.ListTemplates:
		return tea.Batch(fetchTemplates(a.ctx, a.opt.Scripts), listDrafts(a.ctx, a.drafts.keeper)) // both may be others' too
	}
	return nil
}

// openJob shows a job: what the list knows at once, and asks for the rest.
func (a *App) openJob(n pane.OpenJob) tea.Cmd {
	if a.front != placeJob {
		a.back = append(a.back, a.here())
	}
	if len(n.Seen) == 0 {
		n.Seen = a.jobs.Records(n.Ref)
	}
	a.jobRef = n.Ref
	a.job.Show(n.Ref, n.Seen)
	return tea.Batch(a.put(placeJob), a.askJob())
}

// askJob asks for the job in the detail, unless it is being asked for.
func (a *App) askJob() tea.Cmd {
	if a.jobRef.Job == 0 || a.job.IsAsking(a.jobRef) {
		return nil
	}
	a.ticket++
	a.jobAsked = a.ticket
	a.job.Asking()
	return fetchJob(a.ctx, a.opt.Service, a.ticket, a.jobRef)
}

// onJob takes a job's detail, unless another was asked for since or is shown now.
func (a *App) onJob(m jobArrived) tea.Cmd {
	if m.ticket == a.jobAsked {
		a.job.Apply(m.ref, m.detail, m.err)
	}
	return nil
}

func (a *App) onScript(m scriptLoaded) tea.Cmd {
	a.submit.Loaded(m.ticket, m.script, m.err)
	return nil
}
