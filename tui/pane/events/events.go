// Package events is the pane that shows what happened to nodes, machines and jobs: one stream, oldest first.
//
// The newest event stands last, as in a log and as `flexq events --follow` prints it: a repair is read downwards from
// the failed check to the new machine, cause before effect. So that nobody has to look for the news, the list stays at
// its end while it follows, and what has not been seen yet is marked.
package events

import (
	"slices"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/widget/table"
)

// most is how many events are kept in memory; the oldest go first. The journal keeps its own bound.
const most = 20_000

// Pane shows the stream of events. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps   pane.Deps
	cols   []columns.EventColumn
	table  *table.Table[string]
	filter pane.FilterBox
	query  columns.EventQuery

	all   []flex.Event // by time, oldest first; a row is an index into it
	known map[string]struct{}
	fresh int // how many events worth a look came since the pane was in front last; they are marked
	rows  rows
	built uint64

	loaded bool      // what was known before the program began is here
	err    error     // why events could not be kept or read
	failed time.Time // when, by the cluster's clock
	follow bool
	front  bool
	w, h   int
}

// New returns an empty pane that follows.
func New(deps pane.Deps) *Pane {
	p := &Pane{
		deps: deps, cols: columns.EventColumns(), known: map[string]struct{}{}, follow: true,
		filter: pane.FilterBox{
			Grammar: columns.EventFields, Names: columns.EventFieldNames(), Example: "words, node: pool: job: type: sev:warning, -word leaves out",
		},
	}
	p.table = table.New[string](*deps.Theme, tableColumns(p.cols))
	p.rows.pane = p
	return p
}

// Load takes the events of before the program began, or why there are none. They count as seen.
func (p *Pane) Load(list []flex.Event, err error) {
	p.loaded = true
	p.Fail(err)
	p.take(list)
}

// Add takes events that are new. What comes while the pane is not in front is marked as unread.
func (p *Pane) Add(list []flex.Event) {
	for i := range list {
		e := &list[i]
		if _, known := p.known[e.ID]; known || !isNews(e) {
			continue
		}
		p.table.Mark(e.ID, true)
		if !p.front {
			p.fresh++
		}
	}
	p.take(list)
}

// isNews keeps the daily coming and going of nodes from asking for attention.
func isNews(e *flex.Event) bool { return e.Severity > flex.Info }

// Fail says why events could not be kept on disk, or read from it. Nil says nothing: the observer tells of a trouble
// once.
func (p *Pane) Fail(err error) {
	if err != nil {
		p.err, p.failed = err, p.deps.ClusterNow()
	}
}

// Mended says that events are kept on disk again.
func (p *Pane) Mended() { p.err = nil }

// Front says whether the pane is in front: what is listed then has been seen once it is left.
func (p *Pane) Front(on bool) {
	if on == p.front {
		return
	}
	p.front, p.fresh = on, 0
	if !on {
		p.table.ClearMarks()
	}
}

// Unread returns how many events worth a look have come since the pane was in front last.
func (p *Pane) Unread() int { return p.fresh }

// All returns every event that is known, oldest first; never change it.
func (p *Pane) All() []flex.Event { return p.all }

// Search shows the events that a filter lets through: "node:a3u7-a3u-3". It is as if the user had typed it.
func (p *Pane) Search(filter string) {
	if p.filter.Put(filter) {
		p.rebuild()
	}
	p.setFollow(true)
}

// take puts events in their places. Most come last; one that the platform tells late does not.
func (p *Pane) take(list []flex.Event) {
	begin, sorted := len(p.all), true
	for _, e := range list {
		if _, known := p.known[e.ID]; known {
			continue
		}
		p.known[e.ID] = struct{}{}
		sorted = sorted && (len(p.all) == 0 || !e.At.Before(p.all[len(p.all)-1].At))
		p.all = append(p.all, e)
	}
	switch {
	case len(p.all) == begin:
		return
	case !sorted || len(p.all) > most:
		p.reorder()
		p.rebuild()
		return
	}
	for i := begin; i < len(p.all); i++ {
		if p.query.Match(&p.all[i]) {
			p.rows.list = append(p.rows.list, i)
		}
	}
	p.built++
	p.sync()
}

// reorder sorts by time and drops the oldest beyond the bound. The slice is a new one: others may hold the old.
func (p *Pane) reorder() {
	all := slices.Clone(p.all)
	slices.SortStableFunc(all, func(a, b flex.Event) int { return a.At.Compare(b.At) })
	if extra := len(all) - most; extra > 0 {
		for i := range extra {
			delete(p.known, all[i].ID)
			p.table.Mark(all[i].ID, false)
		}
		all = all[extra:]
	}
	p.all = all
}

// rebuild filters all events anew.
func (p *Pane) rebuild() {
	p.query = columns.QueryOfEvents(p.filter.Filter())
	p.rows.list = make([]int, 0, len(p.all))
	for i := range p.all {
		if p.query.Match(&p.all[i]) {
			p.rows.list = append(p.rows.list, i)
		}
	}
	p.built++
	p.sync()
}

// sync gives the table its rows; the ages make a new version each second.
func (p *Pane) sync() {
	second := uint64(p.deps.ClusterNow().Unix())
	p.table.SetRows(&p.rows, p.built<<33|second&(1<<33-1))
	if p.follow {
		p.table.Bottom()
	}
}

func (p *Pane) setFollow(on bool) {
	p.follow = on
	if on {
		p.table.Bottom()
	}
}

// current is the event under the cursor.
func (p *Pane) current() (*flex.Event, bool) {
	i := p.table.Index()
	if i < 0 || i >= len(p.rows.list) {
		return nil, false
	}
	return &p.all[p.rows.list[i]], true
}
