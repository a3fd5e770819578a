package columns

import (
	"fmt"
	"math"
	"time"

	"flexq/client/flex"
	"flexq/tui/theme"
)

// LeaseSpan gives the time that a lease lasts, or by how much one is missed, two units at most, each with its letter:
// "45s", "35m", "2h14m", "6d01h", "-18h12m".
func LeaseSpan(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	switch m := int64(d / time.Minute); {
	case d < time.Minute:
		return fmt.Sprintf("%s%ds", sign, d/time.Second)
	case m < 60:
		return fmt.Sprintf("%s%dm", sign, m)
	case m < 24*60:
		return fmt.Sprintf("%s%dh%02dm", sign, m/60, m%60)
	default:
		return fmt.Sprintf("%s%dd%02dh", sign, m/(24*60), m/60%24)
	}
}

// LeaseCell is the cell of a job's lease in the job list: "! -18h12m" by how much its limit passes the first end among
// its nodes, "~ tight 35m" with how much to spare, "fits", "-" if no lease is over it, "?" if that is not known.
func LeaseCell(r flex.Risk) Cell {
	switch r.Kind {
	case flex.WillBeKilled, flex.CannotFit:
		if r.Endless {
			return Cell{"! no limit", theme.Bad}
		}
		return Cell{"! " + LeaseSpan(-r.Lost), theme.Bad}
	case flex.Tight:
		return Cell{"~ tight " + LeaseSpan(r.Spare), theme.Warn}
	case flex.Fits:
		return Cell{"fits", theme.Dim}
	case flex.RiskUnknown:
		return Cell{"?", theme.Dim}
	case flex.NoLease:
	}
	return Cell{"-", theme.Dim}
}

// LeaseKey is what LeaseCell is sorted by: who loses most first, then who has least to spare, then what is not known,
// then what has no lease.
func LeaseKey(r flex.Risk) SortKey {
	const unknown, none = math.MaxInt64 - 1, math.MaxInt64
	switch r.Kind {
	case flex.WillBeKilled, flex.CannotFit:
		if r.Endless {
			return num(math.MinInt64)
		}
		return num(-int64(r.Lost))
	case flex.Tight, flex.Fits:
		return num(int64(r.Spare))
	case flex.RiskUnknown:
		return num(unknown)
	case flex.NoLease:
	}
	return num(none)
}

// Worse reports whether one risk is more than another: by their kinds, and of one kind by what is lost or to spare.
func Worse(a, b flex.Risk) bool {
	if x, y := min(a.Kind, flex.CannotFit), min(b.Kind, flex.CannotFit); x != y { // what cannot fit is lost as well
		return x > y
	}
	return LeaseKey(a).N < LeaseKey(b).N
}

// NodeLeaseCell is the cell of what is left of a node's lease: "2h14m", "6d01h ≈" (about is the sign of an estimate), "over"
// when its end has come, "?" if it is not known, "-" if there is none.
func NodeLeaseCell(l flex.Lease, now time.Time, about string) Cell {
	left, ok := l.Left(now)
	switch {
	case ok:
	case l.Provenance == flex.Unknown:
		return Cell{"?", theme.Dim}
	default:
		return Cell{"-", theme.Dim}
	}
	text := "over"
	if left > 0 {
		text = LeaseSpan(left)
	}
	if l.Provenance != flex.Exact {
		text += " " + about
	}
	return Cell{text, leaseTone(left)}
}

// leaseTone wants attention from an hour before the end on, and sooner than that a glance.
func leaseTone(left time.Duration) theme.Tone {
	switch {
	case left <= time.Hour:
		return theme.Bad
	case left <= 24*time.Hour:
		return theme.Warn
	}
	return theme.Normal
}

// NodeLeaseKey sorts nodes by what goes first; those of which no end is known come after all others, and those without
// an end last.
func NodeLeaseKey(l flex.Lease) SortKey {
	switch {
	case l.IsKnown():
		return num(l.End.Unix())
	case l.Provenance == flex.Unknown:
		return num(math.MaxInt64 - 1)
	}
	return num(math.MaxInt64)
}
