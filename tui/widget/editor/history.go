package editor

import (
	"slices"
	"strings"
)

// What can be undone is bounded; the last step always can.
const (
	mostSteps = 1000
	mostBytes = 4 << 20
	// mostTyped is how much typing is undone at once.
	mostTyped = 128
)

// manner is how an edit was made: what is typed or deleted in one go is undone in one go.
type manner uint8

const (
	alone manner = iota // never joined with another
	typed
	rubbed // with backspace
	deleted
)

// step is one edit: at a spot, text was put in the place of other text.
type step struct {
	at                spot
	removed, inserted string
	before, after     spot // the cursor
	how               manner
	beside            *beside
}

// beside is an edit of something that is no text of the editor.
type beside struct {
	name        string
	back, forth func()
}

func (s *step) size() int { return len(s.removed) + len(s.inserted) }

// history is what can be undone and redone.
type history struct {
	done, undone []step
	bytes        int  // of the done ones
	open         bool // the last step can grow
}

// rest ends the growing of the last step.
func (h *history) rest() { h.open = false }

// add takes note of an edit.
func (h *history) add(s step) {
	h.undone = nil
	if h.open && len(h.done) > 0 && h.done[len(h.done)-1].grow(s) {
		h.bytes += s.size()
		return
	}
	h.open = s.how != alone
	h.push(s)
}

// push puts a step on the done ones and forgets the oldest if they are too many.
func (h *history) push(s step) {
	h.done = append(h.done, s)
	h.bytes += s.size()
	drop := 0
	if len(h.done) > mostSteps {
		drop = mostSteps / 8
	}
	left := h.bytes
	for i := range len(h.done) - 1 {
		if i >= drop && left <= mostBytes {
			break
		}
		left -= h.done[i].size()
		drop = max(drop, i+1)
	}
	h.bytes = left
	h.done = slices.Delete(h.done, 0, drop)
}

// grow adds an edit to the step if it goes on with the same, and reports whether it does.
func (s *step) grow(o step) bool {
	if s.beside != nil || o.beside != nil {
		return s.goOnBeside(o.beside)
	}
	if s.how != o.how || s.size()+o.size() > mostTyped || strings.Contains(o.removed, "\n") {
		return false
	}
	switch s.how {
	case typed:
		if s.at.after(s.inserted) != o.at || endsInBlank(s.inserted) && !endsInBlank(o.inserted) {
			return false
		}
		s.inserted += o.inserted
	case rubbed:
		if o.at.after(o.removed) != s.at {
			return false
		}
		s.at, s.removed = o.at, o.removed+s.removed
	case deleted:
		if o.at != s.at {
			return false
		}
		s.removed += o.removed
	case alone:
		return false
	}
	s.after = o.after
	return true
}

// goOnBeside is grow for edits of something else: those of one thing are undone in one go.
func (s *step) goOnBeside(o *beside) bool {
	if s.beside == nil || o == nil || s.beside.name != o.name {
		return false
	}
	s.beside.forth = o.forth
	return true
}

func endsInBlank(text string) bool {
	return strings.HasSuffix(text, " ")
}

// Beside takes note of an edit of something that belongs to the text and is not in it, so that Undo and Redo have all edits
// in one order: back takes it back, forth makes it again. Edits of the same name, one after another, are one.
func (e *Editor) Beside(name string, back, forth func()) {
	e.past.add(step{at: e.cursor, before: e.cursor, after: e.cursor, how: typed, beside: &beside{name, back, forth}})
}

// Undo takes back the last edit. It is Moved where there is none.
func (e *Editor) Undo() Event {
	h := &e.past
	if len(h.done) == 0 {
		return e.still()
	}
	h.rest()
	s := h.done[len(h.done)-1]
	h.done = h.done[:len(h.done)-1]
	h.bytes -= s.size()
	h.undone = append(h.undone, s)
	if s.beside != nil {
		s.beside.back()
		return Edited
	}
	e.splice(s.at, s.at.after(s.inserted), s.removed)
	e.place(s.before)
	return Edited
}

// Redo makes the edit again that was taken back last. It is Moved where there is none.
func (e *Editor) Redo() Event {
	h := &e.past
	if len(h.undone) == 0 {
		return e.still()
	}
	h.rest()
	s := h.undone[len(h.undone)-1]
	h.undone = h.undone[:len(h.undone)-1]
	h.push(s)
	if s.beside != nil {
		s.beside.forth()
		return Edited
	}
	e.splice(s.at, s.at.after(s.removed), s.inserted)
	e.place(s.after)
	return Edited
}
