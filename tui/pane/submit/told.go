package submit

import "strings"

// told is what the form says of where it came from.
type told struct {
	text string
	warn bool
	at   uint64 // the revision of the form that it is about
	more string // what TellMore put before it
}

// Tell has the form say below its fields what is to be known of where it came from, until the next edit; "" says no more.
func (p *Pane) Tell(text string, warn bool) { p.told = told{text: text, warn: warn, at: p.revision} }

// TellMore puts something before what Tell said, where that still counts, in the place of what it put there before.
func (p *Pane) TellMore(text string, warn bool) {
	before := p.toldNow()
	before.text, _ = strings.CutPrefix(before.text, before.more)
	before.text = strings.TrimPrefix(before.text, "; ")
	p.Tell(strings.TrimSuffix(text+"; "+before.text, "; "), warn || before.warn)
	p.told.more = text
}

// toldNow is what Tell said, nothing once the form is another.
func (p *Pane) toldNow() told {
	if p.revision != p.told.at {
		return told{}
	}
	return p.told
}
