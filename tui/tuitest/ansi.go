package tuitest

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ANSI returns the grid as text with escape sequences, one style at a time, so that equal screens
// give equal text however they came about.
func (g Grid) ANSI() string {
	var b strings.Builder
	for y := range g.Height {
		if y > 0 {
			b.WriteByte('\n')
		}
		plain := true
		var last Cell
		for x := range g.Width {
			c := g.At(x, y).Seen()
			if c.Width == 0 {
				continue
			}
			if x == 0 || !c.sameStyle(last) {
				plain = writeStyle(&b, c, plain)
			}
			b.WriteString(c.Text)
			last = c
		}
		if !plain {
			b.WriteString(ansi.ResetStyle)
		}
	}
	return b.String()
}

// Seen drops from a space what cannot be seen of it: whether a terminal was told the colour of its text depends on
// how the screen came about.
func (c Cell) Seen() Cell {
	if c.Text != " " || c.Underline || c.Reverse {
		return c
	}
	return Cell{Text: c.Text, Width: c.Width, Bg: c.Bg}
}

// writeStyle turns the style of a cell on. It reports whether that is the plain one.
func writeStyle(b *strings.Builder, c Cell, wasPlain bool) bool {
	if !wasPlain {
		b.WriteString(ansi.ResetStyle)
	}
	var s ansi.Style
	if c.Bold {
		s = s.Bold()
	}
	if c.Faint {
		s = s.Faint()
	}
	if c.Italic {
		s = s.Italic(true)
	}
	if c.Underline {
		s = s.Underline(true)
	}
	if c.Reverse {
		s = s.Reverse(true)
	}
	if c.Fg != nil {
		s = s.ForegroundColor(c.Fg)
	}
	if c.Bg != nil {
		s = s.BackgroundColor(c.Bg)
	}
	if len(s) == 0 {
		return true
	}
	b.WriteString(s.String())
	return false
}
