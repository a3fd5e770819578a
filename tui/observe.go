package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/pane/node"
	"flexq/tui/theme"
)

// history is how far back events are read when the program begins.
const history = 14 * 24 * time.Hour

// sight is what has been made of all that was seen of the cluster.
type sight struct {
	outlook *flex.Outlook
	busy    bool      // a snapshot is being looked at
	again   bool      // and there is a newer one
	news    bool      // something has changed since the last snapshot
	looked  time.Time // when that was, by our clock
	jobs    moment    // when the list of jobs was true last
	nodes   moment
	pools   moment
}

// moment is a moment by our clock and what the cluster's clock showed then. It is worked out once, when an answer
// arrives: how far the clocks are apart changes, and data that is the same must not look newer for it.
type moment struct{ ours, cluster time.Time }

// saw takes note of when an answer was true.
func (a *App) saw(m *moment, asOf time.Time) {
	if asOf.IsZero() || asOf.Equal(m.ours) {
		return
	}
	*m = moment{asOf, a.opt.ClusterNow().Add(asOf.Sub(a.opt.Now()))}
}

// quiet is how often a snapshot is looked at in which nothing changed but the time.
const quiet = 30 * time.Second

type (
	observed struct {
		seen flex.Seen
		err  error
	}
	eventsLoaded struct {
		list []flex.Event
		err  error
	}
	told struct{ err error }
)

// observe has the newest snapshot looked at. One is looked at a time: another that comes meanwhile waits, and a newer
// one takes its place. Before the first, everything must have been answered for: what is merely late is no news.
func (a *App) observe() tea.Cmd {
	for _, f := range []what{jobsFeed, nodesFeed, poolsFeed} {
		if s := a.feed(f).Status(); !s.Has && s.Err == nil {
			return nil
		}
	}
	switch now := a.opt.Now(); {
	case !a.sight.news && a.sight.rests(now):
		return nil
	case a.sight.busy:
		a.sight.again = true
		return nil
	default:
		a.sight.busy, a.sight.news, a.sight.looked = true, false, now
	}
	ctx, o, s := a.ctx, a.opt.Observer, a.snapshot()
	return func() tea.Msg {
		seen, err := o.Observe(ctx, s)
		return observed{seen, err}
	}
}

// rests reports whether the last look was a moment ago. A clock that was set back does not make it long.
func (s *sight) rests(now time.Time) bool {
	since := now.Sub(s.looked)
	return since >= 0 && since < quiet
}

// snapshot is what is known now, all by the cluster's clock: answers carry the moments of ours.
func (a *App) snapshot() flex.Snapshot {
	s := flex.Snapshot{
		Now: a.opt.ClusterNow(), Jobs: a.jobsFeed.Items(), JobsAsOf: a.sight.jobs.cluster,
		Nodes: a.nodesFeed.Items(), NodesAsOf: a.sight.nodes.cluster,
	}
	if p := a.poolsFeed.Items(); len(p) > 0 {
		s.Pools = p[0]
		s.Pools.AsOf = a.sight.pools.cluster
	}
	return s
}

func (a *App) onObserved(m observed) tea.Cmd {
	a.sight.busy = false
	if m.seen.Outlook != nil {
		a.sight.outlook = m.seen.Outlook
		a.jobs.SetOutlook(m.seen.Outlook)
		a.job.SetOutlook(m.seen.Outlook)
		a.pools.SetOutlook(m.seen.Outlook)
		a.tellSubmit()
	}
	a.events.Fail(m.err)
	if m.seen.Kept {
		a.events.Mended()
	}
	if len(m.seen.Fresh) > 0 {
		a.events.Add(m.seen.Fresh)
		a.job.SetEvents(a.events.All())
	}
	a.tellNode()
	cmds := []tea.Cmd{a.ring(m.seen.Notify)}
	if a.sight.again {
		a.sight.again = false
		cmds = append(cmds, a.observe())
	}
	return tea.Batch(cmds...)
}

// loadEvents reads what happened before the program began.
func loadEvents(ctx context.Context, o Observer, since time.Time) tea.Cmd {
	return func() tea.Msg {
		list, err := o.Events(ctx, since)
		return eventsLoaded{list, err}
	}
}

func (a *App) onEvents(m eventsLoaded) {
	a.events.Load(m.list, m.err)
	a.job.SetEvents(a.events.All())
	a.tellNode()
}

// tell adds an event that only this program knows of, to what is shown at once and to what is kept.
func (a *App) tell(e flex.Event) tea.Cmd {
	a.events.Add([]flex.Event{e})
	a.job.SetEvents(a.events.All())
	a.tellNode()
	ctx, o := a.ctx, a.opt.Observer
	return func() tea.Msg { return told{o.Tell(ctx, e)} }
}

// tellNode hands the pane of one node what it draws from, while it is in front.
func (a *App) tellNode() {
	if a.front != placeNode {
		return
	}
	d := node.Data{Nodes: a.nodesFeed.Items(), Status: a.nodesFeed.Status(), On: a.on, Events: a.events.All()}
	if p := a.poolsFeed.Items(); len(p) > 0 {
		d.Pools = p[0]
	}
	if a.sight.outlook != nil { // a nil pointer in an interface is not nil
		d.Outlook = a.sight.outlook
	}
	a.node.Set(d)
}

func (a *App) onJoined(m nodesJoined) {
	a.pools.ApplyOn(m.version, m.on)
	if m.version == a.jobsFeed.Version() {
		a.on, a.onOf = m.on, m.version
		a.tellNode()
	}
}

// watch turns the watching of jobs on, or off if all of them are watched.
func (a *App) watch(w pane.Watch) {
	on := false
	for _, id := range w.Jobs {
		on = on || !a.watched[id]
	}
	next := make(map[uint64]bool, len(a.watched)+len(w.Jobs))
	for id := range a.watched {
		next[id] = true
	}
	for _, id := range w.Jobs {
		if on {
			next[id] = true
		} else {
			delete(next, id)
		}
		a.opt.Observer.Watch(id, on)
	}
	a.watched = next
	a.jobs.SetWatched(next)
	text := "no longer watching " + w.Name
	if on {
		text = "watching " + w.Name + ": a notice tells when it ends, fails or is requeued"
		if n := len(w.Jobs); n > 1 {
			text = "watching " + w.Name + ", " + columns.Count(int64(n), "record") + " of the queue"
		}
	}
	a.say(text, theme.Dim)
}
