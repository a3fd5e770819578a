// Package job is the pane that shows one job, or the tasks of one array: everything known, in groups.
package job

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/flex"
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
	ending  func(key, array uint64) bool // a cancel of ours is under way
	err     error
	warned  []slurm.Problem
	gone    bool // the list no longer has it, and the last answer said it had not ended
	focused bool
	outlook pane.Outlook
	events  []flex.Event // all, oldest first
	own     []flex.Event // of this job
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
func New(deps pane.Deps, ending func(key, array uint64) bool) *Pane {
	return &Pane{deps: deps, ending: ending, pager: pager.New(*deps.Theme)}
}

// Show turns to another job; seen is what the list knows of it, perhaps nothing.
func (p *Pane) Show(ref slurm.Ref, seen []slurm.Job) {
	p.ref, p.jobs, p.source, p.full, p.err, p.warned, p.gone = ref, seen, slurm.Live, false, nil, nil, false
	p.asking = false
	p.pickEvents()
	p.pager.Top()
	p.Touch()
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
		p.Touch()
	}
}

func same(a, b *slurm.Job) bool {
	return a.ID == b.ID && a.State == b.State && a.Reason == b.Reason && a.Start == b.Start && a.End == b.End &&
		a.Limit == b.Limit && a.Priority == b.Priority && a.Nodes == b.Nodes && a.Array == b.Array
}

// Asking says that the cluster is being asked for this job.
func (p *Pane) Asking() { p.asking = true }

// IsAsking reports whether the cluster is being asked for this job.
func (p *Pane) IsAsking(ref slurm.Ref) bool { return p.asking && p.ref == ref }

// Apply takes the answer about a job, if it is the one that is shown. A failure keeps what is shown.
func (p *Pane) Apply(ref slurm.Ref, d slurm.JobDetail, err error) {
	if ref != p.ref {
		return
	}
	p.asking, p.err = false, err
	if err == nil {
		p.jobs, p.source, p.asOf, p.full, p.warned, p.gone = d.Jobs, d.Source, d.AsOf, true, d.Warnings, false
	}
	p.Touch()
}

// Seen takes a fresh list. What the list knows better is shown at once; that a record changed, came or went makes
// the job worth asking for again.
func (p *Pane) Seen(list []slurm.Job) {
	if p.ref.Job == 0 || p.source == slurm.Accounting {
		return
	}
	var now []slurm.Job
	for i := range list {
		if p.concerns(&list[i]) {
			now = append(now, list[i])
		}
	}
	p.gone = len(now) == 0
	if p.gone || sameAll(p.jobs, now) {
		return
	}
	p.jobs, p.full = now, false
	p.Touch()
}

func sameAll(a, b []slurm.Job) bool {
	return slices.EqualFunc(a, b, func(x, y slurm.Job) bool { return same(&x, &y) })
}

func (p *Pane) concerns(j *slurm.Job) bool {
	if p.ref.Task != "" || p.ref.Het >= 0 {
		return j.Ref() == p.ref
	}
	return j.ID == p.ref.Job || j.Array.Job == p.ref.Job || j.Het.Job == p.ref.Job
}

// Wants reports whether the cluster should be asked for the job again: it changed, left the queue, was never
// answered for, or is in accounting without having ended. A job that nobody knows is not asked for again.
func (p *Pane) Wants() bool {
	switch {
	case p.ref.Job == 0, p.asking, fault.KindOf(p.err) == fault.JobUnknown:
		return false
	case p.err != nil, !p.full, p.gone:
		return true
	}
	return p.source == slurm.Accounting && !p.final()
}

func (p *Pane) final() bool {
	for i := range p.jobs {
		if !p.jobs[i].State.IsFinal() {
			return false
		}
	}
	return len(p.jobs) > 0
}

// Focus says whether the keys go to this pane.
func (p *Pane) Focus(on bool) {
	if p.focused != on {
		p.focused = on
		p.Touch()
	}
}

// Touch says that something besides the job changed what is drawn.
func (p *Pane) Touch() { p.drawn.version = -1 }

// Scope is that of a detail.
func (p *Pane) Scope() action.Scope { return action.Detail }

// Title says where one is.
func (p *Pane) Title() string { return "Job " + p.ref.String() }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	hints := pane.Hints(action.Back)
	if node := p.node(); node != "" {
		hints = append(hints, pane.Hint{Action: action.OpenNode, Text: "its node"})
	}
	if len(p.jobs) > 0 {
		t := p.target()
		if !t.Ended {
			hints = append(hints, pane.Hint{Action: action.Cancel})
		}
		switch {
		case t.Waits && columns.IsHeld(&p.jobs[0]):
			hints = append(hints, pane.Hint{Action: action.Release})
		case t.Waits:
			hints = append(hints, pane.Hint{Action: action.Hold})
		}
	}
	return append(hints, pane.Hints(action.SubmitLike, action.Watch, action.CopyID, action.Refresh)...)
}

// Input takes nothing: there is no text field here.
func (p *Pane) Input(tea.KeyPressMsg) pane.Outcome { return pane.Outcome{} }

// Paste takes nothing.
func (p *Pane) Paste(string) pane.Outcome { return pane.Outcome{} }

// Click does nothing.
func (p *Pane) Click(int, int, bool) pane.Outcome { return pane.Done() }

// Handle scrolls, and changes the job that is shown.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	if _, known := pane.Move(p.pager, p.pager.Scroll, a); known {
		return pane.Done()
	}
	switch a {
	case action.Open, action.OpenNode:
		return p.openNode()
	case action.Watch:
		return p.watch()
	case action.Cancel:
		if len(p.jobs) > 0 && p.target().Ended {
			return pane.Ask(pane.Say{Text: "nothing to cancel: it has ended already", Tone: theme.Dim})
		}
		return p.ask(func(t []pane.Target) pane.Next { return pane.AskCancel{Targets: t} })
	case action.Hold, action.Release:
		if len(p.jobs) > 0 && !p.target().Waits {
			return pane.Ask(pane.Say{Text: "only jobs that wait can be held or released", Tone: theme.Dim})
		}
		return p.ask(func(t []pane.Target) pane.Next { return pane.AskUpdate{Targets: t, Hold: a == action.Hold} })
	case action.SubmitLike:
		if len(p.jobs) > 0 {
			from := p.jobs[0]
			return pane.Ask(pane.FillSubmit{From: from, Seen: p.jobs[1:], Alone: p.ref.Task != "" && from.Array.HasTask})
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
	t := pane.Target{Ref: p.ref, Key: j.ID, Name: j.Name, User: j.User, State: columns.StateWord(j), Tasks: 1, Ended: j.State.IsFinal(), Waits: j.State.IsPending()}
	if len(p.jobs) > 1 || j.TaskCount() > 1 {
		tally := columns.Tally{}
		for i := range p.jobs {
			tally.Add(&p.jobs[i])
		}
		t.Tasks = tally.Live()
		t.Ended, t.Waits = t.Tasks == 0, tally.Waiting+tally.Held > 0
		t.State = tally.String()
		if j.Array.Job != 0 && p.ref.Task == "" {
			t.Key = columns.ArrayKey(j.Array.Job)
		}
	}
	return t
}
