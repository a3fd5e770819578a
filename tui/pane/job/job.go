// Package job is the pane that shows one job, or the tasks of one array: everything known, in groups.
package job

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/pager"
)

// Pane shows one job. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps    pane.Deps
	pager   *pager.Pager
	ref     slurm.Ref
	jobs    []slurm.Job
	source  slurm.Source
	asOf    time.Time
	full    bool // jobs come from an answer about this job, not from the list
	asking  bool
	err     error
	warned  []slurm.Problem
	gone    bool // the list no longer has it, and the last answer said it had not ended
	focused bool
	w, h    int
	drawn   drawing
}

// drawing is what the lines were made for; they are made again when it differs.
type drawing struct {
	second  slurm.Time
	w       int
	theme   theme.Theme
	version int
}

// New returns an empty pane.
func New(deps pane.Deps) *Pane {
	return &Pane{deps: deps, pager: pager.New(*deps.Theme)}
}

// Show turns to another job; seen is what the list knows of it, perhaps nothing.
func (p *Pane) Show(ref slurm.Ref, seen []slurm.Job) {
	p.ref, p.jobs, p.source, p.full, p.err, p.warned, p.gone = ref, seen, slurm.Live, false, nil, nil, false
	p.pager.Top()
	p.touch()
}

// Preview shows what the list knows of the row under the cursor, without asking the cluster.
func (p *Pane) Preview(row columns.Row, ok bool) {
	if !ok {
		if p.ref.Job != 0 {
			p.Show(slurm.Ref{}, nil)
		}
		return
	}
	if ref := row.Ref(); ref != p.ref || len(p.jobs) == 0 {
		p.Show(ref, []slurm.Job{*row.Job})
		return
	}
	if !p.full && len(p.jobs) == 1 && !same(&p.jobs[0], row.Job) {
		p.jobs = []slurm.Job{*row.Job}
		p.touch()
	}
}

func same(a, b *slurm.Job) bool {
	return a.ID == b.ID && a.State == b.State && a.Reason == b.Reason && a.Start == b.Start && a.End == b.End &&
		a.Limit == b.Limit && a.Priority == b.Priority && a.Nodes == b.Nodes && a.Array == b.Array
}

// Asking says that the cluster is being asked for this job.
func (p *Pane) Asking() { p.asking = true }

// Apply takes the answer about the job. A failure keeps what is shown.
func (p *Pane) Apply(d slurm.JobDetail, err error) {
	p.asking, p.err = false, err
	if err == nil {
		p.jobs, p.source, p.asOf, p.full, p.warned, p.gone = d.Jobs, d.Source, d.AsOf, true, d.Warnings, false
	}
	p.touch()
}

// Seen takes a fresh list: an open job that has changed or left it is worth asking for again.
func (p *Pane) Seen(list []slurm.Job) {
	if p.ref.Job == 0 || p.source == slurm.Accounting {
		return
	}
	p.gone = true
	for i := range list {
		j := &list[i]
		if p.concerns(j) {
			p.gone = false
			if len(p.jobs) == 1 && p.jobs[0].ID == j.ID && !same(&p.jobs[0], j) {
				p.jobs = []slurm.Job{*j}
				p.full = false
				p.touch()
			}
		}
	}
}

func (p *Pane) concerns(j *slurm.Job) bool {
	switch {
	case p.ref.Task != "":
		return j.Ref() == p.ref
	case p.ref.Het >= 0:
		return j.Ref() == p.ref
	}
	return j.ID == p.ref.Job || j.Array.Job == p.ref.Job || j.Het.Job == p.ref.Job
}

// Wants reports whether the cluster should be asked for the job again: it changed, left the queue, or was never
// answered for.
func (p *Pane) Wants() bool {
	if p.ref.Job == 0 || p.asking || p.source == slurm.Accounting {
		return false
	}
	return !p.full || p.gone || (p.err != nil && fault.KindOf(p.err) != fault.JobUnknown)
}

// Focus says whether the keys go to this pane.
func (p *Pane) Focus(on bool) {
	if p.focused != on {
		p.focused = on
		p.touch()
	}
}

func (p *Pane) touch() { p.drawn.version = -1 }

// Scope is that of a detail.
func (p *Pane) Scope() action.Scope { return action.Detail }

// Title says where one is.
func (p *Pane) Title() string { return "Job " + p.ref.String() }

// Hints are what the footer names.
func (p *Pane) Hints() []action.Action {
	return []action.Action{action.Back, action.Cancel, action.Hold, action.Release, action.SubmitLike, action.CopyID, action.Refresh}
}

// Input takes nothing: there is no text field here.
func (p *Pane) Input(tea.KeyPressMsg) pane.Outcome { return pane.Outcome{} }

// Paste takes nothing.
func (p *Pane) Paste(string) pane.Outcome { return pane.Outcome{} }

// Click does nothing.
func (p *Pane) Click(int, int, bool) pane.Outcome { return pane.Done() }

// Handle scrolls, and changes the job that is shown.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	switch a {
	case action.Down:
		p.pager.Scroll(1)
	case action.Up:
		p.pager.Scroll(-1)
	case action.HalfDown:
		p.pager.HalfPage(1)
	case action.HalfUp:
		p.pager.HalfPage(-1)
	case action.PageDown:
		p.pager.Page(1)
	case action.PageUp:
		p.pager.Page(-1)
	case action.Top:
		p.pager.Top()
	case action.Bottom:
		p.pager.Bottom()
	case action.Cancel:
		if len(p.jobs) > 0 && p.target().Ended {
			return pane.Ask(pane.Say{Text: "nothing to cancel: it has ended already", Tone: theme.Dim})
		}
		return p.ask(func(t []pane.Target) pane.Next { return pane.AskCancel{Targets: t} })
	case action.Hold:
		return p.ask(func(t []pane.Target) pane.Next { return pane.AskUpdate{Targets: t, Hold: true} })
	case action.Release:
		return p.ask(func(t []pane.Target) pane.Next { return pane.AskUpdate{Targets: t} })
	case action.SubmitLike:
		if len(p.jobs) > 0 {
			return pane.Ask(pane.FillSubmit{From: p.jobs[0]})
		}
	case action.CopyID:
		return pane.Ask(pane.Copy{Text: p.ref.String(), What: "job id"})
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

func (p *Pane) ask(wish func([]pane.Target) pane.Next) pane.Outcome {
	if len(p.jobs) == 0 {
		return pane.Done()
	}
	return pane.Ask(wish([]pane.Target{p.target()}))
}

func (p *Pane) target() pane.Target {
	j := &p.jobs[0]
	t := pane.Target{Ref: p.ref, Key: j.ID, Name: j.Name, User: j.User, State: columns.StateWord(j), Tasks: 1, Ended: j.State.IsFinal()}
	if len(p.jobs) > 1 || j.TaskCount() > 1 {
		tally := columns.Tally{}
		for i := range p.jobs {
			tally.Add(&p.jobs[i])
		}
		t.Tasks = tally.Live()
		t.Ended = t.Tasks == 0
		t.State = tally.String()
		if j.Array.Job != 0 && p.ref.Task == "" {
			t.Key = columns.ArrayKey(j.Array.Job)
		}
	}
	return t
}
