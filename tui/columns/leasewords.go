package columns

import (
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/theme"
)

// LeaseWords says how far the end of a lease can be trusted.
func LeaseWords(l flex.Lease) string {
	switch l.Provenance {
	case flex.Exact:
		return "exact"
	case flex.Estimate:
		return "estimate"
	case flex.Approximate:
		if l.Rebooted {
			return "rough estimate, after a reboot"
		}
		return "rough estimate"
	case flex.NoEnd:
		return "no end"
	case flex.Unknown:
	}
	return "not known"
}

// LeaseSource names the fact that the end of a lease comes from.
func LeaseSource(l flex.Lease) string {
	life := "the longest life of the pool"
	if l.Duration > 0 {
		life += ", " + LeaseSpan(l.Duration)
	}
	switch l.Source {
	case flex.SourceCompute:
		return "Compute Engine: the forced end that it has set for the machine"
	case flex.SourceCreated:
		return "when the machine was created, and " + life
	case flex.SourceBoot:
		return "when the node booted, and " + life
	case flex.SourceReservation:
		return "a reservation of Slurm that marks the end of the machine"
	case flex.SourceRemembered:
		return "what was known earlier of the same machine: a lease never grows"
	case flex.SourceNone:
	}
	return ""
}

// leaseFields are the lines of a node's lease in its detail.
func leaseFields(r *NodeRow, now time.Time, about string) []Field {
	var p put
	l := r.Lease
	left, ok := l.Left(now)
	switch {
	case isOff(r.Node.State):
		return nil
	case l.Provenance == flex.NoEnd:
		p.tone("lease", "none: the machine is not taken away at a fixed time", theme.Dim)
		return p
	case !ok:
		p.tone("lease", "its end is not known", theme.Warn)
		p.add("why", l.Why)
		return p
	}
	cell := NodeLeaseCell(l, now, about)
	text := "its time is over"
	if left > 0 {
		text = cell.Text + " left"
	}
	p.tone("lease", text, cell.Tone)
	p.add("ends", Moment(slurm.TimeOf(l.End))+"  ("+LeaseWords(l)+")")
	p.add("known from", LeaseSource(l))
	p.add("not exact", l.Why)
	if !l.Start.IsZero() {
		p.add("began", Moment(slurm.TimeOf(l.Start)))
	}
	p.add("after", afterLong(r.Member.Standing))
	return p
}

func afterLong(s flex.Standing) string {
	switch s {
	case flex.Static:
		return "static: a new machine is made in its place, and jobs that allow it are requeued"
	case flex.Dynamic:
		return "dynamic: it comes back only while a job waits for it"
	case flex.StandingUnknown:
	}
	return ""
}
