package node

import (
	"fmt"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/timeline"
)

// labelWidth is the room of the labels before the values.
const labelWidth = 12

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) {
	p.w, p.h = w, h
	p.pager.Resize(w, h)
}

// View draws the node. What is left of a lease makes it new each second.
func (p *Pane) View() string {
	now := slurm.TimeOf(p.deps.ClusterNow())
	want := drawing{second: now, w: p.w, theme: *p.deps.Theme}
	if want != p.drawn {
		p.drawn = want
		p.pager.SetTheme(*p.deps.Theme)
		p.pager.SetLines(p.lines(now))
	}
	return p.pager.View()
}

func (p *Pane) lines(now slurm.Time) []string {
	th := *p.deps.Theme
	if !p.known {
		return p.unknown()
	}
	v := &columns.View{Now: now, Glyphs: th.Glyphs()}
	out := p.head()
	if p.data.Status.Stale() {
		what, _ := p.data.Status.Sentences()
		out = append(out, p.field(columns.Field{Text: fmt.Sprintf("! this is %s old: %s", pane.Age(p.deps.Now().Sub(p.data.Status.AsOf)), what), Tone: theme.Bad})...)
	}
	out = append(out, p.alarm(now.Std())...)
	details := columns.NodeDetail(&p.row, v)
	for i, d := range details {
		if d.Title == "resources" { // the jobs come before what hardly changes
			out = append(out, p.jobs(v, len(out))...)
			out = append(out, p.history(now.Std())...)
		}
		out = append(out, "")
		for _, f := range details[i].Fields {
			out = append(out, p.field(f)...)
		}
		if d.Title == "lease" {
			out = append(out, p.bar(now.Std())...)
		}
	}
	return append(out, "")
}

// alarm says which job the lease is too short for, and what that means.
func (p *Pane) alarm(now time.Time) []string {
	if p.row.WorstJob == nil || p.row.Worst.Kind != flex.WillBeKilled {
		return nil
	}
	var out []string
	for i, text := range flex.Explain(p.row.Worst, now) {
		f := columns.Field{Text: text, Tone: theme.Dim}
		if i == 0 {
			f = columns.Field{Label: "! " + p.row.WorstJob.DisplayID(), Text: text, Tone: theme.Bad}
		}
		if text != "" {
			out = append(out, p.field(f)...)
		}
	}
	return out
}

// bar is the lease as a bar under its time axis, with the jobs in it. It begins a little before the machine, so that all
// of its life is seen.
func (p *Pane) bar(now time.Time) []string {
	th := *p.deps.Theme
	width := min(p.w-labelWidth-4, 110)
	b, ok := pane.LeaseBar(&p.row, now)
	if !ok || width < 20 {
		return nil
	}
	until := now.Add(6 * time.Hour)
	for _, w := range b.Work {
		if w.To.After(until) && w.To.Before(now.Add(30*24*time.Hour)) {
			until = w.To
		}
	}
	if p.row.Lease.IsKnown() && b.End.After(until) {
		until = b.End
	}
	axis := timeline.Fit(now, until, width)
	if start := b.Start; !start.IsZero() && start.Before(axis.From) {
		axis = timeline.Span(start, until, now, width)
	}
	paint := func(cells []timeline.Cell) string {
		line := fit.Spaces(labelWidth + 2)
		for _, c := range timeline.Pieces(cells) {
			line += th.Paint(c.Tone, c.Text)
		}
		return line
	}
	return []string{paint(axis.Heading(nil)), paint(axis.Draw(nil, &b, th.Glyphs()))}
}

// unknown says that Slurm does not list the node, or that nothing is known yet.
func (p *Pane) unknown() []string {
	th := *p.deps.Theme
	head := []string{" " + th.Paint(theme.Title, p.name), ""}
	switch s := p.data.Status; {
	case !s.Has && s.Err == nil:
		return append(head, " "+th.Paint(theme.Dim, "Asking the cluster for its nodes ..."))
	case !s.Has:
		for _, l := range pane.Trouble(th, p.w, s, "There is no list of nodes", p.deps.Now()) {
			head = append(head, " "+l)
		}
		return head
	}
	head = append(head, p.field(columns.Field{Text: "Slurm does not list this node now. A dynamic node comes back when a job waits for it.", Tone: theme.Warn})...)
	return append(head, p.history(p.deps.ClusterNow())...)
}

func (p *Pane) head() []string {
	th := *p.deps.Theme
	left := th.Paint(theme.Title, p.name)
	if k := p.row.Pool.ID; k != "" {
		left += "  " + th.Paint(theme.Dim, "pool "+k)
	}
	if k := p.row.Member.Standing.Words(); k != "" {
		left += "  " + th.Paint(theme.Dim, k)
	}
	c := columns.NodeHead(&p.row)
	right := th.Paint(c.Tone, c.Text)
	if gap := p.w - 3 - fit.Width(left) - fit.Width(right); gap >= 2 {
		return []string{" " + left + fit.Spaces(gap) + right}
	}
	return []string{" " + left, " " + right}
}

// jobs are the jobs on the node, one a line, with their ends and what the lease means for them; at is the number of
// lines above.
func (p *Pane) jobs(v *columns.View, at int) []string {
	th := *p.deps.Theme
	p.jobAt = at + 2
	if len(p.row.Jobs) == 0 {
		return append([]string{""}, p.field(columns.Field{Label: "jobs", Text: "none", Tone: theme.Dim})...)
	}
	out := []string{"", " " + th.Paint(theme.Heading, "jobs")}
	for i := range p.row.Jobs {
		out = append(out, p.jobLine(i, v))
	}
	return out
}

func (p *Pane) jobLine(i int, v *columns.View) string {
	th := *p.deps.Theme
	j := p.row.Jobs[i]
	point, on := " ", theme.Base
	if i == p.job {
		point, on = v.Glyphs.Cursor, theme.Selection
	}
	risk := columns.Cell{Text: "-", Tone: theme.Dim}
	if i < len(p.row.Risks) {
		risk = columns.LeaseCell(p.row.Risks[i])
	}
	ends := "no limit"
	if !j.End.IsZero() && j.Limit != slurm.LimitInfinite {
		ends = "ends by " + columns.Clock(j.End)
	}
	line, left := th.PaintOn(on, theme.Accent, point), p.w-2
	for _, c := range []struct {
		columns.Cell
		width int
	}{
		{columns.Cell{Text: j.DisplayID()}, 12},
		{columns.Cell{Text: columns.StateWord(j), Tone: columns.JobTone(j)}, 10},
		{columns.Cell{Text: risk.Text, Tone: risk.Tone}, 12},
		{columns.Cell{Text: ends}, 24},
		{columns.Cell{Text: j.User}, 10},
		{columns.Cell{Text: j.Name, Tone: theme.Dim}, 40},
	} {
		w := min(c.width, left)
		line += th.PaintOn(on, c.Tone, fit.String(c.Text, w, fit.Left, v.Glyphs.Ellipsis))
		left -= w
		if left > 0 {
			line += th.PaintOn(on, theme.Normal, " ")
			left--
		}
	}
	return line
}

// history are the events of the node, newest first.
func (p *Pane) history(now time.Time) []string {
	th := *p.deps.Theme
	if len(p.events) == 0 {
		return append([]string{""}, p.field(columns.Field{Label: "events", Text: "none that is known", Tone: theme.Dim})...)
	}
	out := []string{"", " " + th.Paint(theme.Heading, "events")}
	for i := range p.events {
		out = append(out, p.event(&p.events[i], now))
	}
	return out
}

func (p *Pane) event(e *flex.Event, now time.Time) string {
	th := *p.deps.Theme
	g := th.Glyphs()
	sign := columns.SeverityCell(e.Severity, g)
	text := e.Type.Words()
	if what := e.What(now.Location()); what != "" {
		text += ": " + what
	}
	when := fit.String(columns.EventTime(e.At, now), labelWidth, fit.Left, g.Ellipsis)
	return " " + th.Paint(theme.Dim, when) + " " + th.Paint(sign.Tone, fit.String(sign.Text, 10, fit.Left, g.Ellipsis)) + " " +
		th.Paint(sign.Tone, fit.Cut(text, max(1, p.w-labelWidth-15), g.Ellipsis))
}

// field writes a labelled value over as many lines as it needs.
func (p *Pane) field(f columns.Field) []string {
	out := pane.Labelled(*p.deps.Theme, theme.Base, p.w-2, labelWidth, pane.Span{Text: f.Label, Tone: theme.Heading}, pane.Span{Text: f.Text, Tone: f.Tone})
	for i := range out {
		out[i] = " " + out[i]
	}
	return out
}
