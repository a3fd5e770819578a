package flex

import "time"

// blameWithin is for how long before a job was lost its node may have been.
const blameWithin = 10 * time.Minute

// blame returns the node for whose sake the job's run ended, and what became of the node; "" if none of its nodes was
// lost about then. Slurm names it at times; else it is the first of the run's nodes that was, the surest sign first.
func (l *jobLook) blame(left time.Time) (node, why string) {
	nodes := l.was.Nodes
	if nodes == "" {
		nodes = l.j.Nodes
	}
	if failed := l.j.FailedNode; failed != "" {
		why, _ = l.o.fate(failed, l.before, left)
		if why == "" {
			why = "Slurm counts its node as failed"
		}
		return failed, why
	}
	worst := 0
	n := 0
	for name := range nodes.All() {
		if n++; n > mostCrew {
			break
		}
		if w, rank := l.o.fate(name, l.before, left); rank > worst {
			node, why, worst = name, w, rank
		}
	}
	return node, why
}

// fate says what became of a node lately, and how sure a sign that is of a job's loss; "" if nothing did.
func (o *observer) fate(node string, since, left time.Time) (why string, rank int) {
	mk, ok := o.ev.Marks[node]
	isSpared := !left.IsZero() && o.downAt(node).Sub(left) > looseWithin // what had left before
	if !ok || isSpared {
		return "", 0
	}
	isLate := func(at time.Time) bool { return !at.IsZero() && !at.Before(since.Add(-blameWithin)) }
	switch {
	case isLate(mk.EndedAt) && mk.Ended == LeaseExpired:
		return "the lease of its node was over", 5
	case isLate(mk.EndedAt) && mk.Ended == MachineRepaired:
		return "its node was taken for repair", 5
	case isLate(mk.EndedAt) && mk.Ended == MachineDeleted:
		return "the machine of its node was deleted", 5
	case isLate(mk.Down):
		return "its node went down", 4
	case isLate(mk.Off):
		return "its node lost its machine", 3
	case isLate(mk.Drain):
		return withReason("its node was drained", mk.FaultText), 2
	case isLate(mk.Deaf):
		return "its node does not respond", 1
	}
	return "", 0
}

func withReason(what, reason string) string {
	if reason == "" {
		return what
	}
	return what + " (" + reason + ")"
}
