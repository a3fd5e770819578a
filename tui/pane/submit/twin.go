package submit

import "strconv"

// ID is that of the form, "" if there is none.
func (p *Pane) ID() string {
	if !p.filled {
		return ""
	}
	return p.id
}

// Moved tells that a draft is kept under another ID from now on: what is kept under the old one is another program's.
func (p *Pane) Moved(from, to string) {
	if p.id == from {
		p.id = to
	}
	if w := p.away[from]; w != nil {
		delete(p.away, from)
		p.away[to] = w
	}
	for i := range p.replaced {
		if p.replaced[i].ID == from {
			p.replaced[i].ID = to
		}
	}
}

// Elsewhere tells what another program has made of a form. If it has sent it, or is at it, one is warned before it is
// sent from here too.
func (p *Pane) Elsewhere(id string, d Draft) {
	if !d.Sent() && d.Key == "" {
		p.Stored(d)
		return
	}
	if w := p.away[id]; w != nil {
		w.twin = d
	} else if p.ID() == id {
		p.twin = d
	}
}

// Stored tells what is stored of a draft now. Where another program was sending it, that may have made no job: then it
// is nothing to warn of any more.
func (p *Pane) Stored(d Draft) {
	now := func(twin *Draft) {
		if twin.ID != d.ID || d.ID == "" || twin.Sent() && !d.Sent() {
			return
		}
		if *twin = d; !d.Sent() && d.Key == "" {
			*twin = Draft{}
		}
	}
	now(&p.twin)
	for _, w := range p.away {
		now(&w.twin)
	}
}

// Twin is the version of what another program has made of the form, "" while nothing that one is warned of.
func (p *Pane) Twin() string { return p.twin.Version }

// twinWords say that another program has sent the form, "" if none has.
func (p *Pane) twinWords() string {
	switch d := &p.twin; {
	case d.Sent():
		return "Another flexq has sent this form already, as job " + strconv.FormatUint(d.Job, 10) + ". This would be a second one."
	case d.Key != "":
		return "Another flexq is sending this form, or does not know whether that made a job. This may be a second one. Look first for its key in the comments of your jobs:\n" + keysOf(d.Attempts())
	}
	return ""
}
