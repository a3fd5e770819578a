package pools

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/theme"
)

// poolDetail is all that is known of a pool, in groups: what it is, what it waits for, where that is known from.
func poolDetail(g *flex.PoolNodes, p *flex.Pools, next *columns.NodeRow, now time.Time) []columns.Detail {
	var what, queue, from []columns.Field
	put := func(to *[]columns.Field, label, text string, tone theme.Tone) {
		if strings.TrimSpace(text) != "" {
			*to = append(*to, columns.Field{Label: label, Text: text, Tone: tone})
		}
	}
	pool := g.Pool
	put(&what, "model", pool.Model.Words(), theme.Normal)
	put(&what, "machine", strings.TrimSpace(pool.MachineType+"  "+pool.Zone), theme.Normal)
	put(&what, "accelerators", accelerators(pool), theme.Normal)
	put(&what, "nodes", sizeWords(g), theme.Normal)
	if pool.HasLease() {
		put(&what, "longest life", lifeWords(pool.MaxDuration), theme.Normal)
	}
	put(&what, "next end", nextWords(next, now), theme.Normal)
	put(&what, "partitions", strings.Join(pool.Partitions, ", "), theme.Normal)
	if g.Tally.GPUs > 0 {
		put(&what, "GPUs", fmt.Sprintf("%d of %d in use", g.Tally.GPUsUsed, g.Tally.GPUs), theme.Normal)
	}
	put(&what, "CPUs", fmt.Sprintf("%d of %d in use", g.Tally.CPUsUsed, g.Tally.CPUs), theme.Normal)
	for i := range p.Queued {
		if q := &p.Queued[i]; q.PoolID == pool.ID && pool.ID != "" {
			for _, f := range requestFields(q, now) {
				put(&queue, f.Label, f.Text, f.Tone)
			}
		}
	}
	for _, s := range p.Sources {
		text, tone := "answers", theme.Normal
		if s.Note != "" {
			text, tone = s.Note, theme.Warn
		}
		if lost := missing(s.Name); lost != "" && s.Off {
			text += ". " + lost + "."
		}
		put(&from, s.Name, text, tone)
	}
	put(&from, "pools", p.Note, theme.Dim)
	out := make([]columns.Detail, 0, 3)
	for _, d := range []columns.Detail{{Title: "what", Fields: what}, {Title: "queue", Fields: queue}, {Title: "sources", Fields: from}} {
		if len(d.Fields) > 0 {
			out = append(out, d)
		}
	}
	return out
}

func sizeWords(g *flex.PoolNodes) string {
	if g.Pool.ID == "" || g.Pool.FromPartition {
		return fmt.Sprintf("%d of %d have a machine", g.Tally.On, g.Tally.Nodes)
	}
	if g.Pool.Login {
		return fmt.Sprintf("%d login nodes", len(g.Others))
	}
	return fmt.Sprintf("%d have a machine; %d always do, at most %d", g.Tally.On, g.Pool.Min, g.Pool.Max)
}

// nextWords say which of all nodes of the pool goes first, and whether anybody loses anything by it.
func nextWords(r *columns.NodeRow, now time.Time) string {
	if r == nil {
		return ""
	}
	left, _ := r.Lease.Left(now)
	jobs := "no job is on it"
	if len(r.Jobs) > 0 {
		jobs = columns.Count(int64(len(r.Jobs)), "job") + " on it"
	}
	return fmt.Sprintf("%s in %s (%s), the first of all nodes; %s", r.Node.Name, columns.LeaseSpan(left), r.Lease.Words(), jobs)
}

func lifeWords(d time.Duration) string {
	if d <= 0 {
		return "not said; the platform's longest is " + columns.LeaseSpan(flex.DefaultDuration)
	}
	return columns.LeaseSpan(d)
}

func requestFields(q *flex.ResizeRequest, now time.Time) []columns.Field {
	text := columns.Count(int64(q.Count), "node") + ", " + stateWords(q.State)
	if q.State == "ACCEPTED" {
		text += ", no machines yet"
	}
	if q.Job != "" {
		text += ", for job " + q.Job
	}
	out := []columns.Field{
		{Label: "asked for", Text: text, Tone: theme.Busy},
		{Label: "at", Text: columns.Moment(slurm.TimeOf(q.Created)) + ", " + columns.LeaseSpan(max(0, now.Sub(q.Created))) + " ago"},
		{Label: "request", Text: strings.TrimSpace(q.Name + "  " + q.Group), Tone: theme.Dim},
	}
	if q.Error != "" {
		out = append(out, columns.Field{Label: "says", Text: queueWords(q.Error), Tone: theme.Warn})
	}
	return out
}
