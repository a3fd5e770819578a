package frame

import (
	"strings"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// Box is a border with a title and with room inside. It lies on the Panel surface.
type Box struct {
	Theme theme.Theme
	// Title stands in the upper border, Foot in the lower one; either may be empty.
	Title, Foot string
	// Tone is that of the title: Title for an ordinary one, Bad for one that warns.
	Tone theme.Tone
	// Width is that of the whole box in cells, at least 4.
	Width int
}

// Border is how many cells the border and its padding take on each side, and how many lines above
// and below.
const (
	BorderX = 2
	BorderY = 1
)

// Draw returns the box round the lines, which are cut or padded to the room inside: Width less
// twice BorderX. Lines are painted by the caller, on the Panel surface.
func (b Box) Draw(lines []string) string {
	inner := max(0, b.Width-2*BorderX)
	g := b.Theme.Glyphs()
	dst := make([]byte, 0, (len(lines)+2)*(b.Width+32))
	dst = b.edge(dst, g.TopLeft, g.TopRight, b.Title, b.Tone)
	for _, line := range lines {
		dst = append(dst, '\n')
		dst = b.Theme.Append(dst, theme.Panel, theme.Line, g.Vertical)
		dst = b.Theme.Append(dst, theme.Panel, theme.Normal, " ")
		line = fit.Cut(line, inner, g.Ellipsis)
		dst = append(dst, line...)
		dst = b.Theme.Append(dst, theme.Panel, theme.Normal, fit.Spaces(inner-fit.Width(line)+1))
		dst = b.Theme.Append(dst, theme.Panel, theme.Line, g.Vertical)
	}
	dst = append(dst, '\n')
	return string(b.edge(dst, g.BottomLeft, g.BottomRight, b.Foot, theme.Dim))
}

// edge draws the upper or the lower border with its text.
func (b Box) edge(dst []byte, left, right, text string, tone theme.Tone) []byte {
	g := b.Theme.Glyphs()
	dst = b.Theme.Append(dst, theme.Panel, theme.Line, left+g.Horizontal)
	room := b.Width - 4
	if text != "" && room > 4 {
		text = " " + fit.Cut(fit.Clean(text), room-2, g.Ellipsis) + " "
		dst = b.Theme.Append(dst, theme.Panel, tone, text)
		room -= fit.Width(text)
	}
	rule := strings.Repeat(g.Horizontal, max(0, room+1))
	return b.Theme.Append(dst, theme.Panel, theme.Line, rule+right)
}
