package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// onSubmitReply takes the answer to a submit. It goes to the form that was sent, wherever that is by now.
func (a *App) onSubmitReply(m submitReplied) tea.Cmd {
	s := m.of
	if !slices.Contains(a.sending, s) {
		return nil
	}
	a.onMoved(m.at)
	a.sending = slices.DeleteFunc(a.sending, func(x *sending) bool { return x == s })
	isThere, isSeen := a.isThere(s), a.isSeen(s)
	a.submit.Answered(s.id())
	switch {
	case m.held:
		a.submit.Elsewhere(s.id(), *m.at.over)
		a.submit.NotSent(s.id())
		a.say(a.of(s, "not sent: "+overtaker(m.at.over)), theme.Warn)
		a.noteUnsent(s, "", m.kept)
		if !isSeen {
			return a.storeLater()
		}
		return a.askAgain()
	case m.err != nil:
		looked := a.submitFailed(s, m.err)
		key := ""
		if fault.KindOf(m.err) == fault.UnknownOutcome {
			key = cmp.Or(keyIn(m.err), s.job.Key)
		}
		a.noteUnsent(s, key, m.kept)
		return tea.Batch(looked, a.storeLater())
	}
	text := a.of(s, submittedAs(m.answer))
	key := cmp.Or(m.answer.Key, s.job.Key)
	a.note(s.draft.draft.Taken(m.answer.ID, key, a.opt.Now()))
	a.submit.Taken(s.id())
	a.showDrafts()
	if isThere {
		a.drafts.seen = a.submit.Revision()
	}
	a.submitted = ours{m.answer.ID, key, s.job.Name}
	if m.answer.Message != "" {
		text += ": " + m.answer.Message
	}
	a.say(text, theme.Good)
	if m.kept != nil {
		a.stored.drafts = m.kept
		a.sayUnkept(m.kept)
	}
	return tea.Batch(a.landOn(m.answer, s.job, isSeen), a.storeLater())
}

// isSeen reports whether the user is at the form of a submit, or would be in Submit: not at another, nor at the picker.
func (a *App) isSeen(s *sending) bool { return a.isThere(s) && a.submit.Scope() == action.Form }

// of says of which job a text is, where its form is not the one on the screen.
func (a *App) of(s *sending, text string) string {
	if a.isSeen(s) {
		return text
	}
	return named(s.job.Name) + ": " + text
}

// noteUnsent has the form of a submit that made no job, or of which that is not known, stored as it is now; lost is its key
// then, and kept is why the submit could not: what that was to store is on no list any more.
func (a *App) noteUnsent(s *sending, lost string, kept error) {
	if a.closed[lost] != 0 { // the queue has shown its job by now
		return
	}
	d := s.draft.draft.With(a.unknown(s.earlier))
	if lost != "" {
		d = d.Sending(lost, a.opt.Now())
		d = d.With(a.unknown(d.Lost))
	}
	isThere := a.isThere(s)
	d, ok := a.submit.Unsent(d)
	if ok {
		a.note(d)
	} else {
		a.takeBack(s.id())
	}
	a.showDrafts()
	if isThere {
		a.drafts.seen = a.submit.Revision()
	}
	if kept != nil && ok {
		a.stored.drafts = kept
		a.sayUnkept(kept)
		a.drafts.unsaved[d.ID] = unsaved{draft: d, number: a.drafts.keeper.number()}
		a.drafts.put(d)
	}
}

// askAgain asks once more whether to send a form that turned out to be sent already: this time it is in the question.
func (a *App) askAgain() tea.Cmd {
	a.askedAgain = a.opt.Now() // a second yes was meant for the first question
	if a.front != placeSubmit || len(a.overlays) > 0 {
		return a.storeLater()
	}
	return tea.Batch(a.fulfil(a.submit.Handle(action.Send)), a.storeLater())
}

// landOn shows the job that was made of the form.
func (a *App) landOn(answer slurm.Submitted, job slurm.Submission, isSeen bool) tea.Cmd {
	// The user may have gone elsewhere meanwhile: nothing is taken from under their fingers.
	stays := !isSeen || a.front != placeSubmit || len(a.overlays) > 0
	a.tellAnswer(&answer, &job, isSeen)
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

// submitFailed tells the form why, and the user: in a window, unless they are at another form.
func (a *App) submitFailed(s *sending, err error) tea.Cmd {
	a.submit.Failed(s.id(), err)
	what, cure := pane.Sentences(err)
	text := pane.Failure(err)
	isLost := fault.KindOf(err) == fault.UnknownOutcome
	switch {
	case isLost:
		text = "not known whether it was submitted: " + what
	case fault.KindOf(err) != fault.Refused:
		text = "not submitted: " + text
	}
	a.say(a.of(s, text), theme.Bad)
	if fault.KindOf(err) == fault.Refused && a.isSeen(s) && a.front == placeSubmit {
		a.message = message{} // the window says it, and then the form
	}
	var looked tea.Cmd
	if isLost {
		looked = a.lose(s.job.Key, err)
	}
	if key := cmp.Or(keyIn(err), s.job.Key); isLost && a.closed[key] == 0 && !a.isSeen(s) {
		a.say(a.of(s, text+"; its key is "+key), theme.Bad)
	}
	if !a.isSeen(s) && a.front == placeSubmit {
		return looked
	}
	a.openFailure(s, err, what, cure)
	return looked
}

// openFailure shows why a submit failed. Where it is not known whether it did, the window says so until it is.
func (a *App) openFailure(s *sending, err error, what, cure string) {
	key, title := cmp.Or(keyIn(err), s.job.Key), a.of(s, submitTitle(err))
	isLost := fault.KindOf(err) == fault.UnknownOutcome
	w := a.openLive(title, func() []string {
		switch job, known := a.closed[key]; {
		case !known || !isLost:
			return submitFailure(err, what, cure)
		case job == 0:
			return []string{"By now it is certain: no job was made of it.", "", "What you typed is still in the form."}
		default:
			return []string{fmt.Sprintf("By now the queue shows it: the job was submitted, as %d.", job)}
		}
	})
	w.titled = func() string {
		switch job, known := a.closed[key]; {
		case !known || !isLost:
			return title
		case job == 0:
			return a.of(s, "The job was not submitted")
		default:
			return a.of(s, fmt.Sprintf("The job was submitted, as %d", job))
		}
	}
	w.tells = key
}
