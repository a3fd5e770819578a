package flex

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"flexq/client/slurm"
)

// Observe compares a snapshot with what is remembered of those before, and returns what it adds to the memory and the
// events that it shows, oldest first. It is pure: memory and snapshot stay as they are, and the same arguments give
// the same answer.
//
// Each kind of event has its own source. States of nodes come from Slurm's list of nodes; the coming and going of
// machines from the list of machines (or, where there is none, from the power states and boots that Slurm shows);
// requeues and ends from the queue; the platform's records (clusterEvents) add what no poll can show, and merge with
// what the others have told. No source waits for another, but for two cases: a reboot, which only the machines tell
// from a new machine, and a record whose event Slurm or the machines are expected to show too, which waits up to five
// minutes for them.
//
// A part of the snapshot that is missing (zero AsOf) or no newer than the one before it tells nothing and forgets
// nothing. The first sight of a source tells no differences: only what the platform has recorded and lease ends that
// are due. What ended before it was seen is not guessed.
func Observe(m Memory, s Snapshot, set Settings) (Memory, []Event) {
	m, events, _ := ObserveWith(m, s, set)
	return m, events
}

// ObserveWith is Observe that also returns the outlook which it needs itself: that of NewOutlook.
func ObserveWith(m Memory, s Snapshot, set Settings) (Memory, []Event, *Outlook) {
	o := &observer{old: m, next: m, s: s, set: set}
	if !s.NodesAsOf.Before(m.Events.Nodes) && len(s.Nodes) > 0 {
		o.next = Remember(m, s)
	}
	o.ev = &o.next.Events
	o.ev.Told, o.ev.Waiting = slices.Clip(o.ev.Told), slices.Clip(o.ev.Waiting) // what is appended is not the old memory's
	if o.ev.Began.IsZero() {
		o.ev.Began = s.Now
	}
	o.takeRecords()
	o.lookAtNodes()
	o.byNode(o.lookAtMachines)
	o.byNode(o.settleBoots)
	o.settleRecords()
	o.lookAtJobs()
	out := NewOutlook(o.next, s, set)
	o.lookAtRisks(out)
	o.byNode(o.lookAtClock)
	o.forget()
	return o.next, o.finish(), out
}

// observer is one run of Observe.
type observer struct {
	old, next Memory
	ev        *EventMemory // of next
	s         Snapshot
	set       Settings
	events    []Event

	ownMarks   bool // next.Events.Marks is a copy that may be written
	nodesNew   bool // this snapshot has a new look at the nodes
	nodesFirst bool // and it is the first

	index  *Index
	byName map[string]*slurm.Node
	words  map[string]string   // see names
	crew   map[string][]uint64 // the jobs that are remembered on each node

	newCrew map[string][]*slurm.Job // those that a newer queue shows there
	queue   map[uint64]*slurm.Job   // what it shows of those that are remembered
}

// isNew reports whether a part of the snapshot is newer than the look before.
func isNew(asOf, before time.Time) bool { return !asOf.IsZero() && asOf.After(before) }

func (o *observer) mark(node string) NodeMark { return o.ev.Marks[node] }

// setMark changes the mark of a node in a copy of the map: the memory before keeps its own.
func (o *observer) setMark(node string, mk NodeMark) {
	if !o.ownMarks {
		o.ownMarks = true
		marks := make(map[string]NodeMark, len(o.ev.Marks)+1)
		maps.Copy(marks, o.ev.Marks)
		o.ev.Marks = marks
	}
	o.ev.Marks[node] = mk
}

// tell adds an event. Pool, jobs and whose they are follow in finish.
func (o *observer) tell(e Event) {
	if e.Severity == Info {
		e.Severity = e.Type.usual()
	}
	o.events = append(o.events, e)
}

// byNode puts the events of a part that goes through its nodes in no order into one.
func (o *observer) byNode(part func()) {
	told := len(o.events)
	part()
	slices.SortStableFunc(o.events[told:], func(a, b Event) int { return cmp.Compare(a.Node, b.Node) })
}

// finish completes the events and sorts them.
func (o *observer) finish() []Event {
	for i := range o.events {
		e := &o.events[i]
		if e.Pool == "" && e.Node != "" {
			e.Pool = o.poolOf(e.Node)
		}
	}
	slices.SortStableFunc(o.events, func(a, b Event) int {
		return a.At.Compare(b.At) // else as they were told: one thing led to another
	})
	return o.events
}

// poolOf returns the id of a node's pool, "" if it is not known.
func (o *observer) poolOf(node string) string {
	if o.index == nil {
		o.index = NewIndex(o.s.Pools)
		o.byName = make(map[string]*slurm.Node, len(o.s.Nodes))
		for i := range o.s.Nodes {
			o.byName[o.s.Nodes[i].Name] = &o.s.Nodes[i]
		}
	}
	n := o.byName[node]
	if n == nil {
		n = &slurm.Node{Name: node}
	}
	pool, _ := o.index.PoolOf(n)
	return pool.ID
}

// markKept is for how long a node is remembered that neither Slurm nor a list of machines has.
const markKept = 7 * 24 * time.Hour

// forget drops what will not be needed any more, so that the memory stays bounded.
func (o *observer) forget() {
	now := o.s.Now
	if now.After(o.ev.Clock) {
		o.ev.Clock = now
	}
	o.ev.Told = dropOld(o.ev.Told, now)
	if !o.nodesNew {
		return
	}
	for name, mk := range o.ev.Marks {
		last := latest(latest(mk.Seen, mk.Alive), latest(mk.Fault, mk.Wish))
		if !mk.Listed && (mk.Machine == "" || mk.Over) && now.Sub(last) > markKept {
			o.setMark(name, mk)
			delete(o.ev.Marks, name)
		}
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
