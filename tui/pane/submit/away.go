package submit

import (
	"cmp"

	"flexq/client/fault"
	"flexq/tui/pane"
	"flexq/tui/widget/menu"
)

// away is what is to be known of a form that another one has replaced: that it is being sent, or why it was not.
type away struct {
	sending  bool
	progress string
	err      error
	twin     Draft
	was      Draft // the form
	submits
}

// isOver reports whether the draft of the form tells all that is to be known.
func (w *away) isOver() bool {
	return !w.sending && w.err == nil && w.twin.ID == "" && len(w.asSent) == 0
}

// leave keeps what a draft does not tell of the form, for when it is back.
func (p *Pane) leave() {
	w := &away{sending: p.sending, progress: p.progress, err: p.err, twin: p.twin, was: p.draft(), submits: p.submits}
	if !w.isOver() {
		p.away[p.id] = w
	}
}

// comeBack tells the form what is known of it. It has its draft's ID and key already.
func (p *Pane) comeBack() {
	w := p.away[p.id]
	if w == nil {
		return
	}
	delete(p.away, p.id)
	p.twin, p.submits = w.twin, w.submits
	p.tried = len(p.asSent) == 0 || len(p.lost) > 0 || p.sentAs() == 0
	p.sending, p.progress = w.sending, w.progress
	if w.err != nil {
		p.failed(w.err)
	}
}

// awayItem is how the picker shows a form that is being sent, or why it was not submitted.
func (p *Pane) awayItem(d *Draft) (item menu.Item, ok bool) {
	w := p.away[d.ID]
	switch {
	case w == nil:
		return menu.Item{}, false
	case w.sending:
		return menu.Item{ID: d.ID, Label: title(d), Detail: cmp.Or(w.progress, "submitting") + " ...", Hint: "being sent"}, true
	case w.err != nil && len(w.lost) == 0:
		text := pane.Failure(w.err)
		if fault.KindOf(w.err) != fault.Refused {
			text = "not submitted: " + text
		}
		return menu.Item{ID: d.ID, Label: title(d), Detail: text, Hint: "unsent"}, true
	}
	return menu.Item{}, false
}

// isAwaySending reports whether a draft is of a form that is being sent.
func (p *Pane) isAwaySending(id string) bool {
	w := p.away[id]
	return w != nil && w.sending
}
