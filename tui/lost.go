package tui

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/theme"
)

// lose takes note of a submit of this run of which nobody knows what became: its job may still show in the queue. It is
// looked for again later, as those of earlier runs are.
func (a *App) lose(key string, err error) tea.Cmd {
	if key = cmp.Or(keyIn(err), key); key == "" {
		return nil
	}
	a.lost[key], a.told[key] = true, false
	noted := a.seekLost(a.jobsFeed.Items())
	if a.opt.Unsettled == nil || len(a.lost) == 0 {
		return noted
	}
	a.unsettled = true
	return tea.Batch(noted, a.settleLater())
}

// keyIn is the key of the submit that an error is about, "" if it names none.
func keyIn(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Key
	}
	return ""
}

// seekLost looks in a list of jobs for those of submits whose outcome was not known: the list has their keys, and nothing
// is asked for. What it returns notes what it found.
func (a *App) seekLost(jobs []slurm.Job) tea.Cmd {
	if len(a.lost) == 0 {
		return nil
	}
	var cmds []tea.Cmd
	defer a.showNews()
	for i := range jobs {
		if !strings.Contains(jobs[i].Comment, slurm.KeyPrefix) {
			continue
		}
		for key := range a.lost {
			if strings.Contains(jobs[i].Comment, key) {
				id := jobs[i].Ref().Job
				isSeen := a.seesOutcome(key, id)
				a.settled(key, id, false)
				a.learnFrom(&Settled{Key: key, Name: jobs[i].Name, Job: id})
				a.tellArrived(&jobs[i], key, isSeen)
				cmds = append(cmds, a.noteFound(key, id))
			}
		}
	}
	return tea.Batch(cmds...)
}

// tellArrived says that the job of a lost submit is in the queue; of one that another program may just be sending, whose
// answer was never lost, no more than that.
func (a *App) tellArrived(j *slurm.Job, key string, isSeen bool) {
	id := j.Ref().Job
	if _, told := a.told[key]; !told {
		a.say(fmt.Sprintf("the submit of %s is in the queue, as job %d", named(j.Name), id), theme.Good)
		return
	}
	a.told[key] = true
	a.say(fmt.Sprintf("the submit of %s arrived after all: it is job %d", named(j.Name), id), theme.Good)
	if !isSeen {
		a.keepNews(Settled{Key: key, Name: j.Name, Began: j.Submit.Std(), Job: id, Outcome: fmt.Sprintf("submitted as %d", id)})
	}
}

// seesOutcome reports whether the user sees what becomes of a submit: in a window about it, or at its form, which says from
// then on that it was sent.
func (a *App) seesOutcome(key string, job uint64) bool {
	if n := len(a.overlays); n > 0 {
		w, ok := a.overlays[n-1].(*window)
		return ok && w.tells == key
	}
	return job != 0 && a.front == placeSubmit && a.submit.Scope() == action.Form && a.submit.Names(key)
}

// noteFound has the ledger know what the queue has shown.
func (a *App) noteFound(key string, job uint64) tea.Cmd {
	if a.opt.Unsettled == nil {
		return nil
	}
	ctx, u := a.ctx, a.opt.Unsettled
	return func() tea.Msg {
		u.Found(ctx, key, job)
		return nil
	}
}
