package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
	"flexq/client/template"
	"flexq/tui/pane/submit"
	"flexq/tui/theme"
)

// pastArrived is how a job was submitted, as far as anybody knows.
type pastArrived struct {
	ticket int
	job    slurm.Job
	past   slurm.JobScript
	err    error
}

// submitLike fills the form so that a job can be submitted once more: from the form that it was sent from, if that is
// kept, else at once from what the list knows, and a moment later with the script that accounting has.
func (a *App) submitLike(j slurm.Job) tea.Cmd {
	if a.sending != nil {
		a.say("a submit is under way: its answer is about the form", theme.Warn)
		return nil
	}
	if j.User != a.user { // another's directories are not ours to run in and to write to
		j.WorkDir, j.StdIn, j.StdOut, j.StdErr = "", "", "", ""
	}
	id := j.Ref().Job
	if i := slices.IndexFunc(a.drafts.list, func(d Draft) bool { return d.Job == id && j.User == a.user }); i >= 0 {
		a.submit.Again(a.drafts.list[i])
		return a.show(placeSubmit)
	}
	a.submit.Fill(j)
	return tea.Batch(a.show(placeSubmit), a.askPast(j))
}

// askPast asks for the script of a job; another question makes this one void.
func (a *App) askPast(j slurm.Job) tea.Cmd {
	if a.opt.Past == nil {
		return nil
	}
	a.ticket++
	a.likeAsked, a.likeRevision = a.ticket, a.submit.Revision()
	a.say("asking accounting for the script of job "+j.DisplayID(), theme.Busy)
	ctx, from, ticket := a.ctx, a.opt.Past, a.ticket
	return func() tea.Msg { return askPast(ctx, from, ticket, j) }
}

func askPast(ctx context.Context, from Past, ticket int, j slurm.Job) tea.Msg {
	past, err := from.Script(ctx, j.Ref())
	return pastArrived{ticket, j, past, err}
}

// onPast puts the script into the form, unless that was touched meanwhile.
func (a *App) onPast(m pastArrived) {
	if m.ticket != a.likeAsked {
		return
	}
	id := m.job.DisplayID()
	switch {
	case m.err != nil || m.past.Text == "":
		a.say("accounting does not give the script of job "+id+": write its commands, or pick a template", theme.Warn)
	case a.submit.Revision() != a.likeRevision || a.sending != nil:
		a.say("accounting has the script of job "+id+", but the form is another by now: S on the job again takes it", theme.Warn)
	default:
		a.submit.Loading(m.ticket)
		a.submit.Loaded(m.ticket, submit.Template{Name: "like " + id, Script: template.FromKept(m.past, m.job)}, nil)
		a.say("this is the script of job "+id+", as accounting has it", theme.Good)
	}
}
