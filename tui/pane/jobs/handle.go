package jobs

import (
	"fmt"

	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// Scope is a text field's while the filter is typed.
func (p *Pane) Scope() action.Scope {
	if p.filter.Editing() {
		return action.Text
	}
	return action.List
}

// Title says where one is.
func (p *Pane) Title() string { return "Jobs" }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	row, ok := p.Current()
	switch {
	case p.filter.Editing():
		return p.filter.Hints()
	case !p.status.Has:
		return pane.Hints(action.Refresh)
	case !ok && p.filter.Shown():
		return append([]pane.Hint{{Action: action.Back, Text: "clear the filter"}}, pane.Hints(action.Filter, action.Mine, action.Submit)...)
	case !ok:
		return pane.Hints(action.Submit, action.Mine, action.Refresh)
	}
	hints := pane.Hints(action.Open, action.Filter, action.Mark, action.Cancel, action.Submit, action.Mine)
	if row.Tally != nil {
		hints = append(hints, pane.Hint{Action: action.Fold})
	}
	hold := action.Hold
	if columns.IsHeld(row.Job) {
		hold = action.Release
	}
	if p.riskOf(&row).Node != "" {
		hints = append(hints, pane.Hint{Action: action.OpenNode, Text: "its node"})
	}
	return append(hints, pane.Hints(hold, action.Sort)...)
}

// Handle does what an action asks.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	if p.filter.Editing() {
		handled, changed := p.filter.Handle(a)
		if changed {
			p.rebuild()
		}
		return pane.Outcome{Handled: handled}
	}
	if p.move(a) {
		p.awaited = 0
		return pane.Done()
	}
	switch a {
	case action.Open:
		return p.openCurrent()
	case action.Filter:
		p.filter.Open()
	case action.Sort:
		p.sortOn((p.sortBy + 1) % len(p.cols))
	case action.SortReverse:
		p.reverse = !p.reverse
		p.resort()
	case action.Mine:
		return p.toggleMine()
	case action.Back:
		return p.back()
	case action.Cancel, action.Hold, action.Release:
		return p.change(a)
	case action.SubmitLike:
		return p.submitLike()
	case action.CopyID:
		return p.copyID()
	case action.OpenNode:
		return p.openNode()
	case action.Watch:
		return p.watch()
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

func (p *Pane) move(a action.Action) bool {
	t := p.table
	if _, known := pane.Move(t, t.Move, a); known {
		return true
	}
	switch a {
	case action.Mark:
		t.ToggleMark()
		t.Move(1)
	case action.MarkRange:
		t.Range()
	case action.MarkAll:
		p.markAll()
	case action.ClearMarks:
		t.ClearMarks()
	default:
		return p.foldBy(a)
	}
	return true
}

func (p *Pane) foldBy(a action.Action) bool {
	switch a {
	case action.Fold:
		p.fold(0)
	case action.Left:
		p.fold(-1)
	case action.Right:
		p.fold(1)
	default:
		return false
	}
	return true
}

func (p *Pane) markAll() {
	if n := p.table.Marks(); n > 0 && n >= p.table.Len() {
		p.table.ClearMarks()
		return
	}
	p.table.MarkAll()
}

// back undoes one thing: an open range, the marks, the filter. The place itself is never left by it.
func (p *Pane) back() pane.Outcome {
	switch {
	case p.table.DropRange():
	case p.table.ClearMarks():
	case p.filter.Clear():
		p.rebuild()
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

func (p *Pane) openCurrent() pane.Outcome {
	row, ok := p.Current()
	if !ok {
		return pane.Done()
	}
	return pane.Ask(pane.OpenJob{Ref: row.Ref(), Seen: p.records(&row)})
}

// records are the jobs of the list that a row stands for.
func (p *Pane) records(row *columns.Row) []slurm.Job {
	if row.Tally == nil {
		return []slurm.Job{*row.Job}
	}
	var out []slurm.Job
	for i := range p.jobs {
		if p.jobs[i].Array.Job == row.Job.Array.Job {
			out = append(out, p.jobs[i])
		}
	}
	return out
}

func (p *Pane) toggleMine() pane.Outcome {
	if p.wishMine {
		p.wishMine = false
		return pane.Done()
	}
	if p.user == "" {
		return pane.Ask(pane.Say{Text: `who you are on the cluster is not known: set user = "NAME" in the context`, Tone: theme.Warn})
	}
	p.mine = !p.mine
	p.rebuild()
	return pane.Done()
}

// fold closes (-1), opens (1) or turns (0) the array under the cursor.
func (p *Pane) fold(way int) {
	row, ok := p.Current()
	if !ok || row.Job.Array.Job == 0 || (row.Tally == nil && !row.Child) {
		return
	}
	array := row.Job.Array.Job
	want := way > 0 || (way == 0 && !p.open[array])
	if want == p.open[array] {
		return
	}
	if want {
		p.open[array] = true
	} else {
		delete(p.open, array)
	}
	p.rebuild()
	if !want {
		p.table.Select(columns.ArrayKey(array))
	}
}

func (p *Pane) sortOn(i int) {
	if i == p.sortBy {
		p.reverse = !p.reverse
	} else {
		p.sortBy, p.reverse = i, false
	}
	p.resort()
}

func (p *Pane) resort() {
	p.table.SetSort(p.cols[p.sortBy].Name, p.reverse)
	p.rebuild()
}

// change asks for a cancel, a hold or a release of the marked rows, or of the one under the cursor.
func (p *Pane) change(a action.Action) pane.Outcome {
	targets := p.targets()
	if a == action.Cancel {
		if alive := kept(targets, func(t pane.Target) bool { return !t.Ended }); len(alive) > 0 {
			return pane.Ask(pane.AskCancel{Targets: alive})
		}
		return pane.Ask(pane.Say{Text: "nothing to cancel: no job is chosen that has not ended", Tone: theme.Dim})
	}
	waiting := kept(targets, func(t pane.Target) bool { return t.Waits })
	if len(waiting) == 0 {
		return pane.Ask(pane.Say{Text: "only jobs that wait can be held or released", Tone: theme.Dim})
	}
	return pane.Ask(pane.AskUpdate{Targets: waiting, Hold: a == action.Hold})
}

func kept(targets []pane.Target, keep func(pane.Target) bool) []pane.Target {
	out := make([]pane.Target, 0, len(targets))
	for _, t := range targets {
		if keep(t) {
			out = append(out, t)
		}
	}
	return out
}

// targets pins the rows that an action is for. A task whose array is among them too is not named twice.
func (p *Pane) targets() []pane.Target {
	keys := p.table.Targets()
	whole := map[uint64]bool{}
	for _, k := range keys {
		whole[k] = true
	}
	byKey, hidden := p.index(keys)
	out := make([]pane.Target, 0, len(keys))
	for _, k := range keys {
		row, ok := byKey[k]
		if !ok || (row.Tally == nil && row.Job.Array.Job != 0 && whole[columns.ArrayKey(row.Job.Array.Job)]) {
			continue
		}
		t := target(&row)
		t.Hidden = hidden[k]
		out = append(out, t)
	}
	return out
}

// index finds the rows of keys, and which of them are not in sight.
func (p *Pane) index(keys []uint64) (rows map[uint64]columns.Row, hidden map[uint64]bool) {
	want := make(map[uint64]bool, len(keys))
	for _, k := range keys {
		want[k] = true
	}
	rows, hidden = make(map[uint64]columns.Row, len(keys)), map[uint64]bool{}
	for _, row := range p.rows.list {
		if want[row.Key()] {
			rows[row.Key()] = row
		}
	}
	if len(rows) == len(want) {
		return rows, hidden
	}
	for _, row := range p.everything() {
		if _, have := rows[row.Key()]; !have && want[row.Key()] {
			rows[row.Key()], hidden[row.Key()] = row, true
		}
	}
	return rows, hidden
}

func target(row *columns.Row) pane.Target {
	t := pane.Target{Ref: row.Ref(), Key: row.Key(), Name: row.Job.Name, User: row.Job.User, Tasks: 1}
	if row.Tally != nil {
		t.State, t.Tasks = row.Tally.String(), row.Tally.Live()
		t.Ended, t.Waits = t.Tasks == 0, row.Tally.Waiting+row.Tally.Held > 0
		t.Beyond = row.Tally.Tasks() - row.Kept
		return t
	}
	t.State, t.Ended = columns.StateWord(row.Job), row.Job.State.IsFinal()
	t.Waits = row.Job.State.IsPending()
	if n := row.Job.TaskCount(); n > 1 {
		t.Tasks = n
		t.State += fmt.Sprintf(", %d tasks", n)
	}
	return t
}

func (p *Pane) submitLike() pane.Outcome {
	row, ok := p.Current()
	if !ok {
		return pane.Done()
	}
	return pane.Ask(pane.FillSubmit{From: *row.Job, Alone: row.Tally == nil && row.Job.Array.HasTask})
}

func (p *Pane) copyID() pane.Outcome {
	row, ok := p.Current()
	if !ok {
		return pane.Done()
	}
	return pane.Ask(pane.Copy{Text: row.Ref().String(), What: "job id"})
}

// Click selects the row under the mouse, opens it on a double click, and sorts by a heading.
func (p *Pane) Click(x, y int, double bool) pane.Outcome {
	hit := p.table.At(x, y-p.top())
	switch hit.Part {
	case table.Heading:
		if hit.Column >= 0 {
			p.sortOn(hit.Column)
		}
	case table.Row:
		p.awaited = 0
		p.table.Select(hit.Key)
		if double {
			return p.openCurrent()
		}
	case table.Nothing, table.Scrollbar:
	}
	return pane.Done()
}
