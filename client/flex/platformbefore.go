package flex

import (
	"slices"
	"time"
)

// lateRecord is by how much a record of what led to an end may be later than that of the end: they come from several
// clocks.
const lateRecord = 30 * time.Second

// before finds what the listed records say of a machine between the end of the one before it and its own recorded end:
// that Slurm began to power it down, and that it was found faulty. What is remembered of the node is of its newest
// machine, and at the first look the records tell of several.
func (o *observer) before(end Record, mk NodeMark) (wish, fault time.Time, faultText string) {
	names := o.names()
	for _, r := range o.s.Pools.Events {
		if r.At.After(end.At.Add(lateRecord)) || !slices.Contains(nodesIn(r.Message, names), end.Node) {
			continue
		}
		switch r.Type {
		case vmPowerDown:
			wish = r.At
		case vmPrologError, vmEpilogError, vmGPUError, vmScanError, vmDrain:
			if fault = r.At; r.Type != vmDrain {
				faultText = r.eventType().Words()
			}
		case vmDeletion, vmReport:
			if end.At.Sub(r.At) > mergeWithin { // of the machine before
				wish, fault, faultText = time.Time{}, time.Time{}, ""
			}
		}
	}
	if wish.IsZero() && !mk.Wish.After(end.At.Add(lateRecord)) {
		wish = mk.Wish
	}
	if fault.IsZero() && !mk.Fault.After(end.At.Add(lateRecord)) {
		fault, faultText = mk.Fault, mk.FaultText
	}
	return wish, fault, faultText
}
