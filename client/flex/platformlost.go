package flex

import (
	"slices"
	"strings"
	"time"
)

// Retells returns the memory as of one that has yet to take in those of the platform's records of which a stream of events
// tells nothing: for a stream that was lost, whole or in part, while the memory was not. isDamaged says that parts of the
// stream are known to be lost; without that a stream which tells one of the records is taken for whole. It reports whether
// there is anything to tell again.
func (m Memory) Retells(records []PlatformRecord, stream []Event, isDamaged bool) (Memory, bool) {
	known := Memory{}.Knows(records, stream).Events.Taken
	var lost []string
	for _, r := range records {
		id := r.id()
		isTold := slices.Contains(known, id) || slices.ContainsFunc(stream, func(e Event) bool { return r.mayBeToldBy(e, id) })
		if isTold && !isDamaged {
			return m, false
		}
		isWaiting := slices.ContainsFunc(m.Events.Waiting, func(w Record) bool { return w.ID == id })
		if !isTold && !isWaiting && slices.Contains(m.Events.Taken, id) {
			lost = append(lost, id)
		}
	}
	if len(lost) == 0 {
		return m, false
	}
	m.Events.Records = time.Time{}
	m.Events.Taken = slices.DeleteFunc(slices.Clone(m.Events.Taken), func(id string) bool { return slices.Contains(lost, id) })
	m.Events.Told = slices.DeleteFunc(slices.Clone(m.Events.Told), func(x Telling) bool { return !x.Recorded && !x.Reported })
	return m, true
}

// mayBeToldBy reports whether an event is the record's own, or that of a report whose deletion the record is.
func (r PlatformRecord) mayBeToldBy(e Event, id string) bool {
	if e.ID == id || strings.HasPrefix(e.ID, id+":") {
		return true
	}
	after := r.At.Sub(e.At)
	return r.Type == vmDeletion && e.Type.isEnd() && strings.Contains(r.Message, e.Node) && after >= 0 && after <= reportedWithin
}
