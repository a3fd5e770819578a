package tuitest

import (
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Grid is what a terminal shows, cell by cell, as it was at one moment.
type Grid struct {
	Width, Height int
	cells         []Cell
}

// Cell is one character of a screen and how it looks. A wide character takes two cells, of which
// the second has no text and no width.
type Cell struct {
	Text  string
	Width int
	// Fg and Bg are nil for the terminal's own colours. They are as set: Reverse has not been
	// applied.
	Fg, Bg                                  color.Color
	Bold, Faint, Italic, Underline, Reverse bool
}

// Draw returns the grid of a frame as a terminal of that size shows it; lines that are too long
// are cut.
func Draw(content string, width, height int) Grid {
	lines := strings.Split(content, "\n")
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, width, "")
	}
	e := vt.NewEmulator(width, height)
	_, _ = e.WriteString(ansi.SetModeLineFeedNewLine + ansi.ResetModeAutoWrap + strings.Join(lines[:min(height, len(lines))], "\n"))
	return gridOf(e)
}

// grid returns the cells of the terminal now.
func (t *terminal) grid() Grid {
	var g Grid
	t.with(func(e *vt.Emulator) { g = gridOf(e) })
	return g
}

func gridOf(e *vt.Emulator) Grid {
	g := Grid{Width: e.Width(), Height: e.Height()}
	g.cells = make([]Cell, 0, g.Width*g.Height)
	for y := range g.Height {
		for x := range g.Width {
			g.cells = append(g.cells, cellOf(e.CellAt(x, y)))
		}
	}
	return g
}

func cellOf(c *uv.Cell) Cell {
	if c == nil {
		return Cell{Text: " ", Width: 1}
	}
	out := Cell{
		Text: c.Content, Width: c.Width, Fg: c.Style.Fg, Bg: c.Style.Bg,
		Bold: c.Style.Attrs&uv.AttrBold != 0, Faint: c.Style.Attrs&uv.AttrFaint != 0,
		Italic: c.Style.Attrs&uv.AttrItalic != 0, Reverse: c.Style.Attrs&uv.AttrReverse != 0,
		Underline: c.Style.Underline != uv.UnderlineNone,
	}
	if out.Text == "" && out.Width > 0 {
		out.Text = " "
	}
	return out
}

// At returns the cell at x, y; an empty one outside of the grid.
func (g Grid) At(x, y int) Cell {
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return Cell{}
	}
	return g.cells[y*g.Width+x]
}

// Find returns the first cell of a text, from the top; false if it is not there within one line.
func (g Grid) Find(text string) (x, y int, ok bool) {
	for y, line := range strings.Split(g.Text(), "\n") {
		if i := strings.Index(line, text); i >= 0 {
			return ansi.StringWidth(line[:i]), y, true
		}
	}
	return 0, 0, false
}

// Text returns the lines without colours and without spaces at their ends.
func (g Grid) Text() string {
	lines := make([]string, g.Height)
	var b strings.Builder
	for y := range g.Height {
		b.Reset()
		for x := range g.Width {
			b.WriteString(g.At(x, y).Text)
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return strings.Join(lines, "\n")
}
