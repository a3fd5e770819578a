package jobs

import (
	"slices"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// leases are what is known of leases, as the list needs it.
type leases struct {
	outlook pane.Outlook
	worst   map[uint64]flex.Risk // of each array, that of the task that fares worst
	shown   bool                 // the column is there: some job is on, or waits for, nodes that have a lease
}

// SetOutlook tells what the leases mean for the jobs.
func (p *Pane) SetOutlook(o pane.Outlook) {
	p.leases.outlook = o
	p.weigh()
	if p.sorted.column == columns.LeaseColumn {
		p.sorted = sorted{}
	}
	if p.query.NeedsLeases() || p.cols[p.sortBy].Name == columns.LeaseColumn {
		p.rebuild()
		return
	}
	p.Touch()
}

func (l *leases) risk(j *slurm.Job) flex.Risk {
	if l.outlook == nil {
		return flex.Risk{}
	}
	return l.outlook.Risk(j)
}

// weigh finds the risk of each array, and whether there is anything to show at all: where no machine has a lease, the
// column would only say so.
func (p *Pane) weigh() {
	if p.leases.outlook == nil {
		return
	}
	worst := map[uint64]flex.Risk{}
	shown := p.leases.shown
	for i := range p.jobs {
		j := &p.jobs[i]
		r := p.leases.outlook.Risk(j)
		shown = shown || (r.Kind != flex.NoLease && r.Kind != flex.RiskUnknown)
		if j.Array.Job == 0 {
			continue
		}
		if old, known := worst[j.Array.Job]; !known || columns.Worse(r, old) {
			worst[j.Array.Job] = r
		}
	}
	p.leases.worst = worst
	if shown != p.leases.shown {
		p.leases.shown = shown
		p.showLeases()
	}
}

// showLeases puts the column of leases into the list. The list stays sorted by what it was.
func (p *Pane) showLeases() {
	name := p.cols[p.sortBy].Name
	p.cols = columns.JobColumns()
	for i, c := range p.cols {
		if c.Name == name {
			p.sortBy = i
		}
	}
	p.table.SetColumns(tableColumns(p.cols, p.w))
}

func withoutLease(list []columns.JobColumn) []columns.JobColumn {
	return slices.DeleteFunc(list, func(c columns.JobColumn) bool { return c.Name == columns.LeaseColumn })
}

// riskOf is what the leases mean for a row.
func (p *Pane) riskOf(r *columns.Row) flex.Risk {
	if r.Tally != nil {
		return p.leases.worst[r.Job.Array.Job]
	}
	return p.leases.risk(r.Job)
}

func (p *Pane) sortKey() func(r *columns.Row, now slurm.Time) columns.SortKey {
	if key := p.cols[p.sortBy].Key; key != nil {
		return key
	}
	return func(r *columns.Row, _ slurm.Time) columns.SortKey { return columns.LeaseKey(p.riskOf(r)) }
}

// openNode opens the node whose lease ends first among those of the job, or else its first node.
func (p *Pane) openNode() pane.Outcome {
	row, ok := p.Current()
	if !ok {
		return pane.Done()
	}
	node := p.riskOf(&row).Node
	if node == "" && row.Tally == nil && row.Job.State.IsActive() {
		for name := range row.Job.Nodes.All() {
			node = name
			break
		}
	}
	if node == "" {
		return pane.Ask(pane.Say{Text: "this job is on no node", Tone: theme.Dim})
	}
	return pane.Ask(pane.OpenNode{Node: node})
}

// SetWatched tells which jobs the user watches; the list marks them.
func (p *Pane) SetWatched(jobs map[uint64]bool) {
	p.watched = jobs
	p.Touch()
}

func (p *Pane) isWatched(r *columns.Row) bool { return r.Tally == nil && p.watched[r.Job.ID] }

// watch asks to watch the job under the cursor, or not to any more; of an array, each record that the queue has.
func (p *Pane) watch() pane.Outcome {
	row, ok := p.Current()
	if !ok {
		return pane.Done()
	}
	w := pane.Watch{Name: row.Ref().String()}
	for _, j := range p.records(&row) {
		w.Jobs = append(w.Jobs, j.ID)
	}
	return pane.Ask(w)
}

// Records returns what the list knows of a job, or of all tasks of an array, to be shown until more is known.
func (p *Pane) Records(ref slurm.Ref) []slurm.Job {
	var out []slurm.Job
	for i := range p.jobs {
		j := &p.jobs[i]
		plain := ref.Task == "" && ref.Het < 0
		if j.Ref() == ref || (plain && (j.ID == ref.Job || j.Array.Job == ref.Job || j.Het.Job == ref.Job)) {
			out = append(out, *j)
		}
	}
	return out
}
