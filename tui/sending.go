package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// sending is a submit that is under way.
type sending struct {
	job   slurm.Submission
	begun bool    // the job is on its way
	draft unsaved // of the form that it comes from, once it is; without an ID there is none
	// earlier is the key of a submit of the form before this one of which nobody knows what became.
	earlier string
	// told is the version of another program's draft that the question warned of.
	told string
}

type (
	// versionArrived is what the cluster said of itself when a submit needed to know.
	versionArrived struct {
		about slurm.Cluster
		err   error
	}
	submitReplied struct {
		answer slurm.Submitted
		at     spot  // where the draft is
		held   bool  // nothing was sent, as another program has sent the draft, or is at it
		kept   error // why the draft could not be stored
		err    error
	}
)

// send submits. The form keeps what was typed, and takes no more of it, until the answer is here.
func (a *App) send(job slurm.Submission, told string) tea.Cmd {
	if a.sending != nil {
		return nil
	}
	a.submit.Sending(true)
	a.sending = &sending{job: job, told: told}
	if a.about.DataVersion == "" {
		a.progress("asking the cluster which version of Slurm it speaks")
		return askVersion(a.ctx, a.opt.Service)
	}
	return a.sendNow()
}

func askVersion(ctx context.Context, s Service) tea.Cmd {
	return func() tea.Msg {
		about, err := s.Cluster(ctx)
		return versionArrived{about, err}
	}
}

// onVersion goes on with the submit, unless the user has left. A version that could not be found does not keep it: the
// submit says why itself.
func (a *App) onVersion(m versionArrived) tea.Cmd {
	if m.err == nil {
		a.knowCluster(m.about)
	}
	if a.sending == nil || a.ctx.Err() != nil {
		return nil
	}
	return a.sendNow()
}

// sendNow has the draft stored with the key of the submit before anything is sent: whoever finds it after a crash knows
// what to look for.
func (a *App) sendNow() tea.Cmd {
	s := a.sending
	s.begun = true
	if a.opt.NewKey != nil {
		s.job.Key = a.opt.NewKey()
	}
	a.submit.SetKey(s.job.Key)
	s.earlier = a.submit.Earlier()
	if d, ok := a.submit.Draft(); ok {
		s.draft = unsaved{d, a.drafts.keeper.number()}
	}
	delete(a.drafts.unsaved, s.draft.draft.ID) // it is stored with the submit
	a.drafts.seen = a.submit.Revision()
	a.progress("sending")
	return submitJob(a.writes, a.opt.Service, a.drafts.keeper, *s)
}

// progress says how far the submit is, in the form and in the footer.
func (a *App) progress(text string) {
	a.submit.Progress(text)
	a.say(text, theme.Busy)
}

// named is how a job is called where no terminal must act on its name.
func named(job string) string {
	if job == "" {
		return "a job without a name"
	}
	return fit.Clean(job)
}

func submitJob(w *writes, s Service, k *keeper, what sending) tea.Cmd {
	return func() tea.Msg {
		end := w.begin("submit " + named(what.job.Name))
		draft := what.draft.draft
		at, kept := k.keep(w.ctx, draft, what.draft.number)
		draft.ID = at.id
		again := func(d Draft) {
			// From here, as the screen may be gone: the draft must not say any more that nobody knows.
			_, err := k.keep(context.WithoutCancel(w.ctx), d, k.number())
			kept = errors.Join(kept, err)
		}
		if at.over != nil && (at.over.Sent() || at.over.Key != "") && at.over.Version != what.told {
			draft.Key = what.earlier
			again(draft)
			end("not sent: " + overtaker(at.over))
			return submitReplied{at: at, held: true, kept: kept}
		}
		answer, err := s.Submit(w.ctx, what.job)
		if d, known := settledDraft(draft, what.earlier, answer, err); known {
			again(d)
		}
		end(submitOutcome(answer, err))
		return submitReplied{answer: answer, at: at, kept: kept, err: err}
	}
}

// settledDraft is the draft of a submit of which it is known what became; false while it is not. Where it made no job, what
// became of an earlier one is as little known as before.
func settledDraft(d Draft, earlier string, answer slurm.Submitted, err error) (Draft, bool) {
	if fault.KindOf(err) == fault.UnknownOutcome {
		return d, false
	}
	d.Key = earlier
	if err == nil {
		d.Key, d.Job = "", answer.ID
	}
	return d, true
}

func (a *App) onSubmitReply(m submitReplied) tea.Cmd {
	s := a.sending
	if s == nil {
		return nil
	}
	a.sending = nil
	a.submit.Sending(false)
	a.submit.Progress("")
	a.onMoved(m.at)
	if m.held {
		a.submit.Elsewhere(*m.at.over)
		a.say("not sent: "+overtaker(m.at.over), theme.Warn)
		return a.askAgain()
	}
	if m.err != nil {
		looked := a.submitFailed(m.err, s.job.Key)
		a.noteForm()
		a.noteUnkept(m.kept)
		return tea.Batch(looked, a.storeLater())
	}
	a.note(a.submit.Taken(m.answer.ID))
	a.showDrafts()
	a.drafts.seen = a.submit.Revision()
	a.submitted = m.answer.ID
	text := fmt.Sprintf("submitted as %d", m.answer.ID)
	if m.answer.Message != "" {
		text += ": " + m.answer.Message
	}
	a.say(text, theme.Good)
	if m.kept != nil {
		a.stored.drafts = m.kept
		a.sayUnkept(m.kept)
	}
	return tea.Batch(a.landOn(m.answer, s.job), a.storeLater())
}

// noteUnkept has the form stored once more where the submit could not: what that was to store is on no list any more.
func (a *App) noteUnkept(err error) {
	d, ok := a.submit.Draft()
	if err == nil || !ok {
		return
	}
	a.stored.drafts = err
	a.sayUnkept(err)
	a.drafts.unsaved[d.ID] = unsaved{d, a.drafts.keeper.number()}
	a.drafts.put(d)
}

// askAgain asks once more whether to send a form that turned out to be sent already: this time it is in the question.
func (a *App) askAgain() tea.Cmd {
	a.submit.NotSent()
	a.noteForm()
	a.askedAgain = a.opt.Now() // a second yes was meant for the first question
	if a.front != placeSubmit || len(a.overlays) > 0 {
		return a.storeLater()
	}
	return tea.Batch(a.fulfil(a.submit.Handle(action.Send)), a.storeLater())
}

// landOn shows the job that was made of the form.
func (a *App) landOn(answer slurm.Submitted, job slurm.Submission) tea.Cmd {
	// The user may have gone elsewhere meanwhile: nothing is taken from under their fingers.
	stays := a.front != placeSubmit || len(a.overlays) > 0
	if len(answer.Warnings) > 0 {
		a.openText(fmt.Sprintf("Job %d was submitted; Slurm warns", answer.ID), problems(answer.Warnings))
	}
	if stays {
		return a.sooner(jobsFeed, true)
	}
	a.back, a.landed = nil, a.opt.Now()
	a.put(placeJobs)
	a.jobs.Await(answer.ID)
	open := pane.OpenJob{Ref: slurm.Ref{Job: answer.ID, Het: -1}, Seen: a.unseen(answer.ID, job)}
	return tea.Batch(a.openJob(open), a.sooner(jobsFeed, true))
}

// unseen is what is known of a job that no list has shown yet: what was asked for.
func (a *App) unseen(id uint64, job slurm.Submission) []slurm.Job {
	if job.Array != "" || len(job.Parts) > 0 {
		return nil // there is more than one, and Slurm says how they are numbered
	}
	return []slurm.Job{{ // as if the cluster had told it, whose words are clean
		ID: id, Name: fit.Clean(job.Name), User: a.user, Partition: fit.Clean(job.Partition), Account: fit.Clean(job.Account),
		QOS: fit.Clean(job.QOS), State: slurm.ParseJobState("PENDING"), Submit: slurm.TimeOf(a.opt.ClusterNow()), Limit: job.Limit,
		WorkDir: fit.Clean(job.WorkDir), Comment: fit.Clean(strings.TrimSpace(job.Comment + " " + job.Key)), Het: slurm.Het{},
	}}
}

func (a *App) submitFailed(err error, key string) tea.Cmd {
	a.submit.Failed(err)
	what, cure := pane.Sentences(err)
	text := what
	var looked tea.Cmd
	switch fault.KindOf(err) {
	case fault.Refused:
	case fault.UnknownOutcome:
		text = "not known whether it was submitted: " + what
	default:
		text = "not submitted: " + what
	}
	a.say(text, theme.Bad)
	if fault.KindOf(err) == fault.UnknownOutcome {
		looked = a.lose(key, err)
	}
	a.openLive(submitTitle(err), func() []string {
		if job := a.closed[cmp.Or(keyIn(err), key)]; job != 0 {
			return []string{fmt.Sprintf("By now the queue shows it: the job was submitted, as %d.", job)}
		}
		return submitFailure(err, what, cure)
	})
	return looked
}

// noteForm has the form stored as it is now.
func (a *App) noteForm() {
	if d, ok := a.submit.Draft(); ok {
		a.note(d)
	}
	a.drafts.seen = a.submit.Revision()
}
