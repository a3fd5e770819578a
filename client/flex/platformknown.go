package flex

import "slices"

// Knows returns the memory as of one that has taken in those of the platform's records of which a stream of events tells
// under what Slurm or the machines showed: for a memory that was lost while the stream was not. The other records of the
// stream have their own IDs in it.
func (m Memory) Knows(records []PlatformRecord, stream []Event) Memory {
	byNode := map[string][]Event{}
	names := map[string]string{}
	for _, e := range stream {
		if e.Node == "" {
			continue
		}
		byNode[e.Node] = append(byNode[e.Node], e)
		names[e.Node] = e.Node
		if isLong(e.Machine) {
			names[e.Machine] = e.Node
		}
	}
	taken := slices.Clip(m.Events.Taken)
	for _, r := range records {
		nodes := nodesIn(r.Message, names)
		isNews := len(nodes) == 0 || slices.ContainsFunc(nodes, func(node string) bool {
			return !slices.ContainsFunc(byNode[node], r.isToldBy)
		})
		if !isNews {
			taken = append(taken, r.id())
		}
	}
	m.Events.Taken = taken
	return m
}

// isToldBy reports whether an event of the record's node tells the same, for whatever reason the machine went.
func (r PlatformRecord) isToldBy(e Event) bool {
	isOne := e.Type == r.eventType()
	if r.Type == vmDeletion || r.Type == vmReport {
		isOne = e.Type.isEnd()
	}
	return isOne && e.At.Sub(r.At).Abs() <= mergeWithin
}

// isEnd reports whether events of the type tell that a machine was taken away.
func (t EventType) isEnd() bool {
	switch t {
	case LeaseExpired, MachineRepaired, MachineDeleted, NodePoweredDown:
		return true
	default:
		return false
	}
}
