package pane

import (
	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/prompt"
)

// FilterBox is the filter of a list and the line in which it is typed. What is typed counts at once, but for a last word
// that may become a field; enter keeps it, esc brings back the filter from before. The zero value lets everything through.
type FilterBox struct {
	Grammar columns.Grammar // the fields that the filter may have; nil: none
	Names   []string        // of these fields
	Example string          // what an empty filter shows; "" has a default

	filter, before columns.Filter
	edit           *prompt.Prompt
	err            error
}

// Filter returns what counts now.
func (b *FilterBox) Filter() columns.Filter { return b.filter }

// Editing reports whether keys are text of the filter.
func (b *FilterBox) Editing() bool { return b.edit != nil }

// Shown reports whether there is a line to draw.
func (b *FilterBox) Shown() bool { return b.edit != nil || !b.filter.Empty() }

// Open begins to edit the filter.
func (b *FilterBox) Open() {
	b.before, b.err = b.filter, nil
	hint := b.Example
	if hint == "" {
		hint = `words to find, "a phrase", -word to leave out`
	}
	b.edit = prompt.New("/", b.filter.String(), hint)
}

// Put sets the filter to a text, as if it had been typed and kept. A text that is no filter changes nothing.
func (b *FilterBox) Put(text string) (changed bool) {
	f, err := columns.ParseFields(text, b.Grammar)
	if err != nil {
		return false
	}
	b.edit, b.err = nil, nil
	return b.set(f)
}

// Clear lets everything through again. It reports whether that changed anything.
func (b *FilterBox) Clear() bool { return b.set(columns.Filter{}) }

// Handle takes the two actions of a text field while editing. It reports whether the action was one of them, and
// whether the filter is another now.
func (b *FilterBox) Handle(a action.Action) (handled, changed bool) {
	switch a { //nolint:exhaustive // all else is text
	case action.Confirm:
		f, err := columns.ParseFields(b.edit.Text(), b.Grammar)
		if b.err = err; err != nil {
			return true, false
		}
		b.edit = nil
		return true, b.set(f)
	case action.Dismiss:
		b.edit, b.err = nil, nil
		return true, b.set(b.before)
	}
	return false, false
}

// Input takes a key of the filter. It reports whether the filter is another now.
func (b *FilterBox) Input(msg tea.KeyPressMsg) bool {
	b.edit.Input(msg)
	return b.typed()
}

// Paste takes pasted text. It reports whether the filter is another now.
func (b *FilterBox) Paste(text string) bool {
	b.edit.Paste(text)
	return b.typed()
}

// typed applies what has been typed; while it is not valid the filter stays as it was.
func (b *FilterBox) typed() bool {
	f, err := columns.ParseTyping(b.edit.Text(), b.Grammar, b.Names)
	if b.err = err; err != nil {
		return false
	}
	return b.set(f)
}

func (b *FilterBox) set(f columns.Filter) bool {
	if f.Same(b.filter) {
		return false
	}
	b.filter = f
	return true
}

// Hints are what the footer names while the filter is typed.
func (b *FilterBox) Hints() []Hint {
	return []Hint{{action.Confirm, "keep the filter"}, {action.Dismiss, "as before"}}
}

// leastFilter is the room that a filter needs beside the count of what it shows.
const leastFilter = 8

// Line draws the filter in w cells; shown says how many rows it lets through.
func (b *FilterBox) Line(th theme.Theme, w int, shown string) string {
	if b.edit != nil {
		b.edit.SetNote(shown, theme.Dim)
		if b.err != nil {
			b.edit.SetNote(b.err.Error(), theme.Bad)
		}
		return b.edit.View(th, w)
	}
	shown = fit.Cut(shown, w-2, th.Glyphs().Ellipsis)
	room := w - fit.Width(shown) - 2
	if room < leastFilter {
		return th.Paint(theme.Accent, fit.String(" / "+b.filter.String(), w, fit.Left, th.Glyphs().Ellipsis))
	}
	return th.Paint(theme.Accent, fit.String(" / "+b.filter.String(), room, fit.Left, th.Glyphs().Ellipsis)) + " " +
		th.Paint(theme.Dim, shown)
}
