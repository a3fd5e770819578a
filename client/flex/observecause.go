package flex

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// ending is what is known of the end of a machine. Unknown moments are zero.
type ending struct {
	node, machine string
	born          time.Time
	lease         Lease
	alive, gone   time.Time // the last look that showed it, and the first that did not
	next          time.Time // creation of its successor
	deleted       time.Time // as the platform has recorded it
	reported      bool      // the platform has recorded that it replaced a faulty machine
	wish          time.Time // Slurm began to power it down
	fault         time.Time // a health check or a drain found it faulty
	down          time.Time // Slurm gave its node up
	faultText     string
	isOff         bool // Slurm shows its node powered down, and no job was on it
	by            uint8
}

// How far the real end of a machine may be from the one that its lease told.
const (
	// lateExact: Compute Engine terminates up to 30 s late, and its list takes a while to follow.
	lateExact = 2 * time.Minute
	// lateEstimate: a lease is counted from the creation, and Compute Engine counts from when the machine runs.
	lateEstimate = 15 * time.Minute
	// earlyNever: no lease ends before its time; clocks of one platform agree to seconds.
	earlyNever = 10 * time.Second
	// earlyExact is by how much clocks may differ when nothing else explains the end.
	earlyExact = 2 * time.Minute
	// wishHeld is for how long a power-down may take.
	wishHeld = time.Hour
)

// cause decides why the machine was taken away. From the surest sign to the weakest: the platform says that it
// replaced it; it records the deletion for the moment at which the lease ended; Slurm had begun to power it down before
// its lease was over; its lease was over; it had been found faulty; its lease was over but for the clocks; Slurm shows
// it powered down; nothing tells. at is the recorded moment of its deletion, else an exact end, else when it was
// noticed, which is loose.
func (e *ending) cause() (cause EventType, at time.Time, loose bool) {
	at, loose = e.moment()
	switch {
	case e.reported:
		return MachineRepaired, at, loose
	case e.hitsEnd():
		return LeaseExpired, at, loose
	case e.isWished():
		return NodePoweredDown, at, loose
	case e.isOver(earlyNever):
		if e.lease.Provenance == Exact && e.deleted.IsZero() {
			return LeaseExpired, earliest(e.lease.End, at), false
		}
		return LeaseExpired, at, loose
	case e.isFaulty():
		return MachineRepaired, at, loose
	case e.isOver(earlyExact):
		return LeaseExpired, at, loose
	case e.isOff:
		return NodePoweredDown, at, loose
	}
	return MachineDeleted, at, loose
}

// moment is when the machine went, as far as that is known.
func (e *ending) moment() (at time.Time, loose bool) {
	if !e.deleted.IsZero() {
		return e.deleted, false
	}
	return e.latest(), true
}

// latest is the last moment at which the machine can have gone.
func (e *ending) latest() time.Time {
	switch {
	case !e.deleted.IsZero():
		return e.deleted
	case !e.next.IsZero() && e.next.Before(e.gone):
		return e.next
	}
	return e.gone
}

// hitsEnd reports whether the recorded deletion is that at the end of the lease: Compute Engine is up to 30 s late.
func (e *ending) hitsEnd() bool {
	late := e.deleted.Sub(e.lease.End)
	return !e.deleted.IsZero() && e.lease.IsKnown() && late >= -time.Second && late <= 30*time.Second
}

// isOver reports whether the end of the lease lies within the time in which the machine went.
func (e *ending) isOver(early time.Duration) bool {
	if !e.lease.IsKnown() {
		return false
	}
	late := lateExact
	switch e.lease.Provenance {
	case Approximate:
		late = lateEstimate
		if early > earlyNever {
			early = lateEstimate // counted from a boot it may be late as well
		}
	case Estimate:
		late = lateEstimate
	default:
	}
	from := e.alive
	if !e.deleted.IsZero() {
		from = e.deleted
	}
	return !e.lease.End.Before(from.Add(-late)) && !e.lease.End.After(e.latest().Add(early))
}

// isWished reports whether Slurm powered the machine down, and not only after its lease was over.
func (e *ending) isWished() bool {
	if e.wish.IsZero() || e.wish.Before(e.born) || e.alive.Sub(e.wish) > wishHeld || e.wish.After(e.latest().Add(earlyExact)) {
		return false
	}
	if !e.deleted.IsZero() && e.deleted.Before(e.lease.End) {
		return true // and hitsEnd is false
	}
	return !e.lease.IsKnown() || !e.isOver(earlyNever) || e.wish.Before(e.lease.End.Add(-earlyNever))
}

// isFaulty reports whether the machine was found faulty before it went. That its node is down is a sign only if the
// machine was still there: a node goes down because its machine has gone.
func (e *ending) isFaulty() bool {
	if !e.fault.IsZero() && !e.fault.Before(e.born) {
		return true
	}
	return !e.down.IsZero() && e.down.Before(e.alive) && !e.down.Before(e.born)
}

// text says in one clause why the machine went.
func (e *ending) text(cause EventType) string {
	switch cause {
	case LeaseExpired:
		return "at the end of its lease (" + e.lease.Provenance.Words() + ")"
	case NodePoweredDown:
		return "by Slurm, as no job needed it"
	case MachineRepaired:
		switch {
		case e.faultText != "":
			return faultWords(e.faultText)
		case !e.fault.IsZero():
			return "its node had been drained"
		case !e.down.IsZero():
			return "its node was down"
		}
		return "the platform replaces it"
	default:
	}
	if left, ok := e.lease.Left(e.latest()); ok && left > 0 {
		return spanWords(left) + " before the end of its lease, not known why"
	}
	return "not known why"
}

// faultWords says for what a machine was taken for faulty. A reason of Slurm's may say that much itself.
func faultWords(reason string) string {
	if strings.Contains(strings.ToLower(reason), "faulty") {
		first, size := utf8.DecodeRuneInString(reason)
		return string(unicode.ToLower(first)) + reason[size:]
	}
	return "found faulty: " + reason
}
