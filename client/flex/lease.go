package flex

import "time"

// DefaultDuration is the longest life of a Flex Start machine of a pool that does not say
// (flexStartMaxDuration of the cluster resource).
const DefaultDuration = 7 * 24 * time.Hour

// Provenance says how far the end of a lease can be trusted.
type Provenance uint8

// The provenances, from nothing known to certain.
const (
	Unknown     Provenance = iota // nothing tells, or what told has proved wrong
	NoEnd                         // the machine is not taken away at a fixed time
	Approximate                   // from the boot time alone, or the machine has been rebooted since it was made
	Estimate                      // the moment of its creation and the longest life that its pool gives
	Exact                         // the end that Compute Engine itself has set
)

// Words names the provenance: "exact", "estimate", "≈", "unknown", "no end". Lease.Words says more.
func (p Provenance) Words() string {
	switch p {
	case NoEnd:
		return "no end"
	case Approximate:
		return "≈"
	case Estimate:
		return "estimate"
	case Exact:
		return "exact"
	case Unknown:
	}
	return "unknown"
}

// Sign is what stands behind an end that is not exact: "≈"; "" for any other.
func (p Provenance) Sign() string {
	if p == Approximate || p == Estimate {
		return "≈"
	}
	return ""
}

// Source says which fact a lease's end comes from.
type Source uint8

// The sources of a lease's end.
const (
	SourceNone        Source = iota
	SourceCompute            // resourceStatus.scheduling.terminationTimestamp of the instance
	SourceCreated            // creation of the machine, and the longest life
	SourceBoot               // Slurm's boot_time of the node, and the longest life
	SourceReservation        // a reservation dws-eol-NODE of slurm-gcp
	SourceRemembered         // an earlier look at the same machine: a lease never grows
)

// Words names the fact, as in "the end comes from ..."; "" for SourceNone.
func (s Source) Words() string {
	switch s {
	case SourceCompute:
		return "Compute Engine"
	case SourceCreated:
		return "the machine's creation and the longest life that its pool gives"
	case SourceBoot:
		return "Slurm's boot time and the longest life that its pool gives"
	case SourceReservation:
		return "a reservation at the node's end of life"
	case SourceRemembered:
		return "an earlier look at the same machine"
	case SourceNone:
	}
	return ""
}

// Lease is the time that a Flex Start machine may live, as far as it is known.
type Lease struct {
	Provenance Provenance
	Source     Source
	Start      time.Time     // creation of the machine, or the earliest sign of it; zero if not known
	End        time.Time     // forced end, by the cluster's clock; zero unless IsKnown
	Duration   time.Duration // longest life that the end was counted with; 0 if it was not
	Rebooted   bool          // the machine has been booted again since it was made
	Why        string        // for Unknown: what is missing, one clause; for Approximate: why it is not sure
}

// IsKnown reports whether the lease has an end that can be counted down to.
func (l Lease) IsKnown() bool { return l.Provenance >= Approximate }

// Words names the lease's provenance: "exact", "estimate", "≈ after reboot", "≈", "unknown" or "no end".
func (l Lease) Words() string {
	if l.Provenance == Approximate && l.Rebooted {
		return "≈ after reboot"
	}
	return l.Provenance.Words()
}

// Left returns how long the lease lasts from a moment of the cluster's clock, negative once it is over; false if its
// end is not known.
func (l Lease) Left(now time.Time) (time.Duration, bool) {
	if !l.IsKnown() {
		return 0, false
	}
	return l.End.Sub(now), true
}
