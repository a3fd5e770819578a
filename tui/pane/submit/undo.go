package submit

import (
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/editor"
)

// undo takes back the last edit of the form. Fields and script have one history: most fields are lines of the script, and
// the values of parameters are noted beside it.
func (p *Pane) undo() pane.Outcome {
	if id := p.form.Focused(); !p.inScript && id != moreField {
		if _, isStuck := p.stuck[id]; isStuck { // it never came into the script
			delete(p.stuck, id)
			p.touched()
			return pane.Done()
		}
	}
	return p.undone(p.script.Undo(), "nothing to undo")
}

// redo makes the edit again that was taken back last.
func (p *Pane) redo() pane.Outcome { return p.undone(p.script.Redo(), "nothing to redo") }

func (p *Pane) undone(e editor.Event, nothing string) pane.Outcome {
	if e != editor.Edited {
		return pane.Ask(pane.Say{Text: nothing, Tone: theme.Dim})
	}
	p.touched()
	if !p.inScript {
		p.moved()
	}
	return pane.Done()
}

// setValue gives a parameter its value.
func (p *Pane) setValue(name, value string) {
	before, given := p.values[name]
	set := func(to string, given bool) func() {
		return func() {
			if p.values[name] = to; !given {
				delete(p.values, name)
			}
			p.backTo(paramPrefix + name)
		}
	}
	p.values[name] = value
	p.script.Beside(paramPrefix+name, set(before, given), set(value, true))
}

// setAdding takes what stands in the field that adds an option.
func (p *Pane) setAdding(text string) {
	before := p.adding
	set := func(to string) func() {
		return func() {
			p.adding = to
			delete(p.stuck, moreField)
			p.backTo(moreField)
		}
	}
	p.adding = text
	delete(p.stuck, moreField)
	p.script.Beside(moreField, set(before), set(text))
}

// backTo goes to the field whose edit is taken back, so that one sees it; not from the script.
func (p *Pane) backTo(field string) {
	if !p.inScript {
		p.form.Focus(field)
	}
}
