package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	"flexq/tui/pane"
	"flexq/tui/theme"
)

// lastKeep is how long the drafts may take when the screen is gone.
const lastKeep = 3 * time.Second

// notKept are the drafts of which it is not known that they are stored. Commands that were to do it may never have run;
// what they have stored since is newer, and stays.
func (a *App) notKept() []unsaved {
	list := append(slices.Clone(a.drafts.handed), a.takeUnsaved()...)
	for _, s := range a.sending {
		if s.begun {
			list = append(list, s.draft)
		}
	}
	return list
}

// keepDrafts stores what is not stored yet, for when the screen is gone, and says what the user finds again.
func (a *App) keepDrafts(sound bool) []string {
	if a.drafts.keeper.store == nil {
		return nil
	}
	after := func(bool) []string { return nil }
	if sound {
		after = a.lastEdit()
		a.remember()
	}
	list := a.notKept()
	if d, ok := a.submit.PathDraft(); sound && ok {
		list = append(list, unsaved{draft: d, number: a.drafts.keeper.number()})
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(a.ctx), lastKeep)
	defer cancel()
	done := make(chan draftsKept, 1)
	go func() { done <- keepAll(ctx, a.drafts.keeper, list) }()
	var out draftsKept
	select {
	case out = <-done:
	case <-ctx.Done():
		out.err = ctx.Err()
	}
	if out.err != nil {
		what, _ := pane.Sentences(out.err)
		return append([]string{"what you typed in Submit could not be kept: " + what}, after(false)...)
	}
	lines := after(true)
	for _, at := range out.at {
		if at.over != nil {
			lines = append(lines, movedWords(at))
		}
	}
	if sound {
		lines = append(lines, a.keptWords()...)
	}
	return lines
}

// keptWords say where the forms are found again that were not sent, or of which nobody knows. One that has become a job
// meanwhile is no draft any more.
func (a *App) keptWords() []string {
	var lines []string
	more := a.submit.Dirty()
	for _, s := range a.sending {
		d, ok := a.drafts.keeper.stored(s.draft)
		if !s.begun || !ok || !d.Sent() && d.Key == "" {
			continue
		}
		if !d.Sent() {
			lines = append(lines, fmt.Sprintf("the form of %s is kept as a draft: before you send it again, look for its key %s, "+
				"or see what `flexq ledger resolve` finds", named(s.job.Name), d.Key))
		}
		if a.isThere(s) {
			more = false
		}
	}
	if more {
		lines = append(lines, "what you typed in Submit is kept as a draft; the screen offers it under Submit")
	}
	return lines
}

// onMoved takes note of a draft that has a place of its own now, as another program has changed the one that it was.
func (a *App) onMoved(at spot) {
	s := &a.drafts
	if at.over == nil || !s.keeper.moved(at.from) {
		return
	}
	a.submit.Moved(at.from, at.id)
	a.edits.moved(at)
	for _, x := range a.sending {
		if x.draft.draft.ID == at.from {
			x.draft.draft.ID = at.id
		}
	}
	if u, ok := s.unsaved[at.from]; ok {
		delete(s.unsaved, at.from)
		u.draft.ID = at.id
		s.unsaved[at.id] = u
	}
	if i := slices.IndexFunc(s.list, func(d Draft) bool { return d.ID == at.from }); i >= 0 {
		own := s.list[i]
		own.ID = at.id
		s.put(own)
	}
	s.list = slices.DeleteFunc(s.list, func(d Draft) bool { return d.ID == at.from })
	if at.over.ID != "" {
		s.put(*at.over)
	}
	a.submit.Elsewhere(at.id, *at.over)
	a.showDrafts()
	a.say(movedWords(at), theme.Warn)
}

// movedWords say what became of a draft that two programs had.
func movedWords(at spot) string { return overtaker(at.over) + ": what you typed is kept apart" }

// overtaker says what another program has made of a draft.
func overtaker(d *Draft) string {
	switch {
	case d.Sent():
		return fmt.Sprintf("another flexq sent it as job %d", d.Job)
	case d.Key != "":
		return "another flexq is sending it"
	}
	return "another flexq changed this draft"
}
