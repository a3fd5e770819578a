package submit

import (
	"errors"
	"maps"
	"slices"
	"strconv"

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
		w.before, w.key = w.key, key
	}
	if p.ID() != id {
		return
	}
	if p.key != "" && p.key != key {
		p.before = p.key
	}
	p.key, p.unknown, p.tried = key, false, true
	p.revision++
}

// Failed keeps why a submit failed, beside what was typed; refusals that concern an option stand at its field until
// that is another. That the outcome is not known is kept until the form is sent or replaced, whatever is edited
// meanwhile.
func (p *Pane) Failed(id string, err error) {
	if w := p.away[id]; w != nil {
		w.err = err
		if fault.KindOf(err) != fault.UnknownOutcome {
			w.key, w.before = w.before, ""
		}
		p.refill()
	} else if p.ID() == id {
		p.failed(err)
	}
}

func (p *Pane) failed(err error) {
	p.err = err
	p.revision++
	if fault.KindOf(err) == fault.UnknownOutcome {
		p.unknown = true
		if key := keyOf(err); key != "" {
			p.key = key
		}
		return
	}
	if !p.unknown { // what was not known before still is not
		p.key, p.before, p.unknown = p.before, "", p.before != ""
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
	p.filled, p.err, p.refused, p.from, p.key, p.unknown = false, nil, nil, "", "", false
	p.revision++
	if p.menu == nil && p.path == nil {
		p.openMenu()
	}
	p.refill() // what is typed in the picker stays
}

// Settle tells what became of a submit under a key whose outcome was not known: the job that it made, or 0 if it is
// certain that it made none. It returns the draft of that key as it is to be kept now, and false if there is none.
func (p *Pane) Settle(key string, job uint64) (Draft, bool) {
	if key == "" {
		return Draft{}, false
	}
	p.settleAway(key)
	if p.filled && p.before == key {
		p.before = "" // what comes of the submit since then says what the form goes by
	}
	if p.filled && p.key == key && !p.sending {
		return p.settleForm(job), true
	}
	i := slices.IndexFunc(p.drafts, func(d Draft) bool { return d.Key == key })
	if i < 0 {
		return Draft{}, false
	}
	d := p.drafts[i]
	d.Key, d.Job = "", job
	return d, true
}

// settleForm notes what became of the last submit of the form. An earlier one may still be open.
func (p *Pane) settleForm(job uint64) Draft {
	d := p.draft()
	d.Key = ""
	p.key, p.before = p.before, ""
	p.unknown, p.err = p.key != "", nil
	p.revision++
	if job == 0 {
		d.Key = p.key
		return d
	}
	d.Job, d.Changed = job, p.deps.Now()
	p.sent = d
	p.id, p.tried = p.newID(), false // what is in the form from now on is another one
	return d
}

// NotSent takes back SetKey: nothing was sent under that key.
func (p *Pane) NotSent(id string) {
	if w := p.away[id]; w != nil {
		w.key, w.before = w.before, ""
	}
	if p.ID() != id {
		return
	}
	p.key, p.before = p.before, ""
	p.unknown = p.key != ""
	p.revision++
}

// sentAs is the job that a lost submit of the form turned out to be, 0 if there is none or the form was edited since.
func (p *Pane) sentAs() uint64 {
	if p.sent.Job == 0 {
		return 0
	}
	if now := p.draft(); now.Text != p.sent.Text || !maps.Equal(now.Values, p.sent.Values) {
		return 0
	}
	return p.sent.Job
}

// caution is what to think of before the form is sent: that it was sent already, or that the last submit of it may have
// made a job.
func (p *Pane) caution() string {
	if job := p.sentAs(); job != 0 {
		return "This form was sent already, as job " + strconv.FormatUint(job, 10) + ". This would be a second one."
	}
	key := p.lostKey()
	if p.twin.Sent() || key == "" && !p.unknown { // that there is a job is more than that there may be one
		return p.twinWords()
	}
	text := "It is not known whether the last submit made a job. This may be a second one."
	if key != "" {
		text += " Look first for its key in the comments of your jobs:\n" + key
	}
	return text
}

// lostKey is the key of a submit of which nobody knows what became.
func (p *Pane) lostKey() string {
	if p.sending {
		return ""
	}
	return p.key
}
