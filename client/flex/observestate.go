package flex

import (
	"time"

	"flexq/client/slurm"
)

// drain tells that the node takes no more work (once for each reason), that its last job has left, and that it takes
// work again. A node that was idle when it was drained is told to be draining and drained at once, so that two
// programs which poll at different times tell the same.
func (l *nodeLook) drain() {
	mk, s := l.mk, l.n.State
	if !s.Has(slurm.NodeDrain) {
		l.resume()
		return
	}
	at, key, loose := l.since()
	isOther := !loose && key != mk.DrainKey && at.After(mk.Drain)
	if mk.Drain.IsZero() || isOther {
		mk.Drain, mk.DrainKey, mk.Drained = at, key, false
		e := l.event(NodeDraining, key, l.n.Reason)
		e.At, e.Loose = at, loose
		l.suspect()
		l.o.tellTwin(e, NodeDraining, l.from(at, loose))
	}
	if s.IsDrained() && !mk.Drained {
		mk.Drained = true
		e := l.event(NodeDrained, mk.DrainKey, l.n.Reason)
		e.Loose = true
		l.o.tell(e)
	}
}

// from is the earliest moment at which something that this look shows can have happened.
func (l *nodeLook) from(at time.Time, loose bool) time.Time {
	if loose {
		return l.was
	}
	return at
}

// suspect keeps a drain as a sign that the machine is faulty: if it is taken away next, that is a repair. Drains that
// only prepare for a reboot or a power-down are no such sign.
func (l *nodeLook) suspect() {
	const planned = slurm.NodeRebootRequested | slurm.NodeRebootIssued | slurm.NodePowerDown | slurm.NodePowerDrain
	if l.n.State.Flags&planned == 0 {
		l.mk.Fault, l.mk.FaultText = l.mk.Drain, l.n.Reason
	}
}

// resume ends a drain. With the machine that was drained gone, its successor is news of its own.
func (l *nodeLook) resume() {
	mk := l.mk
	if mk.Drain.IsZero() {
		return
	}
	if phaseOf(l.n.State) == phaseOn && SameBoot(l.n.Boot.Std(), mk.Boot) {
		mk.Fault, mk.FaultText = time.Time{}, ""
		if !l.n.State.IsDown() {
			e := l.event(NodeResumed, mk.DrainKey, "")
			e.Loose = true
			l.o.tell(e)
		}
	}
	mk.Drain, mk.DrainKey, mk.Drained = time.Time{}, "", false
}

// down tells that Slurm gave the node up, and that it is back.
func (l *nodeLook) down() {
	mk, isOn := l.mk, phaseOf(l.n.State) == phaseOn
	switch isDown := l.n.State.IsDown(); {
	case isDown && mk.Down.IsZero():
		at, key, loose := l.since()
		mk.Down, mk.DownKey = at, key
		e := l.event(NodeDown, key, l.n.Reason)
		e.At, e.Loose = at, loose
		l.o.tellHit(e)
	case !isDown && !mk.Down.IsZero():
		if isOn {
			e := l.event(NodeUp, mk.DownKey, "")
			e.Loose = true
			l.o.tell(e)
		}
		mk.Down, mk.DownKey = time.Time{}, ""
	}
}

// deaf tells that slurmctld gets no answer, where that is not to be expected, and that it does again. Once the node is
// down that says it all.
func (l *nodeLook) deaf() {
	const restarting = slurm.NodeRebootIssued | slurm.NodeRebootRequested
	mk, s := l.mk, l.n.State
	isOn := phaseOf(s) == phaseOn && !s.IsDown()
	switch isDeaf := s.Has(slurm.NodeNotResponding); {
	case !isOn || isDeaf && s.Flags&restarting != 0:
		mk.Deaf = time.Time{}
	case isDeaf && mk.Deaf.IsZero():
		mk.Deaf = l.asOf
		l.tellLoose(NodeNotResponding, l.n.Reason)
	case !isDeaf && !mk.Deaf.IsZero():
		e := l.event(NodeUp, "answers:"+stamp(mk.Deaf), "it answers again")
		e.Loose = true
		l.o.tell(e)
		mk.Deaf = time.Time{}
	}
}
