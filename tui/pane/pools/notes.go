package pools

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// note is one line about the data.
type note struct {
	text string
	tone theme.Tone
}

// notes say what one should know of the data, the worst first: that it is old, what the platform says is wrong, which
// capacity does not come, which sources are missing and what is not known for that.
func (p *Pane) notes() []note {
	var out []note
	put := func(tone theme.Tone, text string) { out = append(out, note{text, tone}) }
	if p.status.Stale() {
		what, cure := p.status.Sentences()
		if cure != "" {
			what += "; " + cure
		}
		put(theme.Bad, fmt.Sprintf("! these nodes are %s old: %s", pane.Age(p.deps.Now().Sub(p.status.AsOf)), what))
	}
	if p.pools.Error != "" {
		put(theme.Bad, "the platform says: "+p.pools.Error)
	}
	if p.poolErr != nil {
		what, cure := pane.Sentences(p.poolErr)
		if cure != "" {
			what += "; " + cure
		}
		put(theme.Warn, "pools: "+what)
	}
	for i := range p.pools.Queued {
		if q := &p.pools.Queued[i]; q.Error != "" {
			put(theme.Warn, queueNote(q, p.deps.ClusterNow()))
		}
	}
	if p.hasPool {
		out = append(out, sourceNotes(&p.pools)...)
	}
	return out
}

// queueNote says why capacity that was asked for is not there.
func queueNote(q *flex.ResizeRequest, now time.Time) string {
	text := q.PoolID + ": " + columns.Count(int64(q.Count), "node") + " asked for " + columns.LeaseSpan(max(0, now.Sub(q.Created))) + " ago"
	if q.Job != "" {
		text += " for job " + q.Job
	}
	return text + ": " + queueWords(q.Error)
}

// queueWords say what Compute Engine's errors mean; its own words follow.
func queueWords(err string) string {
	for _, e := range []struct{ code, words string }{
		{"RESOURCE_POOL_EXHAUSTED", "the zone has no such machines free now, and the request waits"},
		{"STOCKOUT", "the zone has no such machines free now, and the request waits"},
		{"QUOTA", "the quota of the project does not suffice: ask for more"},
		{"PERMISSION", "the platform's service agent lacks a permission"},
	} {
		if strings.Contains(strings.ToUpper(err), e.code) {
			return e.words + " (" + err + ")"
		}
	}
	return err
}

// sourceNotes say which sources are missing and what is not known for that.
func sourceNotes(p *flex.Pools) []note {
	var out []note
	resource := false
	for _, s := range p.Sources {
		if s.Note == "" {
			continue
		}
		resource = resource || s.Name == flex.SourceNameResource
		tone := theme.Dim
		if s.Off && s.Name != flex.SourceNameReservations {
			tone = theme.Warn
		}
		text := s.Name + ": " + s.Note
		if lost := missing(s.Name); lost != "" {
			text += ". " + lost
		}
		out = append(out, note{text, tone})
	}
	if p.Note != "" && !resource {
		out = append(out, note{p.Note, theme.Dim})
	}
	return out
}

// missing says what is not known without a source.
func missing(source string) string {
	switch source {
	case flex.SourceNameResource:
		return "Partitions stand in for pools"
	case flex.SourceNameCompute:
		return "Ends of leases are estimates"
	}
	return ""
}

// used names the sources that answer.
func used(p *flex.Pools) string {
	var names []string
	for _, s := range p.Sources {
		if !s.Off && !s.AsOf.IsZero() {
			names = append(names, s.Name)
		}
	}
	return strings.Join(append(names, "Slurm"), ", ")
}

// noteLines draw the notes in at most so many lines; the last one says that there are more.
func (p *Pane) noteLines(most int) []string {
	th := *p.deps.Theme
	list := p.notes()
	more := 0
	if len(list) > most {
		more = len(list) - most
		list = list[:most]
	}
	out := make([]string, 0, len(list))
	for i, n := range list {
		text := "   " + n.text
		tail := ""
		if more > 0 && i == len(list)-1 {
			tail = fmt.Sprintf("  (+%d)", more)
		}
		out = append(out, th.Paint(n.tone, fit.String(text, p.w-fit.Width(tail), fit.Left, th.Glyphs().Ellipsis)+tail))
	}
	return out
}
