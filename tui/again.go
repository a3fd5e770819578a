package tui

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/template"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// like is what a form is filled from: the records of one job, of an array or of a het job.
type like struct {
	jobs  []slurm.Job // at least one
	alone bool        // one task of an array
}

// ref names what is submitted again.
func (l like) ref() slurm.Ref {
	switch j := &l.jobs[0]; {
	case j.Array.Job != 0 && !l.alone:
		return slurm.RefTo(j.Array.Job)
	case j.Het.Job != 0:
		return slurm.RefTo(j.Het.Job)
	default:
		return j.Ref()
	}
}

// isArray reports whether it is a whole array, of which records tell only what the queue still has.
func (l like) isArray() bool { return l.jobs[0].Array.Job != 0 && !l.alone }

// script is what was kept of it with what the records add. One task of an array stays one.
func (l like) script(past slurm.JobScript) string {
	text := template.FromKept(past, l.jobs...)
	if j := &l.jobs[0]; l.alone {
		if one, err := sbatch.SetIn(text, 0, "array", strconv.FormatUint(uint64(j.Array.Task), 10)); err == nil {
			return one
		}
	}
	return text
}

// pastArrived is how a job was submitted, as far as anybody knows.
type pastArrived struct {
	ticket int
	like   like
	past   slurm.JobScript
	err    error
}

// submitLike fills the form so that a job can be submitted once more: from the form that it was sent from, if that is
// kept, else at once from what the list knows, and a moment later with the script that accounting has.
func (a *App) submitLike(n pane.FillSubmit) tea.Cmd {
	l := a.like(n)
	isKept := func(d Draft) bool { return d.Became(&n.From) && n.From.User == a.user }
	if i := slices.IndexFunc(a.drafts.list, isKept); i >= 0 && !l.alone {
		a.submit.Again(a.drafts.list[i])
		return a.show(placeSubmit)
	}
	a.fillLike(l, slurm.JobScript{})
	return tea.Batch(a.show(placeSubmit), a.askPast(l))
}

// like gathers the records of what is to be submitted again: those that the pane has, and those of the queue.
func (a *App) like(n pane.FillSubmit) like {
	l := like{jobs: []slurm.Job{n.From}, alone: n.Alone}
	if !n.Alone {
		for _, j := range slices.Concat(n.Seen, a.jobs.Records(l.ref())) {
			if !slices.ContainsFunc(l.jobs, func(had slurm.Job) bool { return had.ID == j.ID && had.Ref() == j.Ref() }) {
				l.jobs = append(l.jobs, j)
			}
		}
	}
	for i := range l.jobs {
		if j := &l.jobs[i]; j.User != a.user { // another's directories are not ours to run in and to write to
			j.WorkDir, j.StdIn, j.StdOut, j.StdErr = "", "", "", ""
		}
	}
	return l
}

// fillLike fills the form, and says below it what is not as it was.
func (a *App) fillLike(l like, past slurm.JobScript) (script string) {
	script = l.script(past)
	a.submit.Fill(l.ref().String(), script)
	text := seenOnly(l, past, script)
	warn := text != ""
	if added := template.Added(past, script); past.Text != "" && len(added) > 0 {
		text = strings.TrimPrefix(text+"; put in that the script had not, or had otherwise: "+strings.Join(added, ", "), "; ")
	}
	a.submit.Tell(text, warn)
	return script
}

// seenOnly says which tasks of an array the form has, where nobody knows those that it was asked for with.
func seenOnly(l like, past slurm.JobScript, script string) string {
	if !l.isArray() || template.TellsTasks(past, l.jobs[0]) {
		return ""
	}
	tasks := sbatch.Read(script, sbatch.Options{}).Job.Array
	if tasks == "" {
		return "the tasks of array " + l.ref().String() + " are not known: Slurm cuts long lists short; write --array"
	}
	return "--array has the tasks that are in the queue now (" + tasks + "), not those that have ended: make it whole if you want them all"
}

// askPast asks for the script of a job; another question makes this one void.
func (a *App) askPast(l like) tea.Cmd {
	if a.opt.Past == nil {
		return nil
	}
	a.ticket++
	a.likeAsked, a.likeRevision = a.ticket, a.submit.Revision()
	a.submit.Await(asksFor(l.ref().String()))
	ctx, from, ticket := a.ctx, a.opt.Past, a.ticket
	over := a.opt.Tick(longestPast, func(time.Time) tea.Msg { return pastOver{ticket, l} })
	return tea.Batch(over, func() tea.Msg { return askPast(ctx, from, ticket, l) })
}

// longestPast is how long a form waits for its script. One that comes later is taken as long as the form is as it was.
const longestPast = 30 * time.Second

// pastOver says that a form has waited long enough.
type pastOver struct {
	ticket int
	like   like
}

func (a *App) onPastOver(m pastOver) {
	if m.ticket != a.likeAsked || a.likeRevision == 0 {
		return
	}
	a.noMoreAwaited(m.like)
	if a.submit.Revision() == a.likeRevision {
		a.submit.TellMore("accounting has not given the script of job "+m.like.ref().String()+" in "+pane.Age(longestPast)+
			": write its commands, or wait; it is still asked", true)
	}
}

func askPast(ctx context.Context, from Past, ticket int, l like) tea.Msg {
	past, err := from.Script(ctx, l.ref())
	return pastArrived{ticket, l, past, err}
}

// onPast puts the script into the form, unless that was touched meanwhile.
func (a *App) onPast(m pastArrived) {
	if m.ticket != a.likeAsked {
		return
	}
	id := m.like.ref().String()
	a.noMoreAwaited(m.like)
	defer func() { a.likeRevision = 0 }() // it is not awaited any more
	isNew := a.submit.Revision() != a.likeRevision || a.submit.IsSending()
	isEdited := a.edits.underWay != nil // what the editor leaves is to find the form that it comes from
	switch {
	case m.err != nil || m.past.Text == "":
		if m.err == nil && m.past.Line != "" && !isNew && !isEdited { // it says what was asked for, if not what was run
			a.fillLike(m.like, m.past)
		}
		if !isNew { // below the form, as long as that is as it was filled
			a.submit.TellMore(noScript(id, m.err), true)
		}
	case isNew || isEdited:
		a.say("the script of job "+id+" came late: S on the job takes it", theme.Warn)
	default:
		a.fillLike(m.like, m.past)
		a.say("the script of job "+id+", as accounting has it", theme.Good)
	}
}

// noMoreAwaited ends the waiting for a script, and what was said to who would not wait.
func (a *App) noMoreAwaited(l like) {
	a.submit.Awaited()
	if strings.HasSuffix(a.message.text, asksFor(l.ref().String())) {
		a.message = message{}
	}
}

// noScript says that there is no script of a job, and why: it was not kept, or is not for us, or accounting could not be asked.
func noScript(id string, err error) string {
	if err == nil {
		return "accounting does not give the script of job " + id + ": write its commands, or pick a template"
	}
	return "accounting could not be asked for the script of job " + id + " (" + pane.Failure(err) + "): S on the job asks again; or write its commands"
}

// asksFor says that the script of a job is on its way.
func asksFor(id string) string { return "asking accounting for the script of job " + id }
