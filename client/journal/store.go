package journal

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/flex"
)

// entry is an event of the journal.
type entry struct {
	event flex.Event
	also  []string       // other ids, under which the platform and Slurm told the same
	rest  jsontext.Value // fields of a newer program
	seq   uint64         // in the order in which this program came to know of them
	told  bool           // this program has told it, first or after another
	rung  bool
	// What is not on disk yet: the event or what was added to it, and that it has been rung for.
	unsaved, rungUnsaved bool
	seen                 bool // while a file is read anew: it is in there
}

// store is the events in memory: all that the file holds, and what could not be written yet.
type store struct {
	byID    map[string]*entry
	byAlso  map[string]*entry   // by their other ids
	byPlace map[string][]*entry // by type and node
	seq     uint64
	past    time.Time // events up to here have been dropped, so that none of them is new
	said    time.Time // past as the head of the file has it
	others  [][]byte  // lines of kinds that a newer program has written
	broken  int       // lines that are no JSON
}

func newStore() *store {
	return &store{byID: map[string]*entry{}, byAlso: map[string]*entry{}, byPlace: map[string][]*entry{}}
}

// tell takes an event that this program has to tell, and reports whether nobody has told it before.
func (s *store) tell(e flex.Event) bool {
	e.At = writable(e.At)
	if old := s.find(e); old != nil {
		old.told = true
		twin := old.event.ID != e.ID && s.byAlso[e.ID] != old
		if twin = twin && (!old.event.Loose || !e.Loose); twin {
			s.alias(old, e.ID)
		}
		if old.add(e) || twin {
			old.unsaved = true
		}
		return false
	}
	if !s.past.IsZero() && !e.At.After(s.past) {
		return false
	}
	s.insert(&entry{event: e, told: true, unsaved: true})
	return true
}

// find returns the entry that is the same event as e.
func (s *store) find(e flex.Event) *entry {
	if old := cmp.Or(s.byID[e.ID], s.byAlso[e.ID]); old != nil {
		return old
	}
	for _, old := range slices.Backward(s.byPlace[placeOf(e)]) {
		if flex.Same(old.event, e) && old.mayBe(e) {
			return old
		}
	}
	return nil
}

// mayBe rules out what flex.Same cannot know. A loose event was noticed by another program, or by this one before its
// last start: within one run the same is not noticed twice, but it may happen twice. And the platform has one record
// of one thing.
func (e *entry) mayBe(other flex.Event) bool {
	if e.event.Loose && other.Loose {
		return !e.told
	}
	return e.event.From&other.From&flex.ByPlatform == 0
}

func (s *store) alias(e *entry, id string) {
	e.also = append(e.also, id)
	s.byAlso[id] = e
}

func placeOf(e flex.Event) string { return string(e.Type) + "\x00" + e.Node }

func (s *store) insert(e *entry) {
	s.seq++
	e.seq = s.seq
	s.byID[e.event.ID] = e
	place := placeOf(e.event)
	s.byPlace[place] = append(s.byPlace[place], e)
}

// add merges what another source tells of the event, and reports whether that is anything new.
func (e *entry) add(more flex.Event) bool {
	old, now := &e.event, e.event
	now.From |= more.From
	now.Mine = now.Mine || more.Mine
	if now.Loose && !more.Loose {
		now.At, now.Loose = more.At, false
	}
	now.Severity = max(now.Severity, more.Severity)
	now.Node = cmp.Or(now.Node, more.Node)
	now.Pool = cmp.Or(now.Pool, more.Pool)
	now.Machine = cmp.Or(now.Machine, more.Machine)
	now.User = cmp.Or(now.User, more.User)
	now.Text = cmp.Or(now.Text, more.Text)
	now.Name = cmp.Or(now.Name, more.Name)
	now.Within = cmp.Or(now.Within, more.Within)
	if now.Ends.IsZero() {
		now.Ends = more.Ends
	}
	for _, job := range more.Jobs {
		if !slices.Contains(now.Jobs, job) {
			now.Jobs = append(slices.Clip(now.Jobs), job)
		}
	}
	changed := now.From != old.From || now.Loose != old.Loose || now.Severity != old.Severity ||
		now.Node != old.Node || now.Pool != old.Pool || now.Machine != old.Machine || now.User != old.User ||
		now.Text != old.Text || now.Within != old.Within || now.Name != old.Name || !now.Ends.Equal(old.Ends) || len(now.Jobs) != len(old.Jobs)
	e.event = now
	return changed
}

// load takes what was read from the file.
func (s *store) load(c chunk) {
	if c.whole {
		s.others, s.broken, s.said = nil, 0, time.Time{}
		for _, e := range s.byID {
			e.seen = false
		}
	}
	for _, raw := range c.lines {
		if !s.loadLine(raw) {
			s.broken++
		}
	}
	if c.whole {
		s.believePast(c.cut)
		s.forget(func(e *entry) bool { return !e.seen && !e.unsaved && !e.event.At.After(s.past) })
	}
}

// loadLine takes one line, and reports whether it could be read.
func (s *store) loadLine(raw []byte) bool {
	var ev eventLine // most lines are one
	if err := json.Unmarshal(raw, &ev, jsonOptions()); err != nil {
		return s.loadOther(raw)
	}
	switch ev.Kind {
	case kindEvent:
		if ev.ID == "" || ev.Type == "" {
			return false
		}
		s.loadEvent(ev)
	case kindRung:
		if e := s.byID[ev.ID]; e != nil {
			e.rung = true
		}
	default:
		return s.loadOther(raw)
	}
	return true
}

// loadOther takes a line that is no event, or of a newer program.
func (s *store) loadOther(raw []byte) bool {
	var l line
	if json.Unmarshal(raw, &l, jsonOptions()) != nil || l.Kind == kindEvent {
		return false
	}
	if l.Kind != kindHead {
		s.others = append(s.others, bytes.Clone(raw))
		return true
	}
	var head headLine
	if json.Unmarshal(raw, &head, jsonOptions()) == nil {
		s.said = head.Past
	}
	return true
}

// believePast takes over what the head of a file says of the events that were dropped. The newest are kept, so that one
// which lies after all that there are is damaged: believed, it would let nothing be news any more. Of a file that was
// not read whole they may not have been seen.
func (s *store) believePast(isCut bool) {
	if !s.said.After(s.past) {
		return
	}
	if isCut {
		s.past = s.said
		return
	}
	for _, e := range s.byID {
		if e.seen && !e.event.At.Before(s.said) {
			s.past = s.said
			return
		}
	}
}

// writable is the nearest moment that can be written down: a year of JSON has four digits, whatever a cluster tells.
func writable(t time.Time) time.Time {
	latest := time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
	switch {
	case t.Before(time.Time{}):
		return time.Time{}
	case t.After(latest):
		return latest
	}
	return t
}

func (s *store) loadEvent(l eventLine) {
	e := s.byID[l.ID]
	switch own := s.unwritten(l.event()); {
	case e != nil:
		e.add(l.event())
	case own != nil:
		s.giveWay(own, l.event())
		own.rest, e = l.Rest.Clone(), own
	default:
		e = &entry{event: l.event(), rest: l.Rest.Clone()}
		s.insert(e)
	}
	for _, id := range l.Also {
		if s.byAlso[id] == nil {
			s.alias(e, id)
		}
	}
	e.seen = true
	e.rung = e.rung || l.Rung
}

// unwritten finds an event of this program that could not be written while another program wrote the same.
func (s *store) unwritten(e flex.Event) *entry {
	for _, own := range s.byPlace[placeOf(e)] {
		if own.unsaved && !own.seen && own.event.ID != e.ID && flex.Same(own.event, e) {
			return own
		}
	}
	return nil
}

// giveWay lets an event that was not written be the one that was.
func (s *store) giveWay(own *entry, written flex.Event) {
	delete(s.byID, own.event.ID)
	old := own.event
	own.event = written
	own.add(old)
	own.unsaved = true // that it is both
	s.byID[written.ID] = own
	s.alias(own, old.ID)
}

// forget drops entries, and remembers of none that it was there.
func (s *store) forget(drop func(*entry) bool) {
	before := len(s.byID)
	for id, e := range s.byID {
		if drop(e) {
			delete(s.byID, id)
			for _, other := range e.also {
				delete(s.byAlso, other)
			}
		}
	}
	if len(s.byID) == before {
		return
	}
	for place, list := range s.byPlace {
		list = slices.DeleteFunc(list, func(e *entry) bool { return s.byID[e.event.ID] != e })
		if s.byPlace[place] = list; len(list) == 0 {
			delete(s.byPlace, place)
		}
	}
}

// trim keeps the newest entries, so many and one at least. What is dropped cannot come back as news.
func (s *store) trim(keep int) {
	keep = max(1, keep)
	if len(s.byID) <= keep {
		return
	}
	old := s.sorted(time.Time{})[:len(s.byID)-keep]
	drop := make(map[string]bool, len(old))
	for _, e := range old {
		drop[e.event.ID] = true
	}
	if last := old[len(old)-1].event.At; last.After(s.past) {
		s.past = last
	}
	s.forget(func(e *entry) bool { return drop[e.event.ID] })
}

// sorted returns the entries from a moment on, oldest first; those of one moment as this program came to know of them.
func (s *store) sorted(since time.Time) []*entry {
	all := make([]*entry, 0, len(s.byID))
	for _, e := range s.byID {
		if !e.event.At.Before(since) {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(a.event.At.Compare(b.event.At), cmp.Compare(a.seq, b.seq))
	})
	return all
}

// after returns the entries that came to be known after a mark, in that order.
func (s *store) after(mark uint64) []*entry {
	var all []*entry
	if mark == s.seq {
		return nil
	}
	for _, e := range s.byID {
		if e.seq > mark {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *entry) int { return cmp.Compare(a.seq, b.seq) })
	return all
}

// describe is the place of an event that came without an id.
func describe(e flex.Event) string {
	return strings.Join([]string{string(e.Type), e.Node, strings.Join(e.Jobs, ","), e.At.UTC().Format(time.RFC3339)}, "/")
}
