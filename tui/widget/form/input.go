package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/widget/edit"
)

// Input takes a key press: tab and the vertical arrows go from field to field, enter goes on and
// accepts in the last one, the rest edits the field. The changed field is the focused one.
func (f *Form) Input(key tea.KeyPressMsg) Event {
	if len(f.fields) == 0 {
		return Ignored
	}
	switch key.Keystroke() {
	case "tab", "down":
		f.Next(1)
		return Taken
	case "shift+tab", "up":
		f.Next(-1)
		return Taken
	case "enter":
		if f.focus == len(f.fields)-1 {
			return Accepted
		}
		f.Next(1)
		return Taken
	}
	it := f.fields[f.focus]
	if it.isChoice() {
		return it.choose(key)
	}
	if key.Keystroke() == "right" && it.line.AtEnd() && it.complete() {
		return Edited
	}
	return event(it.line.Input(key))
}

// complete takes the next offer, and reports whether there was one.
func (it *field) complete() bool {
	next, ok := it.offer()
	if ok {
		it.set(next)
	}
	return ok
}

// offer returns what the right key would take: the first offer that goes on from what is there, or of a whole one the
// one after it.
func (it *field) offer() (string, bool) {
	if len(it.Offers) == 0 {
		return "", false
	}
	text := it.line.Text()
	if i := slices.Index(it.Offers, text); i >= 0 {
		return it.Offers[(i+1)%len(it.Offers)], len(it.Offers) > 1
	}
	for _, o := range it.Offers {
		if strings.HasPrefix(o, text) {
			return o, true
		}
	}
	return "", false
}

// ghost is the part of the offer that is not there yet.
func (it *field) ghost() string {
	text := it.line.Text()
	if next, ok := it.offer(); ok && text != "" && len(next) > len(text) {
		if rest, goesOn := strings.CutPrefix(next, text); goesOn && !slices.Contains(it.Offers, text) {
			return rest
		}
	}
	return ""
}

// Paste takes pasted text into the focused field, if it is a line of text.
func (f *Form) Paste(text string) Event {
	if len(f.fields) == 0 || f.fields[f.focus].isChoice() {
		return Taken
	}
	return event(f.fields[f.focus].line.Paste(text))
}

func event(c edit.Change) Event {
	switch c {
	case edit.Edited:
		return Edited
	case edit.Moved:
		return Taken
	case edit.Ignored:
	}
	return Ignored
}

// choose moves through the choices, or to the next that begins with the letter typed.
func (it *field) choose(key tea.KeyPressMsg) Event {
	before := it.choice
	n := len(it.Choices)
	switch key.Keystroke() {
	case "right", "space":
		it.choice = (it.choice + 1) % n
	case "left":
		it.choice = (max(it.choice, 0) + n - 1) % n
	default:
		if key.Text == "" || key.Mod.Contains(tea.ModCtrl) || key.Mod.Contains(tea.ModAlt) {
			return Ignored
		}
		it.choice = it.starting(key.Text)
	}
	if it.choice == before {
		return Taken
	}
	return Edited
}

// starting returns the next choice that begins with the text, in any case; the present one if none
// does.
func (it *field) starting(text string) int {
	for i := range it.Choices {
		at := (it.choice + 1 + i) % len(it.Choices)
		if strings.HasPrefix(strings.ToLower(it.Choices[at]), strings.ToLower(text)) {
			return at
		}
	}
	return it.choice
}

// Click takes a click at a cell of the form: it focuses the field there, puts the cursor, and
// turns a choice that had the keys already.
func (f *Form) Click(x, y int) Event {
	rows := f.rows()
	y += f.offset
	if y < 0 || y >= len(rows) || rows[y].field < 0 {
		return Ignored
	}
	again := f.focused && f.focus == rows[y].field
	f.focus = rows[y].field
	it := f.fields[f.focus]
	switch {
	case rows[y].kind != value:
	case it.isChoice() && again:
		it.choice = (it.choice + 1) % len(it.Choices)
		return Edited
	case !it.isChoice():
		it.line.Click(x - f.labels() - gap - padding)
	}
	return Taken
}
