package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
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
	noted := a.seekLost(a.jobsFeed.Items()) // a list that came while it was looked has no successor until something changes
	if m.err != nil && !errors.Is(m.err, context.Canceled) && fault.KindOf(m.err) != fault.Cancelled {
		what, _ := pane.Sentences(m.err)
		a.say("earlier submits cannot be looked up: "+what, theme.Warn)
	}
	a.tellSettled(m.list)
	a.unsettled = m.err != nil || len(a.lost) > 0
	if a.unsettled {
		return tea.Batch(noted, a.storeLater(), a.settleLater())
	}
	return tea.Batch(noted, a.storeLater())
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
// was told already is not told again.
func (a *App) tellSettled(list []Settled) {
	list = slices.DeleteFunc(slices.Clone(list), func(s Settled) bool {
		closed, told := a.told[s.Key]
		return told && (closed || s.Open)
	})
	if len(list) == 0 {
		return
	}
	isOpen := false
	for i := range list {
		list[i] = a.now(list[i])
		a.told[list[i].Key] = !list[i].Open
		isOpen = isOpen || list[i].Open
	}
	text := "earlier submit of " + named(list[0].Name) + ": " + list[0].Outcome
	if len(list) > 1 {
		text = fmt.Sprintf("%s, and %d more", text, len(list)-1)
	}
	tone := theme.Good
	if isOpen {
		tone = theme.Warn
	}
	a.say(text, tone)
	if len(a.overlays) > 0 || a.scope().OwnsText() {
		return
	}
	a.openLive("What became of earlier submits", func() []string { return a.settledLines(list) })
}

// settledLines are the text of the window, with what is known by now.
func (a *App) settledLines(list []Settled) []string {
	var lines []string
	for i := range list {
		s := a.now(list[i])
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, named(s.Name)+", sent "+columns.EventTime(s.Began, a.opt.Now())+": "+s.Outcome)
		if s.Open {
			lines = append(lines, "Its key, in the comment of the job if there is one:", s.Key) // not set in: it must fit in one line
		}
	}
	return lines
}

// now is what is known of a submit by now: a list of jobs may have shown it since it was looked for.
func (a *App) now(s Settled) Settled {
	job, known := a.closed[s.Key]
	if !s.Open || !known {
		return s
	}
	s.Open, s.Job, s.Outcome = false, job, "not submitted"
	if job != 0 {
		s.Outcome = fmt.Sprintf("submitted as %d", job)
	}
	return s
}

// settled tells the form what became of a submit, and has its draft stored so. What is known once is not unknown again: it
// may have been looked for before a list of jobs showed it.
func (a *App) settled(key string, job uint64, open bool) {
	_, known := a.closed[key]
	if open {
		if !known {
			a.lost[key] = true
		}
		return
	}
	delete(a.lost, key)
	a.closed[key] = job
	if d, ok := a.submit.Settle(key, job); ok {
		a.note(d)
		a.showDrafts()
		a.drafts.seen = a.submit.Revision()
	}
	if job != 0 && a.submitted == 0 {
		a.submitted = job
	}
	a.redraw()
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
	var look tea.Cmd
	for i := range m.list {
		a.settled(m.list[i].Key, m.list[i].Job, m.list[i].Open)
		if m.list[i].Open && look == nil {
			look = a.settle() // it may have become known only now that there was such a submit
		}
	}
	return tea.Batch(a.seekLost(a.jobsFeed.Items()), a.storeLater(), look)
}
