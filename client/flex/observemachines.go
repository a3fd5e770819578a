package flex

import (
	"slices"
	"strconv"
	"time"

	"flexq/client/slurm"
)

// lookAtMachines tells which machines have come and gone, by the newest list of them.
func (o *observer) lookAtMachines() {
	p := o.s.Pools
	if !isNew(p.AsOf, o.ev.Machines) {
		o.lookAtPlainMachines()
		return
	}
	fromResource, fromCompute := p.Origin == FromResource, p.computeAnswers()
	if !fromResource && !fromCompute {
		if p.isOff(SourceNameCompute) || len(p.Sources) == 0 {
			o.ev.ByInstances = false // no list of machines will come any more
		}
		o.lookAtPlainMachines()
		return
	}
	isFirst := !o.ev.ByInstances
	o.ev.Machines, o.ev.ByInstances = p.AsOf, true
	for name, in := range p.Instances {
		o.meet(name, in, isFirst, fromCompute)
	}
	for name, mk := range o.ev.Marks {
		isSure := mk.InResource && fromResource || mk.InCompute && fromCompute
		if mk.Machine == "" || mk.Over || mk.Alive.Equal(p.AsOf) || !isSure {
			continue
		}
		switch {
		case isFirst:
			mk.Machine = ""
		case o.isGone(name, &mk):
			o.end(o.endingOf(name, &mk, mk.Missed, time.Time{}), &mk)
		}
		o.setMark(name, mk)
	}
}

// computeAnswers reports whether Compute Engine has answered the last time it was asked.
func (p Pools) computeAnswers() bool {
	for _, s := range p.Sources {
		if s.Name == SourceNameCompute {
			return !s.Off && s.Note == ""
		}
	}
	for _, in := range p.Instances {
		if in.FromCompute {
			return true
		}
	}
	return false
}

func (p Pools) isOff(source string) bool {
	for _, s := range p.Sources {
		if s.Name == source {
			return s.Off
		}
	}
	return false
}

// isGone reports whether a machine that is not listed has gone. While all else speaks for its life one list that lacks
// it is not believed: of a zone that cannot be reached Compute Engine lists nothing.
func (o *observer) isGone(name string, mk *NodeMark) bool {
	isMissed := !mk.Missed.IsZero()
	if !isMissed {
		mk.Missed = o.s.Pools.AsOf
	}
	isLiving := mk.Listed && phaseOf(mk.State) == phaseOn && !mk.State.IsDown() && !mk.State.Has(slurm.NodeNotResponding)
	isDue := mk.Lease.IsKnown() && !mk.Lease.End.After(o.s.Pools.AsOf)
	return isMissed || !isLiving || isDue || slices.ContainsFunc(o.ev.Waiting, func(r Record) bool {
		return r.Node == name && r.Type == vmDeletion && r.At.After(mk.Born)
	})
}

// isStale reports whether only an earlier answer of Compute Engine knows the machine, which is kept while it fails.
func (in Instance) isStale(fromCompute bool) bool {
	return in.FromCompute && in.State == "" && !fromCompute
}

// meet compares a machine that is listed with the one that was listed under the name before.
func (o *observer) meet(name string, in Instance, isFirst, fromCompute bool) {
	key := machineKey(in)
	if key == "" || in.FromCompute && in.hasStopped() || in.isStale(fromCompute) {
		return
	}
	mk := o.mark(name)
	if !mk.isSame(in) {
		if mk.Machine != "" && !mk.Over && !isFirst {
			o.end(o.endingOf(name, &mk, o.s.Pools.AsOf, in.Created), &mk)
		}
		isKnown := mk.WarnedOf != "" && mk.WarnedOf == o.next.Nodes[name].Machine
		mk.Machine, mk.Born, mk.Over, mk.Returns, mk.Lease = key, in.Created, false, 0, Lease{}
		if isKnown { // by Slurm's states alone, until there was a list of machines
			mk.WarnedOf = key
		}
		if !isFirst {
			o.tellNew(name, &mk, in.Created, o.s.Pools.AsOf, ByMachines)
		}
	} else if in.ID != "" && mk.Machine != in.ID {
		if mk.WarnedOf == mk.Machine {
			mk.WarnedOf = in.ID
		}
		if mk.BootMachine == mk.Machine {
			mk.BootMachine = in.ID
		}
		mk.Machine = in.ID
	}
	mk.Alive = o.s.Pools.AsOf
	mk.comeBack()
	mk.InCompute = in.FromCompute
	mk.InResource = in.State != "" || !in.FromCompute
	mk.Lease = o.leaseOf(name, in, mk.Lease)
	o.setMark(name, mk)
}

// flicker is for how long after its end a list may still, or again, show a machine.
const flicker = 10 * time.Minute

// comeBack takes back the end of a machine that was not listed for a while, as when its zone could not be reached, and is
// listed again. One that is listed on because the platform has yet to delete it was never missed.
func (mk *NodeMark) comeBack() {
	if mk.Over && !mk.Missed.IsZero() && mk.Alive.Sub(mk.EndedAt) > flicker {
		mk.Over, mk.Ended, mk.EndedAt = false, "", time.Time{}
		mk.Returns++
	}
	if !mk.Over {
		mk.Missed = time.Time{}
	}
}

// endID is that of the event that tells the machine's end: another one for each time that it has come back since.
func (mk *NodeMark) endID(node, machine string) string {
	id := eventID("end", node, machine)
	if mk.Returns > 0 {
		id += "~" + strconv.Itoa(mk.Returns)
	}
	return id
}

// machineKey names a machine for events: by its id, else by the moment of its creation.
func machineKey(in Instance) string {
	switch {
	case in.ID != "":
		return in.ID
	case !in.Created.IsZero():
		return "c" + stamp(in.Created)
	}
	return ""
}

// isSame reports whether the machine is the one that was listed before, perhaps under what was known of it then.
func (mk *NodeMark) isSame(in Instance) bool {
	switch {
	case mk.Machine == "":
		return false
	case mk.Machine == in.ID, mk.Machine == machineKey(in):
		return true
	case in.ID != "" && mk.Machine[0] != 'c':
		return false
	}
	return !in.Created.IsZero() && in.Created.Sub(mk.Born).Abs() < time.Second
}

// hasStopped reports whether Compute Engine keeps the instance but runs it no more.
func (in Instance) hasStopped() bool { return in.Status == "TERMINATED" || in.Status == "STOPPED" }

// leaseOf returns the lease of a machine that is listed: as worked out with its node, unless Slurm shows the node
// with another machine just now.
func (o *observer) leaseOf(name string, in Instance, before Lease) Lease {
	mem, ok := o.next.Nodes[name]
	switch {
	case ok && mem.Machine != "" && (mem.ID == in.ID || mem.ID == ""):
		return mem.Lease
	case !in.Ends.IsZero():
		return Lease{Provenance: Exact, Source: SourceCompute, Start: in.Created, End: in.Ends, Duration: in.MaxRun}
	}
	return before
}

// tellNew tells that a machine has come: in place of one that was taken away, or afresh.
func (o *observer) tellNew(name string, mk *NodeMark, created, seen time.Time, by uint8) {
	e := Event{
		ID: eventID("new", name, mk.Machine), At: created, Type: MachineCreated, Node: name, Machine: mk.Machine, From: by,
	}
	if created.IsZero() {
		e.At, e.Loose = seen, true
	}
	switch mk.Ended {
	case LeaseExpired, MachineRepaired, MachineDeleted:
		e.Type = MachineReplaced
		e.Text = "in place of one " + lostTo(mk.Ended)
	default:
	}
	o.tell(e)
}

// lostTo says how the machine before was lost.
func lostTo(end EventType) string {
	switch end {
	case LeaseExpired:
		return "whose lease was over"
	case MachineRepaired:
		return "that was faulty"
	default:
		return "that was taken away"
	}
}
