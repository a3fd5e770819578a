package submit

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"flexq/client/fault"
)

// Sending says whether a submit is under way. Until it is answered the form takes no edit and no other template: the
// answer is about what is in it.
func (p *Pane) Sending(on bool) { p.sending, p.progress = on, "" }

// Progress says how far a submit is: "asking for the version", "sending", "looking for its key, 2 of 4".
func (p *Pane) Progress(text string) { p.progress = text }

// SetKey notes under which key the form is being sent, so that the draft that is kept meanwhile names it. Taken, and
// Failed with a known outcome, forget it.
func (p *Pane) SetKey(key string) {
	if p.key != "" && p.key != key {
		p.before = p.key
	}
	p.key, p.unknown, p.tried = key, false, true
	p.revision++
}

// Failed keeps why a submit failed, beside what was typed; refusals that concern an option stand at its field until
// that is another. That the outcome is not known is kept until the form is sent or replaced, whatever is edited
// meanwhile.
func (p *Pane) Failed(err error) {
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

// Taken clears the form: Slurm has taken it as that job. It returns the form as it is to be kept, to be sent again one
// day.
func (p *Pane) Taken(job uint64) Draft {
	d := p.draft()
	d.Job, d.Key, d.Changed = job, "", p.deps.Now()
	p.filled, p.err, p.refused, p.from, p.key, p.unknown = false, nil, nil, "", "", false
	p.revision++
	p.openMenu()
	return d
}

// Settle tells what became of a submit under a key whose outcome was not known: the job that it made, or 0 if it is
// certain that it made none. It returns the draft of that key as it is to be kept now, and false if there is none.
func (p *Pane) Settle(key string, job uint64) (Draft, bool) {
	if key == "" {
		return Draft{}, false
	}
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
	p.id = p.newID() // what is in the form from now on is another one
	return d
}

// Earlier is the key of a submit before the one that is under way of which nobody knows what became, "" if there is none.
func (p *Pane) Earlier() string { return p.before }

// NotSent takes back SetKey: nothing was sent under that key.
func (p *Pane) NotSent() {
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
