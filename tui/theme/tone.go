package theme

// Tone says what a piece of text means; the theme says how that looks.
type Tone uint8

// The tones. Normal, Dim, Good, Busy, Warn, Bad and Info are for data; the others are for the
// parts of the screen.
const (
	// Normal is ordinary text.
	Normal Tone = iota
	// Dim is what is not news: empty values, units, old things.
	Dim
	// Accent draws the eye to what can be acted on; there is one accent colour.
	Accent
	// Good is well: running, completed, up.
	Good
	// Busy is between two states: starting, completing, powering up.
	Busy
	// Warn wants attention soon.
	Warn
	// Bad is failed, down, or about to be killed.
	Bad
	// Info is a neutral remark that still differs from the data.
	Info
	// Title heads a pane or a dialog.
	Title
	// Heading names a column or a field.
	Heading
	// Key is a key in a hint ("c" in "c cancel").
	Key
	// Line is for rules, borders and scrollbars: seen, not read.
	Line
	// Selected is text that is the choice itself, on the selection background whatever it lies on.
	Selected
	// Marked is a mark, and text that counts marks.
	Marked
	// Changed is data that is different from a moment ago.
	Changed
	// Match is the part of a text that a search found.
	Match
	// Cursor is the cell under the text cursor.
	Cursor
)

const toneCount = int(Cursor) + 1

// Tones returns every tone, in order.
func Tones() []Tone {
	all := make([]Tone, toneCount)
	for i := range all {
		all[i] = Tone(i)
	}
	return all
}

// String returns the name of the tone as theme files spell it.
func (t Tone) String() string {
	names := [toneCount]string{
		"normal", "dim", "accent", "good", "busy", "warn", "bad", "info", "title", "heading",
		"key", "line", "selected", "marked", "changed", "match", "cursor",
	}
	if int(t) >= toneCount {
		return "tone?"
	}
	return names[t]
}

// Surface is what text lies on. Every tone is readable on every surface.
type Surface uint8

// The surfaces.
const (
	// Base is the terminal's own background.
	Base Surface = iota
	// Selection is the selected row, field or button.
	Selection
	// MarkedRow is a row that carries a mark and is not selected.
	MarkedRow
	// Bar is the header and the footer of the screen.
	Bar
	// Panel is a dialog or a menu above the rest.
	Panel
	// Field is a text field.
	Field
)

const surfaceCount = int(Field) + 1

// Surfaces returns every surface, in order.
func Surfaces() []Surface {
	all := make([]Surface, surfaceCount)
	for i := range all {
		all[i] = Surface(i)
	}
	return all
}

// String returns the name of the surface.
func (s Surface) String() string {
	names := [surfaceCount]string{"base", "selection", "marked row", "bar", "panel", "field"}
	if int(s) >= surfaceCount {
		return "surface?"
	}
	return names[s]
}
