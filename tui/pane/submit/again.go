package submit

// Again fills the form from a draft, as if it was picked.
func (p *Pane) Again(d Draft) {
	p.menu, p.path = nil, nil
	p.restore(d)
}
