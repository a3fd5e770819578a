package submit

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"flexq/client/fault"
)

// submits are those of one form of which no job came at once.
type submits struct {
	// lost are those of which nobody knows what became, the oldest first. While the form is being sent, the last one is that
	// which is under way.
	lost []Attempt
	// asSent are the forms as lost submits of this one turned out to have sent them, each with its job.
	asSent []Draft
	// past is the job that one of them made of the form as it was before edits; 0 if there is none.
	past uint64
}

// takeBack forgets the last submit.
func (s *submits) takeBack() {
	if n := len(s.lost); n > 0 {
		s.lost = s.lost[: n-1 : n-1]
	}
}

// answered takes note of why the last submit made no job, or that it is not known whether it made one.
func (s *submits) answered(err error) {
	if fault.KindOf(err) != fault.UnknownOutcome {
		s.takeBack() // what was not known before still is not
		return
	}
	if len(s.lost) == 0 {
		s.lost = []Attempt{{}}
	}
	last := &s.lost[len(s.lost)-1]
	last.Key = cmp.Or(keyOf(err), last.Key)
}

// open are the lost submits of which something can become known: not the one whose answer is awaited.
func (s *submits) open(sending bool) []Attempt {
	if n := len(s.lost); sending && n > 0 {
		return s.lost[:n-1]
	}
	return s.lost
}

// note takes note of what became of a lost submit, and of what is to be kept since.
func (s *submits) note(key string, list []Draft) {
	s.lost = slices.DeleteFunc(slices.Clone(s.lost), func(a Attempt) bool { return a.Key == key })
	if len(list) > 0 && list[0].Sent() {
		s.asSent = append(s.asSent, list[0])
	}
}

// as is the job of a form as it was sent, 0 if none of the lost submits turned out to have sent it so.
func (s *submits) as(text string, values map[string]string) uint64 {
	for i := range slices.Backward(s.asSent) {
		if d := &s.asSent[i]; d.Text == text && maps.Equal(d.Values, values) {
			return d.Job
		}
	}
	return 0
}

// Settle tells what became of a submit under a key whose outcome was not known: the job that it made, or 0 if it is
// certain that it made none. It returns what is to be kept now: the form as it was sent, if there is a job, and the draft
// that names the key, if that holds something else. None is returned where no form or draft names it.
func (p *Pane) Settle(key string, job uint64) []Draft {
	if key == "" {
		return nil
	}
	if p.filled && has(p.lost, key) {
		if !has(p.open(p.sending), key) {
			return nil // its answer tells
		}
		return p.settleForm(key, job)
	}
	i := slices.IndexFunc(p.drafts, func(d Draft) bool { return has(d.Attempts(), key) })
	if i < 0 {
		return nil
	}
	d := p.drafts[i]
	w := p.away[d.ID]
	if w == nil {
		return d.settle(key, job, false)
	}
	if has(w.lost, key) && !has(w.open(w.sending), key) {
		return nil
	}
	list := d.settle(key, job, w.sending)
	w.note(key, list)
	if len(w.lost) == 0 && fault.KindOf(w.err) == fault.UnknownOutcome {
		w.err = nil
	}
	if len(list) == 1 && job != 0 || w.isOver() {
		delete(p.away, d.ID)
	}
	return list
}

// settleForm notes what became of a submit of the form that is there. Others may still be open.
func (p *Pane) settleForm(key string, job uint64) []Draft {
	d := p.draft()
	list := d.settle(key, job, p.sending)
	p.note(key, list)
	if len(p.lost) == 0 && fault.KindOf(p.err) == fault.UnknownOutcome {
		p.err = nil
	}
	p.revision++
	switch {
	case job == 0:
	case len(list) == 1: // what is in the form from now on is another one
		p.id, p.tried = p.newID(), false
	default:
		p.tried = len(p.lost) > 0
		if p.sentAs() == 0 {
			p.past = job
		}
	}
	return list
}

// Unsent is what is to be kept of a form after a submit of it made no job, which may be what d holds; false if nothing is,
// as a lost submit turned out to have sent just that.
func (p *Pane) Unsent(d Draft) (Draft, bool) {
	if p.ID() == d.ID {
		return p.Draft()
	}
	w := p.away[d.ID]
	if w == nil {
		return d, true
	}
	return d.With(w.lost), len(w.lost) > 0 || w.as(d.Text, d.Values) == 0
}

// sentAs is the job that a lost submit of the form turned out to be, 0 if there is none or the form is another by now.
func (p *Pane) sentAs() uint64 {
	if len(p.asSent) == 0 {
		return 0
	}
	return p.as(p.script.Text(), p.values)
}

// Names reports whether the form that is there was sent under a key without it being known what became of that.
func (p *Pane) Names(key string) bool { return p.filled && has(p.lost, key) }

// isLost reports whether nobody knows what became of a submit of the form.
func (p *Pane) isLost() bool { return !p.sending && len(p.lost) > 0 }

// lostKeys are the keys of submits of which nobody knows what became.
func (p *Pane) lostKeys() []string {
	if p.sending {
		return nil
	}
	d := Draft{Lost: p.lost}
	return slices.DeleteFunc(d.Keys(), func(key string) bool { return key == "" })
}

// Caution is what to think of before the form is sent: that it was sent already, or that submits of it may have made jobs.
func (p *Pane) Caution() string {
	if job := p.sentAs(); job != 0 {
		return "This form was sent already, as job " + strconv.FormatUint(job, 10) + ". This would be a second one."
	}
	if !p.isLost() || p.twin.Sent() { // that there is a job is more than that there may be one
		if words := p.twinWords(); words != "" || p.past == 0 {
			return words
		}
		return "As it was before your edits this form was sent, as job " + strconv.FormatUint(p.past, 10) + ". This would be one more."
	}
	keys := keysOf(p.lost)
	text, look := "It is not known whether the last submit made a job. This may be a second one.", " Look first for its key in the comments of your jobs:\n"
	if n := len(p.lost); n > 1 {
		text = "It is not known whether the last " + strconv.Itoa(n) + " submits made jobs. This may be one more."
		look = " Look first for their keys in the comments of your jobs:\n"
	}
	if keys != "" {
		text += look + keys
	}
	return text
}
