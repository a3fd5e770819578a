package table

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// heading draws the line with the titles. The arrow of the sorted column stands beside its title,
// inside the column if there is room and else in the gap after it.
func (t *Table[K]) heading(dst []byte) []byte {
	dst = fit.Pad(dst, t.gutter())
	x := t.gutter()
	for _, p := range t.placed {
		dst = fit.Pad(dst, p.X-x)
		c := &t.columns[p.Index]
		if head := t.heads[c.ID]; len(head) > 0 {
			dst = t.parts(dst, theme.Base, head, p.Width)
			x = p.X + p.Width
			continue
		}
		if c.ID == "" || c.ID != t.sortID {
			dst = t.cell(dst, theme.Base, Cell{Text: c.Title, Tone: theme.Heading}, p.Width, c.Align)
			x = p.X + p.Width
			continue
		}
		title, width := t.sorted(c, p.Width)
		dst = t.cell(dst, theme.Base, Cell{Text: title, Tone: theme.Key}, width, c.Align)
		x = p.X + width
	}
	return fit.Pad(dst, t.width-x)
}

// sorted returns the title of the sorted column with its arrow, and the cells that they take.
func (t *Table[K]) sorted(c *Column, width int) (title string, cells int) {
	arrow := t.glyphs.Ascending
	if t.falling {
		arrow = t.glyphs.Descending
	}
	title = fit.Cut(c.Title, width, t.glyphs.Ellipsis)
	if fit.Width(title) >= width {
		return title + arrow, width + 1
	}
	if c.Align == fit.Right {
		return arrow + title, width
	}
	return title + arrow, width
}
