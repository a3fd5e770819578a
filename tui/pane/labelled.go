package pane

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// Labelled lays out a label and the text beside it in w cells, over as many lines as the text needs: what goes on in
// the next line stands under the text.
func Labelled(th theme.Theme, on theme.Surface, w, labelWidth int, label, text Span) []string {
	parts := fit.Wrap(text.Text, max(8, w-labelWidth-1))
	out := make([]string, 0, len(parts))
	name := fit.String(label.Text, labelWidth, fit.Left, th.Glyphs().Ellipsis) + " "
	for _, part := range parts {
		out = append(out, th.PaintOn(on, label.Tone, name)+th.PaintOn(on, text.Tone, part))
		name = fit.Spaces(labelWidth + 1)
	}
	return out
}

// Span is text in one tone.
type Span struct {
	Text string
	Tone theme.Tone
}
