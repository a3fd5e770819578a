package flex

import (
	"slices"
	"time"

	"flexq/client/slurm"
)

// nodeLook is one node in a new look at Slurm's nodes, and what is remembered of it.
type nodeLook struct {
	o    *observer
	n    *slurm.Node
	mk   *NodeMark
	asOf time.Time
	was  time.Time // the look before that listed it
}

// lookAtNodes tells how the states of nodes have changed. A list without any node is taken for none.
func (o *observer) lookAtNodes() {
	before, asOf := o.ev.Nodes, o.s.NodesAsOf
	if !isNew(asOf, before) || len(o.s.Nodes) == 0 {
		return
	}
	o.ev.Nodes, o.nodesNew, o.nodesFirst = asOf, true, before.IsZero()
	for i := range o.s.Nodes {
		n := &o.s.Nodes[i]
		mk := o.mark(n.Name)
		l := nodeLook{o: o, n: n, mk: &mk, asOf: asOf, was: mk.Seen}
		if mk.Listed {
			l.compare()
		} else {
			if !o.nodesFirst {
				l.tellLoose(NodeAppeared, "")
			}
			l.begin()
		}
		mk.Listed, mk.Seen, mk.State = true, asOf, n.State
		o.setMark(n.Name, mk)
	}
	o.missNodes(asOf)
}

// missNodes tells of the nodes that Slurm does not list any more.
func (o *observer) missNodes(asOf time.Time) {
	var gone []string
	for name, mk := range o.ev.Marks {
		if mk.Listed && !mk.Seen.Equal(asOf) {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	for _, name := range gone {
		mk := o.mark(name)
		l := nodeLook{o: o, n: &slurm.Node{Name: name}, mk: &mk, asOf: asOf, was: mk.Seen}
		l.tellLoose(NodeGone, "")
		mk.Listed = false
		mk.Off = asOf
		o.setMark(name, mk)
	}
}

// begin takes the node as it is: what it came from is not known.
func (l *nodeLook) begin() {
	s, mk := l.n.State, l.mk
	mk.Drain, mk.DrainKey, mk.Drained, mk.Down, mk.DownKey, mk.Deaf, mk.Boot, mk.Boots = time.Time{}, "", false, time.Time{}, "", time.Time{}, time.Time{}, nil
	if s.Has(slurm.NodeDrain) {
		mk.Drain, mk.DrainKey, mk.Drained = l.since()
		mk.Drained = s.IsDrained()
		l.suspect()
	}
	if s.IsDown() {
		mk.Down, mk.DownKey, _ = l.since()
	}
	if phaseOf(s) == phaseOn {
		mk.Boot, mk.BootMachine = l.n.Boot.Std(), mk.Machine
	} else {
		mk.Off = l.asOf
	}
}

func (l *nodeLook) compare() {
	l.power()
	l.drain()
	l.down()
	l.deaf()
	l.boot()
}

// since returns when the node's reason was set, which is when it was drained or went down, and the last part of an
// ID. Where Slurm does not say, or says the moment of something earlier, it is the moment of this look, and loose.
func (l *nodeLook) since() (at time.Time, key string, loose bool) {
	at = l.n.ReasonSince.Std()
	if at.IsZero() || !l.was.IsZero() && l.was.Sub(at) > clockSkew {
		return l.asOf, stamp(l.asOf), true
	}
	return at, stamp(at), false
}

func (l *nodeLook) event(t EventType, key, text string) Event {
	e := Event{ID: eventID(string(t), l.n.Name, key), At: l.asOf, Type: t, Node: l.n.Name, Text: text, From: BySlurm}
	if !l.mk.Over && phaseOf(l.n.State) != phaseComing { // while it comes up the list may show the machine before
		e.Machine = l.mk.Machine
	}
	return e
}

// tellLoose tells what has no moment but that of the look.
func (l *nodeLook) tellLoose(t EventType, text string) {
	e := l.event(t, stamp(l.asOf), text)
	e.Loose = true
	switch t {
	case NodeGone, NodeNotResponding:
		l.o.tellHit(e)
	default:
		l.o.tell(e)
	}
}
