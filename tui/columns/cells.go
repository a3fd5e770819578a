package columns

import (
	"strings"
	"time"

	"flexq/client/slurm"
	"flexq/tui/fit"
	"flexq/tui/theme"
)

func idCell(r *Row, v *View) Cell {
	switch {
	case r.Tally != nil:
		sign := v.Glyphs.Folded
		if r.Open {
			sign = v.Glyphs.Open
		}
		ref := r.Ref()
		return Cell{sign + " " + ref.String(), theme.Accent}
	case r.Child && r.Job.Array.Tasks != "":
		// What is left of the array: its tasks matter, and its id stands in the row above.
		_, tasks, _ := strings.Cut(r.Job.DisplayID(), "_")
		return Cell{"  _" + tasks, theme.Normal}
	case r.Child:
		return Cell{"  " + r.Job.DisplayID(), theme.Normal}
	}
	if v.Watched != nil && v.Watched(r) {
		return Cell{r.Job.DisplayID() + "*", theme.Accent}
	}
	return Cell{r.Job.DisplayID(), theme.Normal}
}

// riskCell shows what the leases mean for the row; of an array, for the task that fares worst.
func riskCell(r *Row, v *View) Cell {
	if v.Risk == nil {
		return Cell{"", theme.Dim}
	}
	return LeaseCell(v.Risk(r))
}

// nameCell shows a name of which nothing can be seen as such: an empty cell would look like a fault of ours.
func nameCell(r *Row, _ *View) Cell {
	if fit.Width(strings.TrimSpace(r.Job.Name)) == 0 {
		return Cell{"(no name)", theme.Dim}
	}
	return Cell{r.Job.Name, theme.Normal}
}

func userCell(r *Row, _ *View) Cell { return Cell{r.Job.User, theme.Normal} }
func partCell(r *Row, _ *View) Cell { return Cell{r.Job.Partition, theme.Normal} }

func stateCell(r *Row, v *View) Cell {
	if v.Cancelling != nil && v.Cancelling(r.Key(), r.Job.Array.Job) {
		return Cell{"cancelling", theme.Warn}
	}
	if t := r.Tally; t != nil {
		return tallyState(t)
	}
	return Cell{r.Job.State.Code() + " " + StateWord(r.Job), JobTone(r.Job)}
}

// tallyState names the most newsworthy thing that the tasks of an array do.
func tallyState(t *Tally) Cell {
	switch {
	case t.Failed > 0:
		return Cell{"F " + Thousands(int64(t.Failed)) + " failed", theme.Bad}
	case t.Running > 0:
		return Cell{"R " + Thousands(int64(t.Running)) + " running", theme.Good}
	case t.Starting > 0:
		return Cell{"CF starting", theme.Busy}
	case t.Ending > 0:
		return Cell{"CG ending", theme.Busy}
	case t.Waiting > 0:
		return Cell{"PD waiting", theme.Normal}
	case t.Held > 0:
		return Cell{"PD held", theme.Dim}
	case t.Done > 0:
		return Cell{"CD done", theme.Dim}
	}
	return Cell{"CA cancelled", theme.Dim}
}

func usedCell(r *Row, v *View) Cell {
	if r.Tally != nil {
		return Cell{}
	}
	if d := r.Job.Used(v.Now); d > 0 {
		return Cell{Span(d), theme.Normal}
	}
	return Cell{"-", theme.Dim}
}

func leftCell(r *Row, v *View) Cell {
	if s := r.Job.State; r.Tally == nil && (s.IsFinal() || s.Has(slurm.JobCompleting)) {
		return Cell{"-", theme.Dim}
	}
	if r.Job.Limit == slurm.LimitInfinite {
		return Cell{"never", theme.Dim}
	}
	d, ok := r.Job.Left(v.Now)
	switch {
	case !ok:
		return Cell{"-", theme.Dim}
	case !r.Job.State.IsActive() || r.Tally != nil:
		d, _ = r.Job.Limit.Duration()
		return Cell{Span(d), theme.Dim}
	case d <= 0:
		return Cell{"over", theme.Bad}
	case d < 15*time.Minute:
		return Cell{Span(d), theme.Warn}
	}
	return Cell{Span(d), theme.Normal}
}

func nodesCell(r *Row, _ *View) Cell {
	if t := r.Tally; t != nil {
		return count(t.Nodes)
	}
	return count(int64(r.Job.NodeCount.Or(0)))
}

func gpusCell(r *Row, _ *View) Cell {
	if t := r.Tally; t != nil {
		return count(t.GPUs)
	}
	c := count(r.Job.GPUs())
	if !r.Job.State.IsActive() && c.Tone == theme.Normal {
		c.Tone = theme.Dim
	}
	return c
}

func count(n int64) Cell {
	if n <= 0 {
		return Cell{"-", theme.Dim}
	}
	return Cell{Thousands(n), theme.Normal}
}

func prioCell(r *Row, _ *View) Cell {
	if !r.Job.Priority.Set {
		return Cell{"-", theme.Dim}
	}
	return Cell{Thousands(int64(r.Job.Priority.Value)), theme.Dim}
}

func whereCell(r *Row, v *View) Cell {
	if t := r.Tally; t != nil {
		text := t.String()
		if !r.Open && r.Job.State.IsPending() {
			if why := Reason(r.Job); why != "" {
				text += "  " + v.Glyphs.Dot + " " + why
			}
		}
		return Cell{text, theme.Dim}
	}
	tone := theme.Dim
	switch {
	case r.Job.State.IsFailure():
		tone = theme.Bad
	case r.Job.State.IsActive():
		tone = theme.Normal
	}
	return Cell{Where(r.Job), tone}
}
