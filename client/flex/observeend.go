package flex

import (
	"slices"
	"time"
)

// endingOf gathers what is known of the end of the machine that was listed under a name. gone is the look that does
// not list it any more, next the creation of its successor if there is one.
func (o *observer) endingOf(name string, mk *NodeMark, gone, next time.Time) ending {
	return ending{
		node: name, machine: mk.Machine, born: mk.Born, lease: mk.Lease, alive: mk.Alive, gone: gone, next: next,
		wish: mk.Wish, fault: mk.Fault, down: mk.downOn(), faultText: mk.FaultText, isOff: mk.isOff() && !o.wasBusy(name), by: ByMachines,
	}
}

// isOff reports whether Slurm has the node powered down as it wished. One that did not come up in time is down.
func (mk *NodeMark) isOff() bool { return phaseOf(mk.State) == phaseOff && !mk.State.IsDown() }

// downOn is when a node that is on was given up.
func (mk *NodeMark) downOn() time.Time {
	if phaseOf(mk.State) != phaseOn {
		return time.Time{}
	}
	return mk.Down
}

// end tells that a machine was taken away, why, and when. Records of the platform that tell the same are merged.
func (o *observer) end(e ending, mk *NodeMark) {
	to := e.gone
	if !e.next.IsZero() {
		to = earliest(e.next, to)
	}
	deletion, hasDeletion := o.absorbFirst(vmDeletion, e, to)
	if hasDeletion {
		e.deleted = deletion.At
	}
	_, e.reported = o.absorbFirst(vmReport, e, to)
	cause, at, loose := e.cause()
	mk.Over, mk.Ended, mk.EndedAt = true, cause, at
	event := Event{
		ID: mk.endID(e.node, e.machine), At: at, Loose: loose, Type: cause, Node: e.node, Machine: e.machine,
		Text: e.text(cause), From: e.by,
	}
	if hasDeletion || e.reported {
		event.From |= ByPlatform
	}
	if !hasDeletion {
		o.expect(MachineDeleted, e.node, e.alive, to)
	}
	if !e.reported {
		o.expect(MachineRepaired, e.node, e.alive, to)
	}
	mk.clear(at)
	from := e.alive
	if !loose {
		from = at
	}
	o.tellHitFrom(event, from)
}

// clear forgets the signs that led to the end of a machine: they say nothing of the next.
func (mk *NodeMark) clear(at time.Time) {
	if !mk.Wish.After(at) {
		mk.Wish = time.Time{}
	}
	if !mk.Fault.After(at) {
		mk.Fault, mk.FaultText = time.Time{}, ""
	}
}

// absorbFirst takes the first waiting record of a kind that can be of the machine's end: later ones are of machines
// that came and went between two looks.
func (o *observer) absorbFirst(kind string, e ending, to time.Time) (Record, bool) {
	best := -1
	for i, r := range o.ev.Waiting {
		if r.Node != e.node || r.Type != kind || r.At.Before(e.alive.Add(-mergeWithin)) || r.At.After(to.Add(mergeWithin)) {
			continue
		}
		if kind == vmReport && !e.mayBeReported(r) {
			continue
		}
		if best < 0 || r.At.Before(o.ev.Waiting[best].At) {
			best = i
		}
	}
	if best < 0 {
		return Record{}, false
	}
	r := o.ev.Waiting[best]
	o.ev.Waiting = slices.Delete(slices.Clone(o.ev.Waiting), best, best+1)
	return r, true
}

// tellRecordedEnd tells that a machine was taken away which only the platform has recorded. rest are the other
// records that are due; one of the same end is merged, and what is left is returned.
func (o *observer) tellRecordedEnd(r Record, rest []Record) []Record {
	e := ending{node: r.Node, deleted: r.At, alive: r.At, gone: r.At, by: ByPlatform, reported: r.Type == vmReport}
	mk := o.mark(r.Node)
	e.wish, e.fault, e.faultText = o.before(r, mk)
	rest, hasTwin := o.mergeTwin(r, &e, rest)
	isOfListed := mk.Machine != "" && !mk.Over && mk.mayEndAt(r)
	if isOfListed {
		e.machine, e.born, e.lease, e.down = mk.Machine, mk.Born, mk.Lease, mk.downOn()
	}
	cause, at, _ := e.cause()
	event := Event{
		ID: eventID(r.ID, r.Node), At: at, Type: cause, Node: r.Node, Machine: e.machine, Text: r.text(), From: ByPlatform,
	}
	if isOfListed {
		event.ID = mk.endID(r.Node, mk.Machine)
		mk.Over = true
	}
	mk.Ended, mk.EndedAt = cause, at
	mk.clear(at)
	o.setMark(r.Node, mk)
	if !hasTwin {
		o.expectOther(r)
	}
	o.tellHitNow(event)
	return rest
}

// mergeTwin takes the other record of an end, deletion or report, out of those that are due or else out of those that wait.
func (o *observer) mergeTwin(r Record, e *ending, due []Record) (rest []Record, found bool) {
	isTwin := func(x Record) bool {
		isOther := x.Type == vmDeletion && r.Type == vmReport || x.Type == vmReport && r.Type == vmDeletion && e.mayBeReported(x)
		return x.Node == r.Node && isOther && x.At.Sub(r.At) <= mergeWithin
	}
	if i := slices.IndexFunc(due, isTwin); i >= 0 {
		e.reported = true
		return slices.Delete(slices.Clone(due), i, i+1), true
	}
	if i := slices.IndexFunc(o.ev.Waiting, isTwin); i >= 0 {
		e.reported = true
		o.ev.Waiting = slices.Delete(slices.Clone(o.ev.Waiting), i, i+1)
		return due, true
	}
	return due, false
}

// mayEndAt reports whether a recorded end can be that of the machine which is listed. Where no list tells when it was made,
// one that lives on after its deletion is another one.
func (mk *NodeMark) mayEndAt(r Record) bool {
	if mk.Born.IsZero() && r.Type == vmDeletion {
		return mk.Alive.Sub(r.At) <= mergeWithin
	}
	return r.At.After(mk.Born)
}

// mayBeReported reports whether a record of a report can be of this end. One that comes after Slurm powered a sound
// machine down, and after that was deleted, is of the next machine.
func (e *ending) mayBeReported(report Record) bool {
	isSoundAndOff := !e.wish.IsZero() && !e.wish.Before(e.born) && e.fault.IsZero() && !e.deleted.IsZero()
	return !isSoundAndOff || report.At.Sub(e.deleted) <= lateRecord
}

// reportedWithin is how long the platform may take from a report until it has deleted the machine.
const reportedWithin = 2 * time.Hour

// expectOther notes that the other record of an end may still come: a machine that was reported is deleted only when
// the platform has come to it.
func (o *observer) expectOther(r Record) {
	if r.Type == vmReport {
		o.ev.Told = append(o.ev.Told, Telling{Type: MachineDeleted, Node: r.Node, From: r.At, To: r.At.Add(reportedWithin), Reported: true})
		return
	}
	o.expect(MachineRepaired, r.Node, r.At, r.At)
}

// wasReported reports whether a recorded deletion is that of a machine whose end has been told when it was reported: the
// first one after that, unless Slurm has powered another machine down since.
func (o *observer) wasReported(r Record) bool {
	if r.Type != vmDeletion {
		return false
	}
	i := slices.IndexFunc(o.ev.Told, func(x Telling) bool {
		return x.Reported && x.Node == r.Node && !r.At.Before(x.From.Add(-mergeWithin)) && !r.At.After(x.To.Add(mergeWithin))
	})
	if i < 0 {
		return false
	}
	reported := o.ev.Told[i].From
	o.ev.Told = slices.Delete(slices.Clone(o.ev.Told), i, i+1)
	wish, _, _ := o.before(r, o.mark(r.Node))
	return !wish.After(reported)
}
