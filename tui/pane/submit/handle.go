package submit

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/editor"
	"flexq/tui/widget/form"
	"flexq/tui/widget/menu"
)

// Scope is a form's; a picker's while picking, and a text field's while typing a path.
func (p *Pane) Scope() action.Scope {
	switch {
	case p.path != nil:
		return action.Text
	case p.menu != nil:
		return action.Picker
	}
	return action.Form
}

// Title says where one is.
func (p *Pane) Title() string { return "Submit" }

// Hints are what the footer names.
func (p *Pane) Hints() []pane.Hint {
	switch {
	case p.path != nil:
		return []pane.Hint{{Action: action.Confirm, Text: "read it"}, {Action: action.Dismiss, Text: "back"}}
	case p.menu != nil:
		list := []pane.Hint{{Action: action.Confirm, Text: "choose"}, {Action: action.Dismiss, Text: "back"}}
		if c, ok := p.selected(); ok && c.draft != nil {
			list = append(list, pane.Hint{Action: action.DropDraft})
		}
		return list
	}
	if p.sending {
		return []pane.Hint{{Action: action.Back, Text: "leave the form"}, {Action: action.Pick, Text: "another job"}, {Action: action.Preview}}
	}
	if p.settings.ReadOnly {
		return pane.Hints(action.Preview, action.FieldNext, action.SwitchPart, action.EditText, action.Pick, action.Back)
	}
	return pane.Hints(action.Send, action.Preview, action.FieldNext, action.SwitchPart, action.EditText, action.Pick, action.Back)
}

// Handle does what an action asks.
func (p *Pane) Handle(a action.Action) pane.Outcome {
	switch {
	case p.path != nil:
		return p.handlePath(a)
	case p.menu != nil:
		return p.handleMenu(a)
	case a == action.Down: // of the wheel
		return p.scroll(1)
	case a == action.Up:
		return p.scroll(-1)
	case p.sending && a != action.Back && a != action.Preview && a != action.Pick:
		return p.busy()
	}
	switch a {
	case action.FieldNext:
		p.step(1)
	case action.FieldPrev:
		p.step(-1)
	case action.SwitchPart:
		p.switchPart()
	case action.Pick:
		p.openMenu()
		return pane.Ask(pane.ListTemplates{})
	case action.EditText:
		if out, waits := p.waiting(); waits {
			return out
		}
		return pane.Ask(pane.EditText{Name: p.from, Text: p.script.Text()})
	case action.Undo:
		return p.undo()
	case action.Redo:
		return p.redo()
	case action.Preview:
		return p.preview()
	case action.Send:
		return p.send()
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

// goTo gives a field the keys, and reports whether there is such a field.
func (p *Pane) goTo(field string) bool {
	if field == "" || !p.form.Focus(field) {
		return false
	}
	p.focusScript(false)
	p.moved()
	return true
}

// scroll moves the script, or where only the fields are seen goes from one to the next.
func (p *Pane) scroll(n int) pane.Outcome {
	if p.w >= sideFrom || p.inScript {
		p.script.Scroll(n)
		return pane.Done()
	}
	ids := p.order()
	at := slices.Index(ids, p.form.Focused())
	p.form.Focus(ids[max(0, min(at+n, len(ids)-1))])
	p.moved()
	return pane.Done()
}

// step goes from field to field; the script comes after the last.
func (p *Pane) step(n int) {
	ids := p.order()
	first, last := ids[0], ids[len(ids)-1]
	switch at := p.form.Focused(); {
	case p.inScript && n > 0:
		p.focusScript(false)
		p.form.Focus(first)
	case p.inScript:
		p.focusScript(false)
		p.form.Focus(last)
	case n > 0 && at == last, n < 0 && at == first:
		p.focusScript(true)
	default:
		p.form.Next(n)
	}
	p.moved()
}

// switchPart goes from a field to its line in the script, and from a line to its field.
func (p *Pane) switchPart() {
	if p.inScript {
		line, _ := p.script.Cursor()
		p.focusScript(false)
		if field := p.fieldAt(line + 1); field != "" {
			p.form.Focus(field)
		}
	} else {
		if line := p.lineOf(p.form.Focused()); line > 0 {
			p.script.GoTo(line-1, 0)
		}
		p.focusScript(true)
	}
	p.moved()
}

func (p *Pane) focusScript(on bool) {
	if !on && p.inScript {
		p.unstick() // the line that was in the way may be mended
	}
	p.inScript = on
	p.form.SetFocused(!on)
	p.script.SetFocused(on)
}

// moved shows what belongs to where the keys go now: the line of the field, and fields that were hidden or are.
func (p *Pane) moved() {
	p.notes = p.find()
	p.show()
	if !p.inScript {
		if line := p.lineOf(p.form.Focused()); line > 0 {
			p.script.Show(line - 1)
		}
	}
}

// lineOf returns the line of the script that a field is about, 0 if there is none.
func (p *Pane) lineOf(field string) int {
	if name, ok := strings.CutPrefix(field, paramPrefix); ok {
		if uses := p.sheet.tmpl.Uses(name); len(uses) > 0 {
			return uses[0]
		}
		d, _ := p.sheet.tmpl.Param(name)
		return d.Line
	}
	name, _ := strings.CutPrefix(field, optionPrefix)
	line := p.sheet.written[name].line
	if name == "requeue" {
		line = max(line, p.sheet.written["no-requeue"].line)
	}
	return line
}

// fieldAt returns the first field of a line of the script, "" if there is none.
func (p *Pane) fieldAt(line int) string {
	for _, id := range p.order() {
		if p.lineOf(id) == line {
			return id
		}
	}
	return ""
}

// Input takes a key that is text.
func (p *Pane) Input(msg tea.KeyPressMsg) pane.Outcome {
	switch {
	case p.path != nil:
		p.pathErr = nil
		p.path.Input(msg)
	case p.menu != nil:
		return p.inputMenu(msg)
	case p.sending:
		return p.busy()
	case p.awaits != "":
		out, _ := p.waiting()
		return out
	case p.inScript:
		p.scriptEvent(p.script.Input(msg))
	default:
		p.formEvent(p.form.Input(msg))
	}
	return pane.Done()
}

func (p *Pane) scriptEvent(e editor.Event) {
	switch e {
	case editor.Edited:
		p.touched()
	case editor.Moved, editor.Ignored:
	}
}

func (p *Pane) formEvent(e form.Event) {
	switch e {
	case form.Edited:
		p.fieldEdited(p.form.Focused())
	case form.Accepted:
		if p.form.Focused() == moreField && p.isAdding() {
			p.add()
			return
		}
		p.focusScript(true)
		p.moved()
	case form.Taken:
		p.moved()
	case form.Ignored:
	}
}

// maxPaste is how much text may be pasted into a field of one line.
const maxPaste = 1000

// Paste takes pasted text.
func (p *Pane) Paste(text string) pane.Outcome {
	switch {
	case p.path != nil:
		p.pathErr = nil
		p.path.Paste(text)
	case p.menu != nil:
		p.menu.Paste(text)
		p.refill()
	case p.sending:
		return p.busy()
	case p.awaits != "":
		out, _ := p.waiting()
		return out
	case p.inScript:
		if whole, is := p.pasteScript(text); is {
			p.scriptEvent(p.script.Change(whole))
			return pane.Done()
		}
		p.scriptEvent(p.script.Paste(text))
	case strings.ContainsAny(strings.TrimSpace(text), "\r\n") || len(text) > maxPaste:
		return pane.Ask(pane.Say{Text: "not pasted: that is more than a field takes; a script goes into the script", Tone: theme.Warn})
	default:
		p.formEvent(p.form.Paste(text))
		return leftOut(text)
	}
	return pane.Done()
}

// leftOut says that a field did not take the control characters of what was pasted: in the script they stay, and are seen.
func leftOut(text string) pane.Outcome {
	n := 0
	for _, r := range strings.TrimSpace(text) {
		if unicode.IsControl(r) && r != '\t' {
			n++
		}
	}
	if n == 0 {
		return pane.Done()
	}
	return pane.Ask(pane.Say{Text: "pasted without its " + plural(n, "control character") + ", which a field does not take", Tone: theme.Warn})
}

// Edited takes the script back from the user's own editor; with an error the script stays as it is.
func (p *Pane) Edited(text string, err error) {
	if err != nil {
		p.err = err
		return
	}
	if p.filled {
		p.scriptEvent(p.script.Change(text))
	}
}

// Click focuses what is under the mouse.
func (p *Pane) Click(x, y int, _ bool) pane.Outcome {
	switch {
	case p.path != nil:
		return pane.Done()
	case p.menu != nil:
		if p.menu.Click(x, y) == menu.Picked {
			return p.pick()
		}
		return pane.Done()
	}
	f := p.frames()
	switch {
	case f.tabs.Contains(x, y):
		if p.tabAt(x) != p.inScript {
			p.switchPart()
		}
	case f.form.Contains(x, y) && p.sending:
		return p.busy()
	case f.form.Contains(x, y) && p.awaits != "":
		out, _ := p.waiting()
		return out
	case f.form.Contains(x, y):
		lx, ly := f.form.Local(x, y)
		e := p.form.Click(lx, ly) // before the form gets the keys: only what had them is changed by a click
		p.focusScript(false)
		p.formEvent(e)
	case f.script.Contains(x, y):
		p.focusScript(true)
		lx, ly := f.script.Local(x, y)
		p.script.Click(lx, ly)
		p.moved()
	}
	return pane.Done()
}
