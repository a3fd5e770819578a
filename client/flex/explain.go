package flex

import (
	"fmt"
	"time"

	"flexq/client/slurm"
)

// Explain says in full sentences what a risk means; nothing for a job without one. Moments are told in the zone of now,
// which is the cluster's clock.
func Explain(r Risk, now time.Time) []string {
	switch r.Kind {
	case WillBeKilled:
		return []string{"Will be killed: " + explainEnd(r, now) + explainLoss(r, now), explainAfter(r)}
	case CannotFit:
		return []string{explainCannotFit(r)}
	case Tight, Fits:
		return []string{explainFit(r, now)}
	case RiskUnknown:
		return []string{explainUnknown(r, now)}
	case NoLease:
	}
	return nil
}

// MemberStanding says what becomes of a node when its lease is over; "" if that is not known.
func MemberStanding(s Standing) string {
	switch s {
	case Static:
		return "re-created after that"
	case Dynamic:
		return "comes back only while a job is pending for it"
	case StandingUnknown:
	}
	return ""
}

// explainEnd names the node that goes first and its end.
func explainEnd(r Risk, now time.Time) string {
	end := r.Lease.End
	if !end.After(now) {
		return fmt.Sprintf("the lease of node %s is over (%s, %s)", r.Node, moment(end, now), r.Lease.Words())
	}
	return fmt.Sprintf("node %s ends %s (%s, %s)", r.Node, moment(end, now), span(end.Sub(now)), r.Lease.Words())
}

func explainLoss(r Risk, now time.Time) string {
	if r.Endless {
		return "; the job has no time limit."
	}
	return fmt.Sprintf("; the job needs until %s. %s would be lost.", moment(r.Needs, now), span(r.Lost))
}

func explainAfter(r Risk) string {
	allows := "no"
	if r.Requeue {
		allows = "yes"
	}
	requeue := fmt.Sprintf("the job is requeued if it allows it (requeue: %s, %s so far).",
		allows, slurm.Plural(int64(r.Restarts), "restart"))
	switch r.Standing {
	case Static:
		return "Static pool: the node is " + MemberStanding(Static) + "; " + requeue
	case Dynamic:
		return "Dynamic node: it " + MemberStanding(Dynamic) + "; " + requeue
	case StandingUnknown:
	}
	return "Whether the node comes back after that is not known; " + requeue
}

func explainCannotFit(r Risk) string {
	life := fmt.Sprintf("a machine of pool %s lives %s at most", r.Pool, span(r.Lease.Duration))
	if r.Endless {
		return "Cannot fit: the job has no time limit, and " + life + ". Let it save its state and be requeued, or set a limit."
	}
	return fmt.Sprintf("Cannot fit: the job's limit is %s longer than its nodes can live: %s. "+
		"Let it save its state and be requeued, or ask for less.", span(r.Lost), life)
}

func explainFit(r Risk, now time.Time) string {
	word := "Fits"
	if r.Kind == Tight {
		word = "Tight"
	}
	if r.Node == "" {
		return fmt.Sprintf("%s: a machine of pool %s lives %s at most, %s longer than the job's limit.",
			word, r.Pool, span(r.Lease.Duration), span(r.Spare))
	}
	return fmt.Sprintf("%s: %s, %s after the job's limit.", word, explainEnd(r, now), span(r.Spare))
}

func explainUnknown(r Risk, now time.Time) string {
	what := "when its nodes end"
	switch {
	case r.Lease.IsKnown():
		return fmt.Sprintf("Not known whether the job ends before node %s does (%s, %s): %s.",
			r.Node, moment(r.Lease.End, now), r.Lease.Words(), noLimitTold)
	case r.Node == "" && r.Lease.Duration > 0:
		what = "whether the job fits"
	case r.Node != "":
		what = "when node " + r.Node + " ends"
	case r.Pool != "":
		what = "how long a machine of pool " + r.Pool + " lives"
	}
	if r.Lease.Why == "" {
		return "Not known " + what + "."
	}
	return "Not known " + what + ": " + r.Lease.Why + "."
}

const noLimitTold = "Slurm does not tell the job's limit"

// moment gives a moment with its day, and its date where the day of the week could be of another week.
func moment(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Sub(now).Abs() > 6*24*time.Hour {
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("Mon 15:04")
}

// span gives a time in two units at most: "45s", "35m", "18h12m", "1d02h".
func span(d time.Duration) string {
	m := int64(d / time.Minute)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case m < 60:
		return fmt.Sprintf("%dm", m)
	case m < 24*60:
		return fmt.Sprintf("%dh%02dm", m/60, m%60)
	}
	return fmt.Sprintf("%dd%02dh", m/(24*60), m/60%24)
}
