package flex

import "time"

// endSlack is for how long an exact end may be past while the node still shows: Compute Engine terminates up to 30 s
// late, the guest has up to 2 min to shut down, and Slurm and the platform tell of it with a delay.
const endSlack = 5 * time.Minute

// lease works out the machine's lease from what is known of it now, and from its lease as it was known before, which
// it never exceeds: only Compute Engine can set a later end.
func (v *sight) lease(mem *NodeMemory) Lease {
	switch {
	case !v.in.Ends.IsZero():
		return mem.told(SourceCompute)
	case v.hasNoEnd():
		return v.noEnd()
	case !mem.Exact.IsZero():
		return mem.told(SourceRemembered)
	}
	best := v.estimate(mem)
	if !best.IsKnown() && mem.Lease.Provenance == NoEnd {
		return mem.Lease
	}
	if !mem.Bound.IsZero() && (!best.IsKnown() || mem.Bound.Before(best.End)) {
		best = mem.bounded()
	}
	if best.IsKnown() && mem.Rebooted {
		best.Rebooted = true
		best.Provenance = Approximate
		best.Why = "the machine has been booted again since it was made, and a stop would have moved its end"
	}
	return best
}

// told is the lease by the end that Compute Engine told, now or once. That end can only have been moved later since.
func (m *NodeMemory) told(from Source) Lease {
	l := Lease{Provenance: Exact, Source: from, Start: m.Created, End: m.Exact, Duration: m.Life, Rebooted: m.Rebooted}
	if m.Moved {
		l.Provenance = Approximate
		l.Why = "the machine has been stopped or booted again since Compute Engine told its end"
	}
	return l
}

// bounded is the lease by the earliest end that was worked out before.
func (m *NodeMemory) bounded() Lease {
	if l := m.Lease; l.IsKnown() {
		l.Source = SourceRemembered
		return l
	}
	return Lease{
		Provenance: Approximate, Source: SourceRemembered, Start: earliest(m.Created, m.First), End: m.Bound,
		Why: "as it was known once",
	}
}

// hasNoEnd reports whether the pool is known to give its machines no end.
func (v *sight) hasNoEnd() bool {
	if v.pool.ID == "" || v.pool.FromPartition || v.in.MaxRun > 0 {
		return false
	}
	switch v.pool.Model {
	case ModelUnknown, OnDemand, Reservation, Spot:
		return true
	case FlexStart:
	}
	return false
}

func (v *sight) noEnd() Lease {
	l := Lease{Provenance: NoEnd}
	if v.pool.Model == Spot {
		l.Why = "a Spot machine has no end set, and may be taken away at any moment"
	}
	return l
}

// isStopped reports whether Compute Engine says that the machine does not run: its end is counted anew at its start.
func (v *sight) isStopped() bool {
	switch v.in.Status {
	case "STOPPING", "STOPPED", "SUSPENDING", "SUSPENDED", "TERMINATED":
		return v.in.FromCompute
	}
	return false
}

// estimate returns the earliest end that the machine's creation, its boot and its node's reservation give. Of boot and
// reservation, which both lag behind the creation, it asks only where they come earlier than the creation says.
func (v *sight) estimate(mem *NodeMemory) Lease {
	best := Lease{Why: v.missing(mem)}
	if mem.Life > 0 {
		best = counted(best, mem)
	}
	planned := mem.Planned
	isItsOwn := !planned.IsZero() && planned.After(mem.Created) && planned.After(mem.Boot)
	if isItsOwn && (best.Source != SourceCreated || planned.Before(best.End)) {
		end := planned.Add(-bootAllowance)
		if !best.IsKnown() || end.Before(best.End) {
			best = Lease{
				Provenance: Approximate, Source: SourceReservation, Start: earliest(mem.Created, mem.First), End: end,
				Why: "counted back from a reservation that is made when the machine boots",
			}
		}
	}
	return best
}

// counted returns the end by the machine's longest life, or else what was there before.
func counted(l Lease, mem *NodeMemory) Lease {
	switch {
	case !mem.Created.IsZero() && !mem.First.IsZero() && mem.First.Before(mem.Created):
		l = Lease{
			Provenance: Approximate, Source: SourceBoot, Start: mem.First, End: mem.First.Add(mem.Life), Duration: mem.Life,
			Why: "it booted before it was made, by the clocks of Slurm and of the platform",
		}
		if mem.Created.Sub(mem.First) > clockSkew {
			l.End = l.End.Add(-bootAllowance)
		}
		return l
	case !mem.Created.IsZero():
		return Lease{
			Provenance: Estimate, Source: SourceCreated, Start: mem.Created, End: mem.Created.Add(mem.Life), Duration: mem.Life,
		}
	case !mem.First.IsZero():
		return Lease{
			Provenance: Approximate, Source: SourceBoot, Start: mem.First, Duration: mem.Life,
			End: mem.First.Add(mem.Life - bootAllowance),
			Why: "counted from the boot, as the machine's creation is not known",
		}
	}
	return l
}

// missing says why no end of the machine is known.
func (v *sight) missing(mem *NodeMemory) string {
	switch {
	case v.pool.ID == "":
		return noPool
	case v.pool.FromPartition:
		return "only the cluster resource or the config file tells whether its machine has an end"
	case mem.Life <= 0:
		return "this program does not know the provisioning model " + string(v.pool.Model)
	}
	return "neither the creation nor the boot of its machine is known"
}

// shown is the lease as of now: that of the machine, unless the clock has shown it to be wrong.
func (v *sight) shown(mem *NodeMemory) Lease {
	if mem.Gone {
		if v.hasNoEnd() {
			return v.noEnd()
		}
		return Lease{Why: noMachine}
	}
	l := mem.Lease
	if !l.IsKnown() || v.now.Before(l.End) {
		return l
	}
	late := v.now.Sub(l.End)
	switch {
	case late <= endSlack && (l.Provenance == Exact || !v.isLiving()):
		return l
	case !v.isLiving():
		return Lease{Start: l.Start, Why: "its lease is over and the node is down"}
	case l.Provenance == Exact:
		return Lease{Start: l.Start, Why: "the node has outlived the end that Compute Engine told"}
	}
	return Lease{Start: l.Start, Why: "the node has outlived its estimated end"}
}

const (
	noMachine = "it has no machine yet"
	noPool    = "the node is in no known pool"
)

// earliest returns the earlier of two moments of which either may not be known.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
