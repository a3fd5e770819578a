package watch

import (
	"flexq/client/fault"
	"flexq/client/flex"
)

// past is the stream of events as an earlier run has left it.
type past struct {
	stream    []flex.Event
	isDamaged bool
	isAlone   bool // there was no memory beside it
}

// makeGood holds stream and memory of earlier runs against each other, when the platform answers first: either can be lost
// without the other. It returns that the stream was begun anew, which the user should know.
func (w *Watcher) makeGood(p flex.Pools) error {
	if w.past == nil || p.AsOf.IsZero() {
		return nil
	}
	was := *w.past
	w.past = nil
	if was.isAlone {
		w.memory = w.memory.Knows(p.Events, was.stream)
		return nil
	}
	memory, again := w.memory.Retells(p.Events, was.stream, was.isDamaged)
	w.memory = memory
	if !again || was.isDamaged { // the damage has been told
		return nil
	}
	f := fault.New(fault.Other, "read events", "the journal of events was lost and is begun anew")
	f.Cure = "nothing needs to be done; what the platform still lists is told again"
	return f
}
