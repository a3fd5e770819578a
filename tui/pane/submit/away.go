package submit

import (
	"cmp"

	"flexq/client/fault"
	"flexq/tui/pane"
	"flexq/tui/widget/menu"
)

// away is what is to be known of a form that another one has replaced: that it is being sent, or why it was not.
type away struct {
	sending     bool
	progress    string
	key, before string // see Pane
	err         error
	twin        Draft
}

// leave keeps what a draft does not tell of the form, for when it is back.
func (p *Pane) leave() {
	if p.sending || p.err != nil || p.twin.ID != "" {
		p.away[p.id] = &away{sending: p.sending, progress: p.progress, key: p.key, before: p.before, err: p.err, twin: p.twin}
	}
}

// comeBack tells the form what is known of it. It has its draft's ID and key already.
func (p *Pane) comeBack() {
	w := p.away[p.id]
	if w == nil {
		return
	}
	delete(p.away, p.id)
	p.twin, p.key, p.before, p.tried = w.twin, w.key, w.before, true
	p.sending, p.progress, p.unknown = w.sending, w.progress, w.key != "" && !w.sending
	if w.err != nil {
		p.failed(w.err)
	}
}

// settleAway takes note that it is known what became of a submit under a key.
func (p *Pane) settleAway(key string) {
	for id, w := range p.away {
		if w.before == key {
			w.before = ""
		}
		if w.key == key && !w.sending {
			delete(p.away, id)
		}
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
	case w.err != nil && w.key == "":
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
