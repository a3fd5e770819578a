package submit

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Draft is a form as it can be kept: what was typed, and what became of it. It is plain data for JSON; the parameters
// come from the text.
type Draft struct {
	ID   string // never changes while the form lives; letters, digits and - only
	From string // where it came from, for the picker: "torchrun-flex", "like 88214"
	Name string // of the job, as the script says it
	// Text is the script with its {{NAMES}}, Values what they stand for.
	Text   string
	Values map[string]string
	// Typed is what stands in fields and is not in the script: an option that is being added, values that the script
	// could not take. It goes by the field, with the part of the job before it where that is not the first.
	Typed map[string]string
	// Key is that of the last submit of this form of which it is not known whether it made a job; "" if there is none.
	Key string
	// Lost are all such submits, the oldest first, the one of Key too: see Attempts.
	Lost []Attempt
	// Job is the job that the form became, 0 while it was not sent. Sent forms are kept so that they can be sent again.
	Job uint64
	// JobKey is the key of the submit that made the job; "" in drafts of before. See Became.
	JobKey  string
	Changed time.Time // the last edit, or when it was sent
	// Version is that of the state that is stored, for whoever stores it; the form does not know it.
	Version string
}

// Sent reports whether Slurm took the form as a job.
func (d *Draft) Sent() bool { return d.Job != 0 }

// Draft returns the form as it is now, and false if there is nothing in it that its template or file does not hold and
// it was never sent. What a lost submit of it turned out to have sent is kept as that already.
func (p *Pane) Draft() (Draft, bool) {
	if !p.filled || !p.tried && (p.sentAs() != 0 || !p.holds()) {
		return Draft{}, false
	}
	return p.draft(), true
}

func (p *Pane) draft() Draft {
	d := Draft{
		ID: p.id, From: p.from, Name: p.sheet.job.Name, Text: p.script.Text(), Values: maps.Clone(p.values),
		Typed: p.typed(), Changed: p.changedAt,
	}
	return d.With(p.lost)
}

// TakenBack reports whether all that was typed into a form was taken back again, so that what was kept of it under its ID is
// no draft any more.
func (p *Pane) TakenBack() bool {
	if _, ok := p.Draft(); ok || !p.filled {
		return false
	}
	if i := slices.IndexFunc(p.drafts, func(d Draft) bool { return d.ID == p.id }); i >= 0 && isPathOnly(&p.drafts[i]) {
		return false // the path of the file that was read is kept all the same
	}
	return p.baseValues != nil || p.sentAs() != 0 // not one that was kept by an earlier run, and is empty now
}

// AsItIs is the form as a draft, whether it is worth keeping or not.
func (p *Pane) AsItIs() Draft { return p.draft() }

// Revision grows whenever Draft would return something else: it is time to keep it.
func (p *Pane) Revision() uint64 { return p.revision }

// Dirty reports whether there is a form, the one that is shown or one that it replaced, which was neither sent nor is
// as its template or file holds it, or a path that was not read yet.
func (p *Pane) Dirty() bool {
	return len(p.replaced) > 0 || p.filled && p.holds() && p.sentAs() == 0 || p.typedPath() != ""
}

// edited reports whether the form holds what its template does not.
func (p *Pane) edited() bool {
	return p.script.Text() != p.base || !maps.Equal(p.values, p.baseValues)
}

// holds reports whether there is something in the form that would be lost with it.
func (p *Pane) holds() bool { return p.edited() || len(p.typed()) > 0 }

// SetDrafts tells which forms are kept, sent ones included, newest first.
func (p *Pane) SetDrafts(list []Draft, err error) {
	p.drafts, p.draftsErr = list, err
	p.replaced = slices.DeleteFunc(p.replaced, func(d Draft) bool {
		return slices.ContainsFunc(list, func(k Draft) bool { return k.ID == d.ID && !k.Changed.Before(d.Changed) })
	})
	p.refill()
}

// replace keeps the form that another one is about to replace. Whoever keeps drafts tells of it by SetDrafts a moment
// later.
func (p *Pane) replace() {
	if d, ok := p.Draft(); ok {
		p.leave()
		p.replaced = append([]Draft{d}, p.replaced...)
	}
}

// restore puts a draft into the form. One that was sent is the beginning of another.
func (p *Pane) restore(d Draft) {
	p.replace()
	p.replaced = slices.DeleteFunc(p.replaced, func(r Draft) bool { return r.ID == d.ID })
	t := Template{Name: d.From, Script: d.Text}
	if d.Sent() {
		p.begin(t, d.Values)
		return
	}
	p.begin(t, d.Values)
	p.retype(d.Typed)
	p.id, p.lost, p.changedAt = d.ID, d.Attempts(), d.Changed
	p.tried = len(p.lost) > 0
	p.base, p.baseValues = "", nil
	p.comeBack()
	p.revision++
}

// newID makes the ID of a draft.
func (p *Pane) newID() string {
	if p.settings.NewID != nil {
		return p.settings.NewID()
	}
	p.made++
	return strconv.FormatInt(p.deps.Now().UnixNano(), 36) + "-" + strconv.Itoa(p.made)
}
