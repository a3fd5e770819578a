package submit

import (
	"errors"

	"flexq/client/fault"
)

// Sending says that the form is being sent, and returns the draft of it. Until Answered it takes no edit: the answer is
// about what is in it. Another form can take its place meanwhile, so that all that concerns a submit goes by the ID of its
// draft.
func (p *Pane) Sending() Draft {
	p.sending, p.progress, p.tried = true, "", true
	return p.draft()
}

// IsSending reports whether the form that is there is being sent.
func (p *Pane) IsSending() bool { return p.filled && p.sending }

// Answered says that the submit of a form is not under way any more. What became of it is told next.
func (p *Pane) Answered(id string) {
	if w := p.away[id]; w != nil {
		w.sending, w.progress = false, ""
	} else if p.ID() == id {
		p.sending, p.progress = false, ""
	}
}

// Progress says how far a submit is: "asking for the version", "sending", "looking for its key, 2 of 4".
func (p *Pane) Progress(id, text string) {
	if w := p.away[id]; w != nil {
		w.progress = text
		p.refill()
	} else if p.ID() == id {
		p.progress = text
	}
}

// SetKey notes under which key the form is being sent, so that the draft that is kept meanwhile names it. Taken, and
// Failed with a known outcome, forget it.
func (p *Pane) SetKey(id, key string) {
	if w := p.away[id]; w != nil {
		d := w.was
		w.lost = append(w.lost, d.attempt(key, p.deps.Now()))
	}
	if p.ID() != id {
		return
	}
	d := p.draft()
	p.lost = append(p.lost, d.attempt(key, p.deps.Now()))
	p.tried = true
	p.revision++
}

// Failed keeps why a submit failed, beside what was typed; refusals that concern an option stand at its field until
// that is another. That the outcome is not known is kept until the form is sent or replaced, whatever is edited
// meanwhile.
func (p *Pane) Failed(id string, err error) {
	if w := p.away[id]; w != nil {
		w.err = err
		w.answered(err)
		p.refill()
	} else if p.ID() == id {
		p.answered(err)
		p.tried = p.tried && (len(p.lost) > 0 || p.sentAs() == 0)
		p.failed(err)
	}
}

func (p *Pane) failed(err error) {
	p.err = err
	p.revision++
	if fault.KindOf(err) == fault.UnknownOutcome {
		return
	}
	p.refused, p.refusedToo = p.refusals(err)
	p.refresh()
	for _, r := range p.refused {
		if p.goTo(r.field) {
			return
		}
	}
}

func keyOf(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Key
	}
	return ""
}

// Taken clears the form: Slurm has taken it as a job.
func (p *Pane) Taken(id string) {
	delete(p.away, id)
	if p.ID() != id {
		return
	}
	p.filled, p.err, p.refused, p.from, p.submits = false, nil, nil, "", submits{}
	p.revision++
	if p.menu == nil && p.path == nil {
		p.openMenu()
	}
	p.refill() // what is typed in the picker stays
}

// NotSent takes back SetKey: nothing was sent under that key.
func (p *Pane) NotSent(id string) {
	if w := p.away[id]; w != nil {
		w.takeBack()
	}
	if p.ID() != id {
		return
	}
	p.takeBack()
	p.revision++
}
