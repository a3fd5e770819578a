package job

import (
	"flexq/client/flex"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// SetOutlook tells what the leases mean for jobs.
func (p *Pane) SetOutlook(o pane.Outlook) {
	p.outlook = o
	p.Touch()
}

// SetEvents gives all events that are known, oldest first, of which the pane shows those of its job.
func (p *Pane) SetEvents(all []flex.Event) {
	p.events = all
	p.pickEvents()
	p.Touch()
}

// pickEvents finds the job's events among all.
func (p *Pane) pickEvents() {
	p.own = nil
	if p.ref.Job == 0 {
		return
	}
	id := p.ref.String()
	for i := range p.events {
		if p.events[i].ConcernsJob(id) {
			p.own = append(p.own, p.events[i])
		}
	}
}

// risk is what the leases mean for the job; of an array, for the task that fares worst.
func (p *Pane) risk() flex.Risk {
	var worst flex.Risk
	if p.outlook == nil {
		return worst
	}
	for i := range p.jobs {
		r := p.outlook.Risk(&p.jobs[i])
		if columns.Worse(r, worst) {
			worst = r
		}
	}
	return worst
}

// banner says what the leases mean for the job, in sentences.
func (p *Pane) banner() []string {
	r := p.risk()
	tone, sign := theme.Dim, " "
	switch r.Kind {
	case flex.NoLease:
		return nil
	case flex.WillBeKilled, flex.CannotFit:
		tone, sign = theme.Bad, "!"
	case flex.Tight:
		tone, sign = theme.Warn, "~"
	case flex.Fits, flex.RiskUnknown:
	}
	var out []string
	for i, sentence := range flex.Explain(r, p.deps.ClusterNow()) {
		if i > 0 {
			tone, sign = theme.Normal, " "
		}
		out = append(out, p.sentence(sign, sentence, tone)...)
	}
	if r.Node != "" && (r.Kind == flex.WillBeKilled || r.Kind == flex.Tight) {
		key := p.deps.Keys.Label(action.Detail, action.OpenNode)
		out = append(out, p.sentence(" ", key+" opens "+r.Node, theme.Dim)...)
	}
	return out
}

// sentence writes text behind a sign, over as many lines as it needs.
func (p *Pane) sentence(sign, text string, tone theme.Tone) []string {
	th := *p.deps.Theme
	var out []string
	for _, part := range fit.Wrap(text, max(8, p.w-5)) {
		out = append(out, " "+th.Paint(tone, sign+" "+part))
		sign = " "
	}
	return out
}

// mostEvents is how many of the job's events are shown; Events has them all.
const mostEvents = 8

// ownEvents are the newest events of the job, oldest first.
func (p *Pane) ownEvents() []string {
	if len(p.own) == 0 {
		return nil
	}
	th := *p.deps.Theme
	now := p.deps.ClusterNow()
	shown := p.own[max(0, len(p.own)-mostEvents):]
	out := []string{""}
	label := "events"
	for i := range shown {
		e := shown[i]
		e.Name = "" // it is the job's own, which stands above
		text := columns.EventTime(e.At, now) + "  "
		if e.Node != "" {
			text += e.Node + " "
		}
		text += e.Type.Words()
		if what := e.What(now.Location()); what != "" {
			text += ": " + what
		}
		out = append(out, p.wrapped(label, text, columns.SeverityTone(e.Severity))...)
		label = ""
	}
	if more := len(p.own) - len(shown); more > 0 {
		out = append(out, " "+th.Paint(theme.Dim, fit.Spaces(labelWidth+1)+"and "+columns.Count(int64(more), "event")+" before these"))
	}
	return out
}

// node is the one whose lease ends first, or else the job's first; "" if it is on none.
func (p *Pane) node() string {
	if r := p.risk(); r.Node != "" {
		return r.Node
	}
	for i := range p.jobs {
		for name := range p.jobs[i].Nodes.All() {
			return name
		}
	}
	return ""
}

func (p *Pane) openNode() pane.Outcome {
	if node := p.node(); node != "" {
		return pane.Ask(pane.OpenNode{Node: node})
	}
	return pane.Ask(pane.Say{Text: "this job is on no node", Tone: theme.Dim})
}

// watch asks to watch the job, or not to any more.
func (p *Pane) watch() pane.Outcome {
	if len(p.jobs) == 0 {
		return pane.Done()
	}
	w := pane.Watch{Name: p.ref.String()}
	for i := range p.jobs {
		w.Jobs = append(w.Jobs, p.jobs[i].ID)
	}
	return pane.Ask(w)
}
