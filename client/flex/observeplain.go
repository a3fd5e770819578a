package flex

import "time"

// lookAtPlainMachines tells which machines have come and gone where nothing lists them: by the power states and boots
// of their nodes and by their leases. What Slurm alone cannot explain is not told: that a node is down or gone is news
// of its own.
func (o *observer) lookAtPlainMachines() {
	if o.ev.ByInstances || !o.nodesNew || o.nodesFirst {
		return
	}
	for i := range o.s.Nodes {
		name := o.s.Nodes[i].Name
		was, known := o.old.Nodes[name]
		is := o.next.Nodes[name]
		had, has := was.Machine != "" && !was.Gone, is.Machine != "" && !is.Gone
		isOther := was.Machine != is.Machine
		if !known || !had && !has || had && has && !isOther {
			continue
		}
		mk := o.mark(name)
		if had && (!has || isOther) {
			o.endPlain(name, &mk, was, is)
		}
		if has && (!had || isOther) {
			seen := mk
			seen.Machine = is.Machine
			o.tellNew(name, &seen, latest(is.Created, is.Boot), o.s.NodesAsOf, BySlurm)
			mk.Over = false
		}
		o.setMark(name, mk)
	}
}

func (o *observer) endPlain(name string, mk *NodeMark, was, is NodeMemory) {
	e := ending{
		node: name, machine: was.Machine, born: was.Created, lease: was.Lease, alive: o.old.Events.Marks[name].Seen, gone: o.s.NodesAsOf,
		wish: mk.Wish, fault: mk.Fault, down: mk.downOn(), faultText: mk.FaultText, isOff: mk.isOff() && !o.wasBusy(name), by: BySlurm,
	}
	if !is.Gone {
		e.next = latest(is.Created, is.Boot)
	}
	cause, at, _ := e.cause()
	isGuess := cause == MachineDeleted || cause == MachineRepaired && !was.Lease.IsKnown()
	if isGuess {
		mk.Ended, mk.EndedAt = MachineDeleted, at
		mk.clear(at)
		return
	}
	o.end(e, mk)
}

// machineOf returns what stands for the machine under a node in the IDs of events, "" if there is none.
func (o *observer) machineOf(node string) string {
	if o.ev.ByInstances {
		if mk := o.mark(node); !mk.Over {
			return mk.Machine
		}
		return ""
	}
	if mem := o.next.Nodes[node]; !mem.Gone {
		return mem.Machine
	}
	return ""
}

// leaseNow returns the lease of the machine of machineOf.
func (o *observer) leaseNow(node string) Lease {
	if o.ev.ByInstances {
		return o.mark(node).Lease
	}
	return o.next.Nodes[node].Lease
}

// clockTimes are how long before the end of a lease it is told.
func clockTimes() [3]time.Duration {
	return [3]time.Duration{15 * time.Minute, time.Hour, 24 * time.Hour}
}
