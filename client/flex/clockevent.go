package flex

import "time"

// lookAtClock tells that leases end soon: 24 hours, an hour and a quarter of an hour before. A time that is as long as
// the whole lease is left out. When several are due at once, as after a start, only the shortest is told; an end that
// has become more exact since is not told anew.
func (o *observer) lookAtClock() {
	if o.s.Now.IsZero() || o.waitsForQueue() {
		return
	}
	var crew map[string][]uint64
	for node := range o.leased() {
		machine, lease := o.machineOf(node), o.leaseNow(node)
		left, ok := lease.Left(o.s.Now)
		if machine == "" || !ok || left <= 0 || left > 24*time.Hour {
			continue
		}
		mk := o.mark(node)
		within, ok := o.due(&mk, machine, lease, left)
		if !ok || mk.isLeaving() {
			continue
		}
		mk.Warned, mk.WarnedOf = within, machine
		o.setMark(node, mk)
		if crew == nil {
			crew = o.crewsOf(o.next.Jobs)
		}
		o.tellEnds(node, machine, lease, within, crew[node])
	}
}

// waitsForQueue reports whether the queue has never been seen, so that it is not known whose jobs a lease end hits, and may
// still come.
func (o *observer) waitsForQueue() bool {
	return o.ev.Jobs.IsZero() && o.s.Now.Sub(o.ev.Began) <= mergeWithin
}

// isLeaving reports whether Slurm shows the machine on its way off, or gone before the list of machines does.
func (mk *NodeMark) isLeaving() bool {
	p := phaseOf(mk.State)
	return mk.Listed && (p == phaseGoing || p == phaseOff)
}

// leased yields the names under which there may be a machine with a lease.
func (o *observer) leased() func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if o.ev.ByInstances {
			for name := range o.ev.Marks {
				if !yield(name) {
					return
				}
			}
			return
		}
		for name := range o.next.Nodes {
			if !yield(name) {
				return
			}
		}
	}
}

// due returns the shortest time that has come and has not been told of the machine.
func (o *observer) due(mk *NodeMark, machine string, lease Lease, left time.Duration) (time.Duration, bool) {
	for _, within := range clockTimes() {
		if left > within {
			continue
		}
		if !lease.Start.IsZero() && lease.End.Sub(lease.Start) <= within {
			return 0, false
		}
		isTold := mk.WarnedOf == machine && mk.Warned != 0 && mk.Warned <= within
		return within, !isTold
	}
	return 0, false
}

func (o *observer) tellEnds(node, machine string, lease Lease, within time.Duration, crew []uint64) {
	at := lease.End.Add(-within)
	e := Event{
		ID: eventID("lease", node, machine, within.String()), At: at, Type: LeaseEnds, Node: node, Machine: machine, Within: within,
		From: ByClock,
	}
	if before := o.ev.Clock; before.IsZero() || at.Before(before) { // it was due before this program could see it
		e.At, e.Loose = o.s.Now, true
	}
	for _, id := range crew {
		j := o.next.Jobs[id]
		if !j.Left.IsZero() {
			continue
		}
		e.Mine = e.Mine || j.Mine
		if len(e.Jobs) < mostHit {
			e.Jobs = append(e.Jobs, j.shown(id))
		}
	}
	e.Severity = clockSeverity(within, len(e.Jobs) > 0)
	e.Ends, e.Text = lease.End, lease.Provenance.Words()
	o.events = append(o.events, e)
}

func clockSeverity(within time.Duration, isBusy bool) Severity {
	switch {
	case isBusy && within <= time.Hour:
		return Warning
	case isBusy || within <= time.Hour:
		return Notice
	}
	return Info
}
