package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

type (
	settledArrived struct {
		list []Settled
		err  error
	}
	settleDue struct{ ticket int }
	recalled  struct{ list []Settled }
)

// settleEvery is how often it is asked again while of some submits nobody knows what became: that there is no job is
// certain only some time after the submit.
const settleEvery = 5 * time.Minute

// settle finds out what became of submits of earlier runs.
func (a *App) settle() tea.Cmd {
	if a.opt.Unsettled == nil || a.settling {
		return nil
	}
	a.settling = true
	ctx, u := a.ctx, a.opt.Unsettled
	return func() tea.Msg {
		list, err := u.Settle(ctx)
		return settledArrived{list, err}
	}
}

func (a *App) onSettled(m settledArrived) tea.Cmd {
	a.settling = false
	for i := range m.list {
		a.settled(m.list[i].Key, m.list[i].Job, m.list[i].Open)
	}
	if m.err != nil && !errors.Is(m.err, context.Canceled) && fault.KindOf(m.err) != fault.Cancelled {
		what, _ := pane.Sentences(m.err)
		a.say("earlier submits cannot be looked up: "+what, theme.Warn)
	}
	a.tellSettled(m.list)
	a.unsettled = m.err != nil || len(a.lost) > 0
	if a.unsettled {
		return tea.Batch(a.storeLater(), a.settleLater())
	}
	return a.storeLater()
}

// settleLater sets the timer; a new one makes the old one void.
func (a *App) settleLater() tea.Cmd {
	a.settleAt++
	return a.tick(settleEvery, settleDue{a.settleAt})
}

func (a *App) onSettleDue(m settleDue) tea.Cmd {
	if m.ticket != a.settleAt {
		return nil
	}
	return a.settle()
}

// tellSettled says what became of them: in a window, unless that would come between the user and what they are at. What
// was open before and still is was told already.
func (a *App) tellSettled(list []Settled) {
	list = slices.DeleteFunc(slices.Clone(list), func(s Settled) bool { return s.Open && a.told[s.Key] })
	if len(list) == 0 {
		return
	}
	for i := range list {
		a.told[list[i].Key] = true
	}
	one := &list[0]
	text := "earlier submit of " + named(one.Name) + ": " + one.Outcome
	if len(list) > 1 {
		text = fmt.Sprintf("%s, and %d more", text, len(list)-1)
	}
	tone := theme.Good
	if slices.ContainsFunc(list, func(s Settled) bool { return s.Open }) {
		tone = theme.Warn
	}
	a.say(text, tone)
	if len(a.overlays) > 0 || a.scope().OwnsText() {
		return
	}
	var lines []string
	for i := range list {
		s := &list[i]
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, named(s.Name)+", sent "+columns.EventTime(s.Began, a.opt.Now())+": "+s.Outcome)
		if s.Open {
			lines = append(lines, "Its key, in the comment of the job if there is one:", s.Key) // not set in: it must fit in one line
		}
	}
	a.openText("What became of submits of an earlier run", lines)
}

// settled tells the form what became of a submit, and has its draft stored so.
func (a *App) settled(key string, job uint64, open bool) {
	delete(a.lost, key)
	if open {
		a.lost[key] = true
		return
	}
	a.closed[key] = job
	if d, ok := a.submit.Settle(key, job); ok {
		a.note(d)
		a.showDrafts()
		a.drafts.seen = a.submit.Revision()
	}
	if job != 0 && a.submitted == 0 {
		a.submitted = job
	}
}

// recall asks what is known of submits that drafts name.
func (a *App) recall(keys []string) tea.Cmd {
	if len(keys) == 0 || a.opt.Unsettled == nil {
		return nil
	}
	ctx, u := a.ctx, a.opt.Unsettled
	return func() tea.Msg {
		list, err := u.Recall(ctx, keys)
		if err != nil {
			return recalled{} // the drafts go on saying that it is not known
		}
		return recalled{list}
	}
}

// onRecalled says nothing: whoever found it out has told it.
func (a *App) onRecalled(m recalled) tea.Cmd {
	for i := range m.list {
		a.settled(m.list[i].Key, m.list[i].Job, m.list[i].Open)
	}
	return a.storeLater()
}

// lose takes note of a submit of which nobody knows what became: its job may still show in the queue.
func (a *App) lose(key string, err error) {
	var f *fault.Fault
	if errors.As(err, &f) {
		key = cmp.Or(f.Key, key)
	}
	if key != "" {
		a.lost[key] = true
	}
}

// seekLost looks in a fresh list for jobs of submits whose outcome was not known.
func (a *App) seekLost(jobs []slurm.Job) {
	if len(a.lost) == 0 {
		return
	}
	for i := range jobs {
		if !strings.Contains(jobs[i].Comment, keyMark) {
			continue
		}
		for key := range a.lost {
			if strings.Contains(jobs[i].Comment, key) {
				id := jobs[i].Ref().Job
				a.settled(key, id, false)
				a.say(fmt.Sprintf("the submit of %s arrived after all: it is job %d", named(jobs[i].Name), id), theme.Good)
			}
		}
	}
}

// keyMark begins the key of every submit.
const keyMark = "flexq:"
