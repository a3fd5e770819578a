package submit

// Tell has the form say below its fields what is to be known of where it came from, until the next edit; "" says no more.
func (p *Pane) Tell(text string) {
	p.told, p.toldAt = text, p.revision
}

// toldNow is what Tell said, "" once the form is another.
func (p *Pane) toldNow() string {
	if p.revision != p.toldAt {
		return ""
	}
	return p.told
}
