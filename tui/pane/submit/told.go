package submit

// told is what the form says of where it came from.
type told struct {
	text string
	warn bool
	at   uint64 // the revision of the form that it is about
}

// Tell has the form say below its fields what is to be known of where it came from, until the next edit; "" says no more.
func (p *Pane) Tell(text string, warn bool) { p.told = told{text, warn, p.revision} }

// TellMore adds to what Tell said, where that still counts.
func (p *Pane) TellMore(text string, warn bool) {
	if before := p.toldNow(); before.text != "" {
		text, warn = text+"; "+before.text, warn || before.warn
	}
	p.Tell(text, warn)
}

// toldNow is what Tell said, nothing once the form is another.
func (p *Pane) toldNow() told {
	if p.revision != p.told.at {
		return told{}
	}
	return p.told
}
