package prompt

import (
	tea "charm.land/bubbletea/v2"

	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/edit"
)

// Event is what became of an input.
type Event uint8

// The events.
const (
	// Ignored means that the key is not one of the prompt's.
	Ignored Event = iota
	// Taken means that the key was used and the text is still the same.
	Taken
	// Edited means that the text is another.
	Edited
	// Accepted means that the user is done.
	Accepted
	// Dismissed means that the user wants none of it.
	Dismissed
)

// Prompt is a line that asks for text. Build it with [New].
type Prompt struct {
	sign        string
	placeholder string
	line        edit.Line
	note        string
	tone        theme.Tone
}

// New returns a prompt that begins with a sign ("/"), holds text, and shows the placeholder while
// it is empty.
func New(sign, text, placeholder string) *Prompt {
	return &Prompt{sign: sign, placeholder: placeholder, line: edit.New(text)}
}

// Text returns what has been typed.
func (p *Prompt) Text() string { return p.line.Text() }

// SetText replaces what has been typed.
func (p *Prompt) SetText(text string) { p.line.Set(text) }

// SetNote sets what stands at the right end: an error, or what the text found.
func (p *Prompt) SetNote(text string, tone theme.Tone) { p.note, p.tone = text, tone }

// Input takes a key press. Enter accepts and escape dismisses.
func (p *Prompt) Input(key tea.KeyPressMsg) Event {
	switch key.Keystroke() {
	case "enter":
		return Accepted
	case "esc":
		return Dismissed
	}
	return event(p.line.Input(key))
}

// Paste takes pasted text; it never accepts or dismisses.
func (p *Prompt) Paste(text string) Event { return event(p.line.Paste(text)) }

// Click puts the cursor at the character in that cell of the prompt.
func (p *Prompt) Click(x int) { p.line.Click(x - p.textAt()) }

// textAt returns where the text begins: after a margin, the sign and a space.
func (p *Prompt) textAt() int { return fit.Width(p.sign) + 2 }

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

// View draws the prompt in exactly so many cells. The note gives way to the text.
func (p *Prompt) View(th theme.Theme, width int) string {
	const leastText = 16
	dst := make([]byte, 0, width+128)
	dst = th.Append(dst, theme.Base, theme.Key, fit.String(" "+p.sign+" ", min(p.textAt(), width), fit.Left, ""))
	width -= p.textAt()
	if width <= 0 {
		return string(dst)
	}
	note := ""
	if p.note != "" && width > leastText+4 {
		note = fit.Cut("  "+fit.Clean(p.note)+" ", width-leastText, th.Glyphs().Ellipsis)
	}
	dst = append(dst, p.line.View(edit.Look{
		Theme: th, Width: width - fit.Width(note), Focused: true, Placeholder: p.placeholder,
	})...)
	return string(th.Append(dst, theme.Base, p.tone, note))
}
