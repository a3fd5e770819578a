package pane

import (
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/theme"
	"flexq/tui/widget/timeline"
)

// LeaseBar is the lease of a node, with the jobs on it to their own ends, as a bar of a timeline. It reports false for a
// node that has no machine.
func LeaseBar(r *columns.NodeRow, now time.Time) (timeline.Bar, bool) {
	s := r.Node.State
	if s.Has(slurm.NodePoweredDown) {
		return timeline.Bar{}, false
	}
	b := timeline.Bar{Start: r.Lease.Start, End: r.Lease.End, Tone: theme.Normal}
	switch r.Lease.Provenance {
	case flex.Exact:
		b.Ending = timeline.Exact
	case flex.Estimate, flex.Approximate:
		b.Ending = timeline.Estimated
	case flex.NoEnd:
		b.Ending, b.Tone = timeline.Never, theme.Line
	case flex.Unknown:
		b.Tone = theme.Line
	}
	if !s.IsUp() && b.Tone == theme.Normal {
		b.Tone = theme.Dim
	}
	for i, j := range r.Jobs {
		w := timeline.Work{From: j.Start.Std(), Tone: theme.Good}
		if j.Limit != slurm.LimitInfinite {
			w.To = workEnd(j, now)
		}
		switch {
		case j.State.Has(slurm.JobCompleting), j.State.Has(slurm.JobConfiguring):
			w.Tone = theme.Busy
		case i < len(r.Risks) && r.Risks[i].Kind == flex.Tight:
			w.Tone = theme.Warn
		}
		b.Work = append(b.Work, w)
	}
	return b, true
}

// workEnd is the moment until which a job may hold its nodes; one that is past it and still there ends now.
func workEnd(j *slurm.Job, now time.Time) time.Time {
	end := j.End.Std()
	if limit, ok := j.Limit.Duration(); j.End.IsZero() && ok && !j.Start.IsZero() {
		end = j.Start.Std().Add(limit)
	}
	if end.Before(now) && !end.IsZero() {
		return now
	}
	return end
}
