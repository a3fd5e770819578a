// Package jobs is the pane that lists the queue: arrays folded under one row, filter, sort, mine or all, marks.
package jobs

import (
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/widget/table"
)

// Pane is the job list. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps    pane.Deps
	cols    []columns.JobColumn
	table   *table.Table[uint64]
	status  pane.Status
	ending  func(key, array uint64) bool
	user    string
	mine    bool
	open    map[uint64]bool
	sortBy  int // index into cols
	reverse bool
	filter  pane.FilterBox
	query   columns.JobQuery // the filter, ready to be asked
	book    poolBook
	leases  leases
	watched map[uint64]bool

	queue    *columns.Queue
	jobs     []slurm.Job // of the queue
	sorted   sorted
	kept     []bool // what the filter lets through, by the place in jobs; kept to be used again
	rows     rows
	tasks    int // for how many the rows stand
	totals   columns.Tally
	states   map[uint64]slurm.JobState
	changed  map[uint64]bool
	built    uint64 // grows with each rebuild
	awaited  uint64 // select this job when the list first has it
	patience int    // in how many more lists
	wishMine bool   // only mine, as soon as it is known who that is
	w, h     int
}

// Options are what the list starts with.
type Options struct {
	User   string // whose jobs "mine" are; empty if not known
	Mine   bool
	Ending func(key, array uint64) bool // a cancel of ours is under way for a row, or for its whole array
}

// New returns an empty list.
func New(deps pane.Deps, opt Options) *Pane {
	p := &Pane{
		deps: deps, cols: withoutLease(columns.JobColumns()), ending: opt.Ending,
		filter: pane.FilterBox{
			Grammar: columns.JobFields, Names: columns.JobFieldNames(), Example: `words, "a phrase", -word; risk:killed,tight lease:<6h node:a3u-1 pool:a3u`,
		},
		queue: columns.NewQueue(nil),
		user:  opt.User, mine: opt.Mine && opt.User != "", wishMine: opt.Mine && opt.User == "", open: map[uint64]bool{},
	}
	for i, c := range p.cols {
		if c.Name == "state" {
			p.sortBy = i
		}
	}
	p.table = table.New[uint64](*deps.Theme, tableColumns(p.cols, 0))
	p.table.SetSort(p.cols[p.sortBy].Name, false)
	p.rows.pane = p
	return p
}

// Apply shows a new list. Selection and marks stay on their jobs.
func (p *Pane) Apply(queue *columns.Queue) {
	list := queue.Jobs()
	p.note(list)
	p.queue, p.jobs = queue, list
	p.sorted, p.rows.list = sorted{}, nil // nothing of the old list is to stay in memory
	p.totals = columns.Tally{}
	for i := range list {
		p.totals.Add(&list[i])
	}
	p.weigh()
	p.rebuild()
	p.dropGone()
	p.selectAwaited()
}

// selectAwaited puts the cursor on a job that was just submitted, in the first list that has it. It is waited for in
// two lists, and no longer once the user moves: the cursor is never pulled away from what they chose.
func (p *Pane) selectAwaited() {
	if p.awaited == 0 {
		return
	}
	if p.table.Select(p.awaited) || p.table.Select(columns.ArrayKey(p.awaited)) {
		p.awaited = 0
		return
	}
	if p.patience--; p.patience <= 0 {
		p.awaited = 0
	}
}

// note finds what changed its state since the list before.
func (p *Pane) note(list []slurm.Job) {
	states := make(map[uint64]slurm.JobState, len(list))
	changed := map[uint64]bool{}
	for i := range list {
		j := &list[i]
		states[j.ID] = j.State
		if old, known := p.states[j.ID]; p.states != nil && (!known || old != j.State) {
			changed[j.ID] = true
		}
	}
	p.states, p.changed = states, changed
}

// dropGone takes the marks of jobs that have left the queue; those that a filter hides keep theirs. The mark of an
// array of which one record is left, which has no row of its own any more, goes to that record.
func (p *Pane) dropGone() {
	if p.table.Marks() == 0 {
		return
	}
	alive := make(map[uint64]bool, len(p.jobs))
	for _, row := range p.everything() {
		alive[row.Key()] = true
	}
	for i := range p.jobs {
		j := &p.jobs[i]
		if a := columns.ArrayKey(j.Array.Job); j.Array.Job != 0 && !alive[a] && p.table.IsMarked(a) {
			p.table.Mark(j.ID, true)
		}
	}
	p.table.RetainMarks(func(k uint64) bool { return alive[k] })
}

// sync gives the table its rows; elapsed times make a new version each second.
func (p *Pane) sync() {
	version := p.built<<33 | uint64(p.now())&(1<<33-1)
	p.table.SetRows(&p.rows, version)
}

func (p *Pane) now() slurm.Time { return slurm.TimeOf(p.deps.ClusterNow()) }

// Touch says that something besides the list changed what cells show.
func (p *Pane) Touch() {
	p.built++
	p.sync()
}

// SetStatus says how it stands with the data.
func (p *Pane) SetStatus(s pane.Status) { p.status = s }

// SetUser says whose jobs "mine" are, once that is known.
func (p *Pane) SetUser(user string) {
	p.user = user
	if p.wishMine && user != "" {
		p.wishMine, p.mine = false, true
		p.rebuild()
	}
}

// User returns whose jobs "mine" are; empty if not known.
func (p *Pane) User() string { return p.user }

// OnlyMine reports whether only the user's own jobs are shown.
func (p *Pane) OnlyMine() bool { return p.mine }

// Totals counts the whole queue by state, whatever is shown.
func (p *Pane) Totals() *columns.Tally { return &p.totals }

// Marked returns how many rows are marked.
func (p *Pane) Marked() int { return p.table.Marks() }

// Unmark takes the marks of these rows.
func (p *Pane) Unmark(keys []uint64) {
	for _, k := range keys {
		p.table.Mark(k, false)
	}
}

// WaitsForUser reports whether only the user's own jobs are wanted and it is not known yet who that is.
func (p *Pane) WaitsForUser() bool { return p.wishMine }

// Focus says whether the keys go to the list.
func (p *Pane) Focus(on bool) { p.table.SetFocused(on) }

// Await selects a job when the list first has it.
func (p *Pane) Await(id uint64) { p.awaited, p.patience = id, 2 }

// Current returns the row under the cursor.
func (p *Pane) Current() (columns.Row, bool) {
	i := p.table.Index()
	if i < 0 || i >= len(p.rows.list) {
		return columns.Row{}, false
	}
	return p.rows.list[i], true
}
