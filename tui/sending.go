package tui

import (
	"cmp"
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/fit"
	"flexq/tui/pane/submit"
	"flexq/tui/theme"
)

// sending is a submit that is under way. There may be several, each of another form: which one it is of is the ID of its
// draft, as another form may have taken the place of that one on the screen.
type sending struct {
	job   slurm.Submission
	begun bool    // the job is on its way
	draft unsaved // of the form that it comes from
	// earlier are the submits of the form before this one of which nobody knows what became.
	earlier []submit.Attempt
	// told is the version of another program's draft that the question warned of.
	told string
}

func (s *sending) id() string { return s.draft.draft.ID }

type (
	// versionArrived is what the cluster said of itself when a submit needed to know.
	versionArrived struct {
		about slurm.Cluster
		err   error
	}
	submitReplied struct {
		of     *sending
		answer slurm.Submitted
		at     spot  // where the draft is
		held   bool  // nothing was sent, as another program has sent the draft, or is at it
		kept   error // why the draft could not be stored
		err    error
	}
)

// send submits. The form keeps what was typed, and takes no more of it, until the answer is here.
func (a *App) send(job slurm.Submission, told string) tea.Cmd {
	if a.submit.IsSending() {
		return nil
	}
	asks := slices.ContainsFunc(a.sending, func(s *sending) bool { return !s.begun })
	s := &sending{job: job, told: told, draft: unsaved{draft: a.submit.Sending()}}
	a.sending = append(a.sending, s)
	if a.about.DataVersion == "" {
		a.progress(s, "asking the cluster which version of Slurm it speaks")
		if asks {
			return nil
		}
		return askVersion(a.ctx, a.opt.Service)
	}
	return a.sendNow(s)
}

func askVersion(ctx context.Context, s Service) tea.Cmd {
	return func() tea.Msg {
		about, err := s.Cluster(ctx)
		return versionArrived{about, err}
	}
}

// onVersion goes on with what waits for it, unless the user has left. A version that could not be found does not keep a
// submit: that says why itself.
func (a *App) onVersion(m versionArrived) tea.Cmd {
	var cmds []tea.Cmd
	if m.err == nil {
		cmds = append(cmds, a.knowCluster(m.about))
	}
	if a.ctx.Err() != nil {
		return nil
	}
	for _, s := range a.sending {
		if !s.begun {
			cmds = append(cmds, a.sendNow(s))
		}
	}
	return tea.Batch(cmds...)
}

// sendNow has the draft stored with the key of the submit before anything is sent: whoever finds it after a crash knows
// what to look for.
func (a *App) sendNow(s *sending) tea.Cmd {
	s.begun = true
	if a.opt.NewKey != nil {
		s.job.Key = a.opt.NewKey()
	}
	isThere := a.isThere(s)
	a.submit.SetKey(s.id(), s.job.Key)
	s.earlier = a.unknown(s.draft.draft.Attempts())
	s.draft.draft = s.draft.draft.With(s.earlier).Sending(s.job.Key, a.opt.Now())
	s.draft.number = a.drafts.keeper.number()
	delete(a.drafts.unsaved, s.id()) // it is stored with the submit
	a.drafts.put(s.draft.draft)
	a.showDrafts()
	if isThere {
		a.drafts.seen = a.submit.Revision()
	}
	a.progress(s, "sending")
	return submitJob(a.writes, a.opt.Service, a.drafts.keeper, s)
}

// isThere reports whether the form of a submit is the one on the screen, or behind what is there.
func (a *App) isThere(s *sending) bool { return a.submit.ID() == s.id() }

// unknown are those of the submits of a form of which it is not known here either what became.
func (a *App) unknown(list []submit.Attempt) []submit.Attempt {
	return slices.DeleteFunc(slices.Clone(list), func(at submit.Attempt) bool {
		_, known := a.closed[at.Key]
		return known
	})
}

// sendingUnder is the submit under way with that key, nil if there is none. Where the keys are not known here, the only
// one is meant.
func (a *App) sendingUnder(key string) *sending {
	for _, s := range a.sending {
		if s.job.Key == key || s.job.Key == "" && s.begun && len(a.sending) == 1 {
			return s
		}
	}
	return nil
}

// progress says how far a submit is, in its form and in the footer.
func (a *App) progress(s *sending, text string) {
	a.submit.Progress(s.id(), text)
	if a.isSeen(s) {
		a.say(text, theme.Busy)
		a.message.form = a.submit.Revision() // another form in its place is not under way
	}
}

// named is how a job is called where no terminal must act on its name.
func named(job string) string {
	if job == "" {
		return "a job without a name"
	}
	return fit.Clean(job)
}

func submitJob(w *writes, s Service, k *keeper, of *sending) tea.Cmd {
	what := *of // as it is now: the screen goes on with the other
	return func() tea.Msg {
		end := w.begin("submit " + named(what.job.Name))
		draft := what.draft.draft
		at, kept := k.keep(w.ctx, draft, what.draft.number)
		if kept != nil && at.over == nil && w.ctx.Err() == nil {
			at, kept = k.unlessOffered(w.ctx, draft, kept)
		}
		draft.ID = at.id
		again := func(d Draft) {
			// From here, as the screen may be gone: the draft must not say any more that nobody knows.
			ctx := context.WithoutCancel(w.ctx)
			_, err := k.keep(ctx, d, k.number())
			if err != nil && d.Sent() {
				_, err = k.unlessOffered(ctx, d, err)
			}
			kept = errors.Join(kept, err)
		}
		if at.over != nil && (at.over.Sent() || at.over.Key != "") && at.over.Version != what.told {
			again(draft.With(what.earlier))
			end("not sent: " + overtaker(at.over))
			return submitReplied{of: of, at: at, held: true, kept: kept}
		}
		answer, err := s.Submit(w.ctx, what.job)
		if d, known := settledDraft(draft, &what, answer, err); known {
			again(d)
		}
		end(submitOutcome(answer, err))
		return submitReplied{of: of, answer: answer, at: at, kept: kept, err: err}
	}
}

// settledDraft is the draft of a submit of which it is known what became; false while it is not. Where it made no job, what
// became of an earlier one is as little known as before.
func settledDraft(d Draft, of *sending, answer slurm.Submitted, err error) (Draft, bool) {
	switch {
	case err == nil:
		return d.Taken(answer.ID, cmp.Or(answer.Key, of.job.Key), d.Changed), true
	case fault.KindOf(err) == fault.UnknownOutcome:
		return d, false
	}
	return d.With(of.earlier), true
}
