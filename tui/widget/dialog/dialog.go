package dialog

import (
	"slices"
	"strings"

	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/edit"
)

// Answer is what a dialog was answered so far.
type Answer uint8

// The answers.
const (
	// Open means that there is none yet.
	Open Answer = iota
	// No means that nothing shall happen.
	No
	// Yes means that it shall.
	Yes
)

// Span is a piece of a line in one tone.
type Span struct {
	Text string
	Tone theme.Tone
}

// Line is one line of the text. A line of one span is wrapped to the room, longer ones are cut.
type Line []Span

// Text returns a line in the normal tone.
func Text(text string) Line { return Line{{Text: text}} }

// Options say what is asked.
type Options struct {
	Title string
	// Tone is that of the title: Bad for what cannot be undone.
	Tone theme.Tone
	Body []Line
	// Yes and No are the buttons. Without Yes there is nothing to agree to: the dialog is a
	// message with one button.
	Yes, No string
	// Type, if not empty, must be typed before Yes counts; Ask says so. There are no buttons then.
	Ask, Type string
	// AnyText takes any text in the place of Type, but not an empty one: Typed returns it. The
	// field is longer then.
	AnyText bool
	// Missing says that nothing was typed where AnyText is wanted; "" has a default.
	Missing string
	// Ready, if not nil, reports whether a yes counts yet, so that a key that was meant for what
	// stood there before does no harm.
	Ready func() bool
}

// Dialog is a box that asks. Build it with [New].
type Dialog struct {
	theme         theme.Theme
	opt           Options
	width, height int
	yes           bool // the Yes button is chosen
	typed         edit.Line
	wrong         bool // what was typed, or that nothing was, is not what was asked for
	offset        int
}

// New returns a dialog with No chosen and nothing typed.
func New(th theme.Theme, opt Options) *Dialog {
	if opt.No == "" {
		opt.No = "no"
		if opt.Yes == "" && opt.Type == "" && !opt.AnyText {
			opt.No = "close"
		}
	}
	d := &Dialog{theme: th, opt: opt}
	d.SetBody(opt.Body)
	return d
}

// SetTheme changes how the dialog looks.
func (d *Dialog) SetTheme(th theme.Theme) { d.theme = th }

// Resize tells the size of the whole screen.
func (d *Dialog) Resize(width, height int) {
	d.width, d.height = max(width, 0), max(height, 0)
	d.Scroll(0)
}

// WantsText reports whether keys are text for a field.
func (d *Dialog) WantsText() bool { return d.opt.Type != "" || d.opt.AnyText }

// Typed returns what stands in the field, without the blanks around it.
func (d *Dialog) Typed() string { return strings.TrimSpace(d.typed.Text()) }

// SetBody changes the text; what was typed stays.
func (d *Dialog) SetBody(body []Line) {
	d.opt.Body = make([]Line, len(body))
	for i, line := range body {
		d.opt.Body[i] = cleaned(line)
	}
	d.Scroll(0)
}

// cleaned is a line on which no terminal acts. Its line breaks stay.
func cleaned(line Line) Line {
	out := slices.Clone(line)
	for i := range out {
		parts := strings.Split(out[i].Text, "\n")
		for n := range parts {
			parts[n] = fit.Clean(parts[n])
		}
		out[i].Text = strings.Join(parts, "\n")
	}
	return out
}

// Choose moves between the buttons: to Yes if yes is true, else to No.
func (d *Dialog) Choose(yes bool) { d.yes = yes && d.opt.Yes != "" && !d.WantsText() }

// Toggle moves to the other button.
func (d *Dialog) Toggle() { d.Choose(!d.yes) }

// Confirm answers with what is chosen or typed. An empty field is a No where one text must be typed; where
// any will do, and with a wrong text, the dialog stays open and says so.
func (d *Dialog) Confirm() Answer {
	switch {
	case d.opt.AnyText && d.Typed() == "":
		d.wrong = true
		return Open
	case d.WantsText() && d.Typed() == "":
		return No
	case d.WantsText() && !d.opt.AnyText && d.typed.Text() != d.opt.Type:
		d.wrong = true
		return Open
	case d.WantsText(), d.yes:
		return d.accept()
	}
	return No
}

// Agree answers Yes without choosing the button first, as the key y does; with a text to type it
// does nothing.
func (d *Dialog) Agree() Answer {
	if d.WantsText() || d.opt.Yes == "" {
		return Open
	}
	return d.accept()
}

// Dismiss answers No.
func (d *Dialog) Dismiss() Answer { return No }

// accept answers Yes once that counts.
func (d *Dialog) accept() Answer {
	if d.opt.Ready != nil && !d.opt.Ready() {
		return Open
	}
	return Yes
}
