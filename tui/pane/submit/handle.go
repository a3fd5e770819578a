package submit

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/editor"
	"flexq/tui/widget/form"
	"flexq/tui/widget/menu"
	"flexq/tui/widget/prompt"
)

// Scope is a form's; while picking or typing a path, a text field's.
func (p *Pane) Scope() action.Scope {
	if p.menu != nil || p.path != nil {
		return action.Text
	}
	return action.Form
}

// Title says where one is.
func (p *Pane) Title() string { return "Submit" }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	switch {
	case p.menu != nil:
		return []pane.Hint{{Action: action.Confirm, Text: "choose"}, {Action: action.Dismiss, Text: "back"}}
	case p.path != nil:
		return []pane.Hint{{Action: action.Confirm, Text: "read it"}, {Action: action.Dismiss, Text: "back"}}
	}
	return pane.Hints(action.Send, action.Preview, action.FieldNext, action.Pick, action.Back)
}

// Handle does what an action asks.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	switch {
	case p.path != nil:
		return p.handlePath(a)
	case p.menu != nil:
		return p.handleMenu(a)
	}
	if p.sending && a != action.Back && a != action.Preview {
		return pane.Ask(pane.Say{Text: "a submit is under way: its answer is about this form", Tone: theme.Warn})
	}
	switch a {
	case action.FieldNext:
		p.step(1)
	case action.FieldPrev:
		p.step(-1)
	case action.Pick:
		p.openMenu()
	case action.Preview:
		return p.preview()
	case action.Send:
		return p.send()
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

func (p *Pane) preview() pane.Outcome {
	if out, bad := p.refuse(); bad {
		return out
	}
	return pane.Ask(pane.PreviewSubmit{Job: p.check.job})
}

func (p *Pane) send() pane.Outcome {
	if out, bad := p.refuse(); bad {
		return out
	}
	return pane.Ask(pane.AskSubmit{Job: p.check.job, Caution: p.caution()})
}

// refuse names what must be mended before anything can be sent, and goes to the first field that is wrong.
func (p *Pane) refuse() (pane.Outcome, bool) {
	p.recheck()
	if p.check.errors == 0 {
		return pane.Outcome{}, false
	}
	for _, id := range fieldIDs() {
		for _, r := range p.check.remarks[id] {
			if r.Tone == theme.Bad {
				p.focusScript(false)
				p.form.Focus(id)
				return pane.Ask(pane.Say{Text: "not sent: " + id + ": " + r.Text, Tone: theme.Warn}), true
			}
		}
	}
	return pane.Ask(pane.Say{Text: "not sent: " + p.check.lines[0], Tone: theme.Warn}), true
}

// step goes from field to field; the script comes after the last.
func (p *Pane) step(n int) {
	ids := fieldIDs()
	switch {
	case p.inScript && n > 0:
		p.focusScript(false)
		p.form.Focus(ids[0])
	case p.inScript:
		p.focusScript(false)
		p.form.Focus(ids[len(ids)-1])
	case n > 0 && p.form.Focused() == ids[len(ids)-1], n < 0 && p.form.Focused() == ids[0]:
		p.focusScript(true)
	default:
		p.form.Next(n)
	}
}

func (p *Pane) focusScript(on bool) {
	p.inScript = on
	p.form.SetFocused(!on)
	p.script.SetFocused(on)
}

// Input takes a key that is text.
func (p *Pane) Input(msg tea.KeyPressMsg) pane.Outcome {
	switch {
	case p.sending:
	case p.path != nil:
		p.pathErr = nil
		p.path.Input(msg)
	case p.menu != nil:
		if p.menu.Input(msg) == menu.Picked {
			return p.pick()
		}
	case p.inScript:
		if p.script.Input(msg) == editor.Edited {
			p.changed("")
		}
	default:
		switch p.form.Input(msg) {
		case form.Edited:
			p.changed(p.form.Focused())
		case form.Accepted:
			p.focusScript(true)
		case form.Ignored, form.Taken:
		}
	}
	return pane.Done()
}

// changed takes note of an edit: of a field, or of the script.
func (p *Pane) changed(field string) {
	if field != "" {
		p.touched[field] = true
	}
	p.err, p.dirty, p.revision = nil, true, p.revision+1
	p.recheck()
}

// Paste takes pasted text.
func (p *Pane) Paste(text string) pane.Outcome {
	switch {
	case p.sending:
	case p.path != nil:
		p.pathErr = nil
		p.path.Paste(text)
	case p.menu != nil:
		p.menu.Paste(text)
	case p.inScript:
		p.script.Paste(text)
		p.changed("")
	case strings.ContainsAny(strings.TrimSpace(text), "\r\n") || len(text) > maxPaste:
		return pane.Ask(pane.Say{Text: "not pasted: that is more than a field takes; a script goes into the script", Tone: theme.Warn})
	default:
		if p.form.Paste(text) == form.Edited {
			p.changed(p.form.Focused())
		}
	}
	return pane.Done()
}

func (p *Pane) handlePath(a action.Action) pane.Outcome {
	switch a {
	case action.Dismiss:
		p.path, p.pathErr, p.loading = nil, nil, 0 // a file that is still being read is not wanted any more
		p.openMenu()
	case action.Confirm:
		if text := p.path.Text(); text != "" && p.loading == 0 {
			return pane.Ask(pane.Load{Path: text})
		}
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

// Click focuses what is under the mouse.
func (p *Pane) Click(x, y int, _ bool) pane.Outcome {
	if p.menu != nil {
		if p.menu.Click(x, y) == menu.Picked {
			return p.pick()
		}
		return pane.Done()
	}
	if p.path != nil {
		return pane.Done()
	}
	f := p.frames()
	switch {
	case f.form.Contains(x, y):
		p.focusScript(false)
		lx, ly := f.form.Local(x, y)
		if p.form.Click(lx, ly) == form.Edited {
			p.changed(p.form.Focused())
		}
	case f.script.Contains(x, y):
		p.focusScript(true)
		lx, ly := f.script.Local(x, y)
		p.script.Click(lx, ly)
	}
	return pane.Done()
}

// maxPaste is how much text may be pasted into a field of one line.
const maxPaste = 1000

func (p *Pane) openPath() {
	p.menu = nil
	p.path = prompt.New("file", "", "path of an sbatch script on this machine")
}
