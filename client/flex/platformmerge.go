package flex

import (
	"cmp"
	"slices"
	"time"
)

// tellTwin adds an event that a record of the platform tells too: a record that waits is merged into it, and one that
// comes later is dropped. from is the earliest moment at which it can have happened.
func (o *observer) tellTwin(e Event, recorded EventType, from time.Time) {
	if o.wasRecorded(recorded, e.Node, from, e.At) {
		return
	}
	if r, ok := o.absorb(recorded, e.Node, from, e.At); ok {
		e.From |= ByPlatform
		if e.Loose && recorded != NodeRebooted {
			e.At = r.At
		}
	} else {
		o.expect(recorded, e.Node, from, e.At)
	}
	o.tellHit(e)
}

// absorb takes a waiting record of a type and node out of those that wait: the one nearest to the end of the time in
// which it can have happened.
func (o *observer) absorb(t EventType, node string, from, to time.Time) (Record, bool) {
	best := -1
	for i, r := range o.ev.Waiting {
		if r.Node != node || r.eventType() != t || r.At.Before(from.Add(-mergeWithin)) || r.At.After(to.Add(mergeWithin)) {
			continue
		}
		if best < 0 || r.At.Sub(to).Abs() < o.ev.Waiting[best].At.Sub(to).Abs() {
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

// mostTold bounds the tellings that are remembered.
const mostTold = 4096

// expect notes that a record of an event may still come.
func (o *observer) expect(t EventType, node string, from, to time.Time) {
	o.ev.Told = append(o.ev.Told, Telling{Type: t, Node: node, From: from, To: to})
}

// wasTold reports whether a record's event has been told already. Each telling answers for one record.
func (o *observer) wasTold(t EventType, node string, at time.Time) bool {
	return o.spend(Telling{Type: t, Node: node, From: at, To: at})
}

// wasRecorded reports whether the platform has told an event before Slurm or the machines showed it.
func (o *observer) wasRecorded(t EventType, node string, from, to time.Time) bool {
	return o.spend(Telling{Type: t, Node: node, From: from, To: to, Recorded: true})
}

// spend takes away the first telling of a type and node that lies about the time of the given one.
func (o *observer) spend(like Telling) bool {
	i := slices.IndexFunc(o.ev.Told, func(x Telling) bool {
		return x.Type == like.Type && x.Node == like.Node && x.Recorded == like.Recorded && !x.Reported &&
			!like.To.Before(x.From.Add(-mergeWithin)) && !like.From.After(x.To.Add(mergeWithin))
	})
	if i < 0 {
		return false
	}
	o.ev.Told = slices.Delete(slices.Clone(o.ev.Told), i, i+1)
	return true
}

func dropOld(told []Telling, now time.Time) []Telling {
	isOld := func(x Telling) bool {
		kept := 4 * mergeWithin
		if x.Recorded { // Slurm may be out of reach for long
			kept = 24 * time.Hour
		}
		return now.Sub(x.To) > kept
	}
	if len(told) > mostTold {
		told = told[len(told)-mostTold:]
	}
	if !slices.ContainsFunc(told, isOld) {
		return told
	}
	return slices.DeleteFunc(slices.Clone(told), isOld)
}

// settleRecords tells the records that have waited in vain: their events were over before they could be seen, or are
// older than the first look.
func (o *observer) settleRecords() {
	var due, rest []Record
	for _, r := range o.ev.Waiting {
		if o.s.Now.Sub(r.At) > mergeWithin {
			due = append(due, r)
		} else {
			rest = append(rest, r)
		}
	}
	if len(due) == 0 {
		return
	}
	o.ev.Waiting = rest
	slices.SortStableFunc(due, func(a, b Record) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	for len(due) > 0 {
		r := due[0]
		due = due[1:]
		switch r.Type {
		case vmDeletion, vmReport:
			if !o.wasReported(r) {
				due = o.tellRecordedEnd(r, due)
			}
		default:
			o.tellHitNow(o.recordEvent(r.ID, r.Node, r.PlatformRecord))
			o.expectLate(r)
		}
	}
}

// expectLate notes that the platform alone has told an event, which a late look may show again.
func (o *observer) expectLate(r Record) {
	o.ev.Told = append(o.ev.Told, Telling{Type: r.eventType(), Node: r.Node, From: r.At, To: r.At, Recorded: true})
}
