package form

import (
	"slices"

	"flexq/tui/theme"
	"flexq/tui/widget/edit"
)

// Field is one field of a form.
type Field struct {
	// ID names the field to the caller.
	ID string
	// Label stands before it.
	Label string
	// Value is what it holds at first.
	Value string
	// Heading stands in a line of its own above it, for the first field of a group.
	Heading string
	// Apart leaves a line blank above it where there is room for that in the whole form.
	Apart bool
	// Choices are what can be chosen; without any the field is a line of text.
	Choices []string
	// Offers are what a line of text may well hold: the right key at its end takes the next one. They bind nobody.
	Offers []string
	// Placeholder stands in an empty line of text, and for the choice of nothing.
	Placeholder string
}

// Remark is something said about a field, below it. The label of a field with a remark that is Bad or Warn has its tone.
type Remark struct {
	// Sign stands before the text, so that the tone is not all that tells what kind of remark it is; it may be empty.
	Sign string
	Text string
	Tone theme.Tone
}

// Event is what became of an input.
type Event uint8

// The events.
const (
	// Ignored means that the key is not one of the form's.
	Ignored Event = iota
	// Taken means that the key was used and no value changed.
	Taken
	// Edited means that the value of the focused field is another.
	Edited
	// Accepted means that enter was pressed in the last field.
	Accepted
)

// field is a field with what the user has done to it.
type field struct {
	Field
	line    edit.Line
	choice  int // -1 for a value that is not among the choices
	hint    string
	remarks []Remark
}

// Form is a column of fields. Build it with [New].
type Form struct {
	theme         theme.Theme
	fields        []*field
	focus         int
	focused       bool
	width, height int
	offset        int
	bare          bool // without a scrollbar
}

// New returns a form with the first field focused.
func New(th theme.Theme, fields []Field) *Form {
	f := &Form{theme: th, focused: true}
	f.SetFields(fields)
	return f
}

// SetFields changes which fields there are. Those that were there before keep their cursor, and the focus stays with
// the field that has it; if that one is gone, the focus goes to the one in its place. Hints and remarks are as they were.
func (f *Form) SetFields(fields []Field) {
	focused := f.Focused()
	list := make([]*field, 0, len(fields))
	for _, def := range fields {
		it := f.field(def.ID)
		if it == nil {
			it = &field{Field: def}
			it.set(def.Value)
		} else {
			before := it.value()
			it.Field = def
			if it.isChoice() || before != def.Value {
				it.set(def.Value)
			}
		}
		list = append(list, it)
	}
	f.fields = list
	if !f.Focus(focused) {
		f.focus = max(0, min(f.focus, len(list)-1))
	}
}

// SetTheme changes how the form looks.
func (f *Form) SetTheme(th theme.Theme) { f.theme = th }

// SetFocused says whether keys go to the form; without, no cursor is shown.
func (f *Form) SetFocused(focused bool) { f.focused = focused }

// Resize gives the form its room in cells.
func (f *Form) Resize(width, height int) { f.width, f.height = max(width, 0), max(height, 0) }

// SetScrollbar says whether the form draws a scrollbar of its own in its last column; it does unless told otherwise.
func (f *Form) SetScrollbar(on bool) { f.bare = !on }

// Scroll returns how many lines the form has, and the first that is seen; it is right after View.
func (f *Form) Scroll() (lines, offset int) { return len(f.rows()), f.offset }

// Value returns what a field holds, empty for one that does not exist.
func (f *Form) Value(id string) string {
	if it := f.field(id); it != nil {
		return it.value()
	}
	return ""
}

// SetValue changes what a field holds. The cursor of a line goes to its end, unless the value is
// the same.
func (f *Form) SetValue(id, value string) {
	if it := f.field(id); it != nil && it.value() != value {
		it.set(value)
	}
}

// SetChoices changes what can be chosen in a field; its value stays.
func (f *Form) SetChoices(id string, choices []string) {
	if it := f.field(id); it != nil {
		value := it.value()
		it.Choices = choices
		it.set(value)
	}
}

// SetHint sets what stands beside a field: what its value means, in words.
func (f *Form) SetHint(id, hint string) {
	if it := f.field(id); it != nil {
		it.hint = hint
	}
}

// SetRemarks sets what stands below a field.
func (f *Form) SetRemarks(id string, remarks ...Remark) {
	if it := f.field(id); it != nil {
		it.remarks = remarks
	}
}

// Focused returns the ID of the field that keys go to, empty without fields.
func (f *Form) Focused() string {
	if len(f.fields) == 0 {
		return ""
	}
	return f.fields[f.focus].ID
}

// Focus moves to a field. It reports whether there is one of that ID.
func (f *Form) Focus(id string) bool {
	i := slices.IndexFunc(f.fields, func(it *field) bool { return it.ID == id })
	if i >= 0 {
		f.focus = i
	}
	return i >= 0
}

// Next moves to the n-th field from here; after the last comes the first.
func (f *Form) Next(n int) {
	if count := len(f.fields); count > 0 {
		f.focus = ((f.focus+n)%count + count) % count
	}
}

func (f *Form) field(id string) *field {
	for _, it := range f.fields {
		if it.ID == id {
			return it
		}
	}
	return nil
}

func (it *field) isChoice() bool { return len(it.Choices) > 0 }

func (it *field) value() string {
	if it.isChoice() && it.choice >= 0 {
		return it.Choices[it.choice]
	}
	return it.line.Text()
}

func (it *field) set(value string) {
	it.line.Set(value)
	it.choice = slices.Index(it.Choices, value)
}
