package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
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
	seen := map[string]bool{}
	for i := range m.list {
		s := a.now(m.list[i])
		seen[s.Key] = a.seesOutcome(s.Key, s.Job)
		a.settled(s.Key, s.Job, s.Open)
		a.learnFrom(&s)
	}
	noted := a.seekLost(a.jobsFeed.Items()) // a list that came while it was looked has no successor until something changes
	if m.err != nil && !errors.Is(m.err, context.Canceled) && fault.KindOf(m.err) != fault.Cancelled {
		what, _ := pane.Sentences(m.err)
		a.say("earlier submits cannot be looked up: "+what, theme.Warn)
	}
	a.tellSettled(m.list, seen)
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

// tellSettled says what became of them, but not what was told already. Of those of which it is still not known the footer
// tells how many there are; seen are the keys of those that the user sees at their forms.
func (a *App) tellSettled(list []Settled, seen map[string]bool) {
	var news []Settled
	for i := range list {
		s := a.now(list[i])
		if wasClosed, told := a.told[s.Key]; told && (wasClosed || s.Open) {
			continue
		}
		a.told[s.Key] = !s.Open
		if !s.Open {
			news = append(news, s)
		}
	}
	if len(news) == 0 {
		return
	}
	a.say(newsText(news), newsTone(news))
	for i := range news {
		if !seen[news[i].Key] {
			a.keepNews(news[i])
		}
	}
	a.showNews()
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
	form := a.submit.ID()
	if list := a.submit.Settle(key, job); len(list) > 0 {
		a.edits.moved(spot{from: form, id: a.submit.ID()})
		for _, d := range list {
			a.note(d)
		}
		a.showDrafts()
		a.drafts.seen = a.submit.Revision()
	}
	a.redraw()
}

// learnFrom takes the job of an earlier submit for one that tells who the user is.
func (a *App) learnFrom(s *Settled) {
	if s.Job != 0 && a.submitted.job == 0 {
		a.submitted = ours{s.Job, s.Key, s.Name}
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
	var look tea.Cmd
	for i := range m.list {
		a.settled(m.list[i].Key, m.list[i].Job, m.list[i].Open)
		a.learnFrom(&m.list[i])
		if m.list[i].Open && look == nil {
			look = a.settle() // it may have become known only now that there was such a submit
		}
	}
	return tea.Batch(a.seekLost(a.jobsFeed.Items()), a.storeLater(), look)
}
