package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// drafts are the submit forms that are kept, and those whose newest state is not stored yet.
type drafts struct {
	keeper  *keeper
	list    []Draft // newest first
	listErr error   // why some of those of earlier runs could not be read
	seen    uint64  // the revision of the form that was looked at last
	unsaved map[string]unsaved
	dropped map[string]bool // their ids: a list that was read before may still name them
	due     bool            // a timer runs
	saving  bool
	handed  []unsaved // to the command that stores them
	failed  string    // why the last could not be stored, so that it is said once
}

// unsaved is a draft that is to be stored, or of which what is stored is to go.
type unsaved struct {
	draft  Draft
	number uint64
	gone   bool
}

// keepAfter is how long after an edit the form is stored: at most so much typing is lost with the program.
const keepAfter = time.Second

type (
	draftsListed struct {
		list []Draft
		at   uint64 // when, by the keeper's numbers
		err  error
	}
	draftsDue  struct{}
	draftsKept struct {
		at     []spot
		failed []unsaved
		err    error
	}
	draftDropped struct{ err error }
)

func newDrafts(store Drafts) drafts {
	return drafts{keeper: newKeeper(store), unsaved: map[string]unsaved{}, dropped: map[string]bool{}}
}

// listDrafts reads what earlier runs kept.
func listDrafts(ctx context.Context, k *keeper) tea.Cmd {
	if k.store == nil {
		return nil
	}
	return func() tea.Msg {
		list, at, err := k.list(ctx)
		return draftsListed{list, at, err}
	}
}

// onDraftsListed takes what earlier runs kept. Of submits that were cut short it asks what is known.
func (a *App) onDraftsListed(m draftsListed) tea.Cmd {
	for _, d := range m.list {
		a.learn(d, m.at)
	}
	a.drafts.listErr = m.err
	a.showDrafts()
	var keys []string
	for _, d := range slices.Clone(a.drafts.list) {
		for _, key := range d.Keys() {
			if a.sendingUnder(key) != nil {
				continue
			}
			if job, known := a.closed[key]; known {
				a.settled(key, job, false)
				continue
			}
			a.lost[key] = true
			keys = append(keys, key)
		}
	}
	a.redraw() // a question may warn of what another program is at
	return tea.Batch(a.recall(keys), a.seekLost(a.jobsFeed.Items()), a.storeLater())
}

// learn takes what is stored of a draft, unless it was forgotten here since, or there is another state of it here: in the
// form, or about to be stored. What becomes of the two is seen when that one is stored.
func (a *App) learn(d Draft, at uint64) {
	s := &a.drafts
	if s.dropped[d.ID] || !s.keeper.isNews(d, at) {
		return
	}
	a.submit.Stored(d)
	if d.ID == a.submit.ID() {
		a.submit.Elsewhere(d.ID, d)
		return
	}
	handed := slices.ContainsFunc(s.handed, func(u unsaved) bool { return u.draft.ID == d.ID })
	if _, own := s.unsaved[d.ID]; own || handed {
		return
	}
	s.keeper.goBy(d)
	s.put(d)
}

// put takes a draft into the list, in the place of another state of it.
func (s *drafts) put(d Draft) {
	s.list = append(slices.DeleteFunc(s.list, func(old Draft) bool { return old.ID == d.ID }), d)
}

// showDrafts hands the form what can be picked.
func (a *App) showDrafts() {
	slices.SortStableFunc(a.drafts.list, func(x, y Draft) int {
		return cmp.Or(y.Changed.Compare(x.Changed), cmp.Compare(x.ID, y.ID))
	})
	a.submit.SetDrafts(slices.Clone(a.drafts.list), a.drafts.listErr)
}

// remember looks after each message whether the form is another than before, and has it stored a moment later.
func (a *App) remember() tea.Cmd {
	rev := a.submit.Revision()
	if rev == a.drafts.seen {
		return nil
	}
	a.drafts.seen = rev
	if a.message.form != 0 && a.message.form != rev {
		a.message = message{}
	}
	if d, ok := a.submit.Draft(); ok {
		a.note(d)
	} else {
		if a.submit.TakenBack() {
			a.takeBack(a.submit.ID())
		}
		a.showDrafts() // the form that was there may have been replaced: it is among those that can be picked
	}
	return a.storeLater()
}

// note takes a draft among those that can be picked, and among those to be stored.
func (a *App) note(d Draft) {
	i := slices.IndexFunc(a.drafts.list, func(old Draft) bool { return old.ID == d.ID })
	if d.ID == "" || i >= 0 && isSame(a.drafts.list[i], d) && a.drafts.list[i].Changed.Equal(d.Changed) {
		return // it was only opened
	}
	a.drafts.unsaved[d.ID] = unsaved{draft: d, number: a.drafts.keeper.number()}
	delete(a.drafts.dropped, d.ID)
	a.drafts.put(d)
}

// takeBack has what is kept of a form forgotten: all that is in it is elsewhere.
func (a *App) takeBack(id string) {
	i := slices.IndexFunc(a.drafts.list, func(d Draft) bool { return d.ID == id })
	if i < 0 {
		return
	}
	a.drafts.unsaved[id] = unsaved{draft: Draft{ID: id}, number: a.drafts.keeper.number(), gone: true}
	a.drafts.list = slices.Delete(a.drafts.list, i, i+1)
}

func (a *App) storeLater() tea.Cmd {
	if a.drafts.due || a.drafts.saving || len(a.drafts.unsaved) == 0 {
		return nil
	}
	a.drafts.due = true
	return a.tick(keepAfter, draftsDue{})
}

func (a *App) onDraftsDue() tea.Cmd {
	a.drafts.due = false
	if a.drafts.saving {
		return nil // what is not stored by then is seen to when it ends
	}
	return a.store()
}

// store stores every draft that is not.
func (a *App) store() tea.Cmd {
	list := a.takeUnsaved()
	if len(list) == 0 {
		return nil
	}
	a.showDrafts()
	a.drafts.saving, a.drafts.handed = true, list
	ctx, k := a.writes.ctx, a.drafts.keeper
	return func() tea.Msg {
		return keepAll(ctx, k, list)
	}
}

// takeUnsaved empties what is to be stored.
func (a *App) takeUnsaved() []unsaved {
	var list []unsaved
	for _, id := range slices.Sorted(maps.Keys(a.drafts.unsaved)) {
		list = append(list, a.drafts.unsaved[id])
	}
	clear(a.drafts.unsaved)
	return list
}

func keepAll(ctx context.Context, k *keeper, list []unsaved) (out draftsKept) {
	for _, u := range list {
		if u.gone {
			if err := k.drop(ctx, u.draft.ID, u.number); err != nil && !errors.As(err, new(*Overtaken)) { // another's is another draft
				out.failed, out.err = append(out.failed, u), errors.Join(out.err, err)
			}
			continue
		}
		at, err := k.keep(ctx, u.draft, u.number)
		out.at = append(out.at, at)
		if err != nil {
			out.failed, out.err = append(out.failed, u), errors.Join(out.err, err)
		}
	}
	return out
}

// onDraftsKept tries again with the next edit what could not be stored.
func (a *App) onDraftsKept(m draftsKept) tea.Cmd {
	for _, at := range m.at {
		a.onMoved(at)
	}
	a.drafts.saving, a.drafts.handed, a.stored.drafts = false, nil, m.err
	for _, u := range m.failed {
		if _, newer := a.drafts.unsaved[u.draft.ID]; !newer {
			a.drafts.unsaved[u.draft.ID] = u
		}
	}
	if m.err != nil {
		a.sayUnkept(m.err)
		return a.checkStorage()
	}
	a.drafts.failed = ""
	if len(a.drafts.unsaved) > 0 {
		return tea.Batch(a.storeLater(), a.checkStorage())
	}
	return tea.Batch(a.editsKept(), a.checkStorage())
}

func (a *App) sayUnkept(err error) {
	what, _ := pane.Sentences(err)
	if what != a.drafts.failed {
		a.drafts.failed = what
		a.say("the form is not kept on this machine: "+what, theme.Warn)
	}
}

// askDrop asks before it forgets a draft for good.
func (a *App) askDrop(id string) {
	i := slices.IndexFunc(a.drafts.list, func(d Draft) bool { return d.ID == id })
	if i < 0 {
		return
	}
	d := a.drafts.list[i]
	name, when := cmp.Or(d.Name, d.From, "(no name)"), columns.EventTime(d.Changed, a.opt.Now())
	body := []string{name + ", edited " + when, "What you typed in it would be lost."}
	if d.Sent() {
		body = []string{name + ", sent " + when + fmt.Sprintf(" as job %d", d.Job), "Only the form is forgotten: the job stays as it is."}
	}
	if keys := d.Keys(); !d.Sent() && len(keys) > 0 {
		body = append([]string{name + ", edited " + when, "Nobody knows yet whether that made a job: another flexq may be sending it. Note its key first:"}, keys...)
	}
	a.openQuestion("Forget this draft?", body, func() tea.Cmd { return a.drop(id) })
}

func (a *App) drop(id string) tea.Cmd {
	delete(a.drafts.unsaved, id)
	a.drafts.dropped[id] = true
	a.drafts.list = slices.DeleteFunc(a.drafts.list, func(d Draft) bool { return d.ID == id })
	a.showDrafts()
	ctx, k, number := a.writes.ctx, a.drafts.keeper, a.drafts.keeper.number()
	return func() tea.Msg { return draftDropped{k.drop(ctx, id, number)} }
}

func (a *App) onDraftDropped(m draftDropped) {
	var o *Overtaken
	if errors.As(m.err, &o) && o.Now.ID != "" { // what the question was about is not what would be lost
		delete(a.drafts.dropped, o.Now.ID)
		a.drafts.keeper.goBy(o.Now)
		a.drafts.put(o.Now)
		a.showDrafts()
	}
	if m.err != nil {
		what, _ := pane.Sentences(m.err)
		a.say("the draft could not be forgotten: "+what, theme.Warn)
	}
}
