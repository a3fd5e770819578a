package tui

import (
	"fmt"
	"time"

	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// header is one or two lines: where one is and how fresh the data is; the places and the counts.
func (a *App) header() []string {
	first := []span{
		{text: "flexq", tone: theme.Title, drop: 6},
		{text: a.opt.Context, tone: theme.Accent},
		{text: a.opt.Place, tone: theme.Dim, drop: 7},
	}
	if a.opt.Simulation {
		first = append(first, span{text: "SIMULATION", tone: theme.Warn})
	}
	if a.opt.ReadOnly {
		first = append(first, span{text: "read-only", tone: theme.Warn, drop: 1})
	}
	first = append(first,
		span{text: a.versions(), tone: theme.Dim, drop: 8, right: true},
		span{text: a.gpus(), tone: theme.Normal, drop: 4, right: true},
	)
	first = append(first, a.leases()...)
	first = append(first, a.freshness()...)
	if a.headLines() == 1 {
		return []string{bar(a.theme, first, a.w)}
	}
	return []string{bar(a.theme, first, a.w), bar(a.theme, append(a.tabs(), a.counts()...), a.w)}
}

func (a *App) versions() string {
	if a.about.Release == "" {
		return a.about.DataVersion
	}
	return "Slurm " + a.about.Release + " " + a.about.DataVersion
}

// gpus counts what the nodes that are switched on have, and what of it is in use.
func (a *App) gpus() string {
	var used, total int64
	nodes := a.nodesFeed.Items()
	for i := range nodes {
		if n := &nodes[i]; !n.State.Has(slurm.NodePoweredDown) {
			total += n.TRES.GPUs
			used += n.TRESUsed.GPUs
		}
	}
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("GPU %s/%s", columns.Thousands(used), columns.Thousands(total))
}

// freshness says how old the data of the place is, and why, in the far right corner: the nodes' in Pools, else the
// job list's.
func (a *App) freshness() []span {
	s := a.jobsFeed.Status()
	if a.front == placePools || a.front == placeNode {
		s = a.nodesFeed.Status()
	}
	now := a.opt.Now()
	put := func(text string, tone theme.Tone) []span { return []span{{text: text, tone: tone, right: true}} }
	age := pane.Age(now.Sub(s.AsOf))
	switch {
	case !s.Has && s.Err != nil:
		return put("no data", theme.Bad)
	case !s.Has:
		return put("asking", theme.Busy)
	case s.Err != nil:
		text := "STALE " + age
		if wait := s.NextTry.Sub(now); wait > 0 {
			text += ", next try in " + pane.Age(wait)
		}
		return put(text, theme.Bad)
	case s.Partial != "":
		return put(age+" ago, incomplete", theme.Warn)
	case now.Sub(s.AsOf) > time.Minute:
		return put(age+" ago", theme.Warn)
	}
	return put(age+" ago", theme.Good)
}

func (a *App) tabs() []span {
	names := []struct {
		p    place
		text string
	}{{placeJobs, "1 Jobs"}, {placePools, "2 Pools"}, {placeEvents, "3 Events"}, {placeSubmit, "4 Submit"}}
	out := make([]span, 0, len(names))
	for _, n := range names {
		tone := theme.Dim
		if n.p == a.tab() {
			tone = theme.Accent
		}
		text := n.text
		if unread := a.events.Unread(); n.p == placeEvents && unread > 0 {
			text += " +" + columns.Thousands(int64(unread))
			tone = theme.Info
		}
		if n.p == placeSubmit && a.submit.Dirty() {
			text += " *"
		}
		out = append(out, span{text: text, tone: tone})
	}
	return out
}

// counts are of all jobs that the queue knows, whatever the filter shows.
func (a *App) counts() []span {
	if !a.jobsFeed.Status().Has {
		return nil
	}
	t := a.jobs.Totals()
	var out []span
	put := func(code string, n int, tone theme.Tone, drop int) {
		if n > 0 {
			out = append(out, span{text: code + " " + columns.Thousands(int64(n)), tone: tone, drop: drop, right: true})
		}
	}
	put("R", t.Running, theme.Good, 2)
	put("PD", t.Waiting, theme.Normal, 3)
	put("held", t.Held, theme.Dim, 7)
	put("CF", t.Starting, theme.Busy, 5)
	put("CG", t.Ending, theme.Busy, 6)
	put("F", t.Failed, theme.Bad, 1)
	who, drop := "all users", 9 // what goes without saying goes first
	switch {
	case a.jobs.OnlyMine():
		who, drop = "only "+a.jobs.User(), 4
	case a.jobs.WaitsForUser():
		who, drop = "all users: who you are is not known yet", 4
	}
	return append(out, span{text: who, tone: theme.Dim, drop: drop, right: true})
}

// leases say when the next lease ends, and how many jobs will be killed by the end of one.
func (a *App) leases() []span {
	o := a.sight.outlook
	if o == nil {
		return nil
	}
	var out []span
	if next, ok := o.NextEnd(); ok {
		left, _ := next.Lease.Left(a.opt.ClusterNow())
		tone := theme.Normal
		if left < time.Hour {
			tone = theme.Warn
		}
		text := "next lease end " + columns.LeaseSpan(max(0, left))
		if sign := next.Lease.Provenance.Sign(); sign != "" {
			text += " " + sign
		}
		out = append(out, span{text: text, tone: tone, drop: 5, right: true})
	}
	if n := o.AtRisk(); n > 0 {
		out = append(out, span{text: columns.Thousands(int64(n)) + " at risk", tone: theme.Bad, drop: 1, right: true})
	}
	return out
}
