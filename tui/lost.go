package tui

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/theme"
)

// keyMark begins the key of every submit.
const keyMark = "flexq:"

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
	for i := range jobs {
		if !strings.Contains(jobs[i].Comment, keyMark) {
			continue
		}
		for key := range a.lost {
			if strings.Contains(jobs[i].Comment, key) {
				id := jobs[i].Ref().Job
				a.settled(key, id, false)
				if _, told := a.told[key]; told {
					a.told[key] = true
				}
				a.say(fmt.Sprintf("the submit of %s arrived after all: it is job %d", named(jobs[i].Name), id), theme.Good)
				cmds = append(cmds, a.noteFound(key, id))
			}
		}
	}
	return tea.Batch(cmds...)
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
