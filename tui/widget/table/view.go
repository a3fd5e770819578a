package table

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/frame"
)

// View returns the table as exactly as many lines as it is high, each exactly as wide as it is. The
// string is kept until something changes.
func (t *Table[K]) View() string {
	if t.drawn {
		return t.view
	}
	t.measure()
	t.place()
	t.buf = t.buf[:0]
	for y := range t.height {
		if y > 0 {
			t.buf = append(t.buf, '\n')
		}
		switch {
		case t.width < leastWidth:
			t.buf = fit.Pad(t.buf, t.width)
		case y == 0:
			t.buf = t.heading(t.buf)
		default:
			t.buf = t.line(t.buf, y-1)
		}
	}
	t.view, t.drawn = string(t.buf), true
	return t.view
}

// measure widens the columns that follow their contents to what is in sight. They never narrow
// while one scrolls.
func (t *Table[K]) measure() {
	now := ruler{done: true, offset: t.offset, len: t.body()}
	if now == t.ruler {
		return
	}
	t.ruler = now
	last := min(t.offset+t.body(), t.Len())
	for i := t.offset; i < last; i++ {
		t.cells = t.rows.Cells(i, t.cells[:0])
		for c := 0; c < len(t.cells) && c < len(t.columns); c++ {
			if !t.columns[c].Fit || t.cells[c].Span > 0 {
				continue
			}
			if w := t.cells[c].Width(); w > t.seen[c] {
				t.seen[c], t.placed = w, nil
			}
		}
	}
}

// line draws one line below the heading.
func (t *Table[K]) line(dst []byte, line int) []byte {
	i := t.offset + line
	if t.Len() == 0 {
		return t.emptyLine(dst, line)
	}
	if i >= t.Len() {
		return fit.Pad(dst, t.width)
	}
	key := t.rows.Key(i)
	marked := t.isMarkedRow(i, key)
	on := theme.Base
	switch {
	case i == t.cursor && t.focused:
		on = theme.Selection
	case marked:
		on = theme.MarkedRow
	case i == t.cursor && !t.quiet:
		on = theme.Bar
	}
	dst = t.pointer(dst, on, i == t.cursor && (t.focused || !t.quiet), marked)
	t.cells = t.rows.Cells(i, t.cells[:0])
	dst = t.row(dst, on)
	dst = t.theme.Append(dst, on, theme.Normal, fit.Spaces(strip-scrollbar))
	return frame.Scrollbar(dst, t.theme, theme.Base, line, t.body(), t.Len(), t.offset)
}

// pointer draws the cells before the first column.
func (t *Table[K]) pointer(dst []byte, on theme.Surface, selected, marked bool) []byte {
	point, mark := " ", " "
	if selected {
		point = t.glyphs.Cursor
	}
	if marked {
		mark = t.glyphs.Mark
	}
	dst = t.theme.Append(dst, on, theme.Accent, point)
	dst = t.theme.Append(dst, on, theme.Marked, mark)
	return t.theme.Append(dst, on, theme.Normal, fit.Spaces(t.gutter()-2))
}

// row draws the cells of one row, up to the scrollbar.
func (t *Table[K]) row(dst []byte, on theme.Surface) []byte {
	x := t.gutter()
	for p := 0; p < len(t.placed); p++ {
		column := t.placed[p]
		var cell Cell
		if column.Index < len(t.cells) {
			cell = t.cells[column.Index]
		}
		end := column.X + column.Width
		for p+1 < len(t.placed) && t.placed[p+1].Index <= column.Index+cell.Span {
			p++
			end = t.placed[p].X + t.placed[p].Width
		}
		dst = t.theme.Append(dst, on, theme.Normal, fit.Spaces(column.X-x))
		dst = t.cell(dst, on, cell, end-column.X, t.columns[column.Index].Align)
		x = end
	}
	return t.theme.Append(dst, on, theme.Normal, fit.Spaces(t.width-strip-x))
}

// parts draws the pieces of a cell.
func (t *Table[K]) parts(dst []byte, on theme.Surface, parts []Piece, width int) []byte {
	for _, p := range parts {
		if width <= 0 {
			return dst
		}
		text := fit.Cut(p.Text, width, t.glyphs.Ellipsis)
		dst = t.theme.Append(dst, on, p.Tone, text)
		width -= fit.Width(text)
	}
	return t.theme.Append(dst, on, theme.Normal, fit.Spaces(width))
}

// cell draws one cell. The tone is that of the text alone: an underline must not run on.
func (t *Table[K]) cell(dst []byte, on theme.Surface, c Cell, width int, align fit.Align) []byte {
	if len(c.Parts) > 0 {
		parts := c.Parts
		if c.Whole {
			parts = whole(parts, width, t.glyphs.Ellipsis)
		}
		return t.parts(dst, on, parts, width)
	}
	text, before, after := fit.Place(c.Text, width, align, t.glyphs.Ellipsis)
	dst = t.theme.Append(dst, on, theme.Normal, fit.Spaces(before))
	dst = t.theme.Append(dst, on, c.Tone, text)
	return t.theme.Append(dst, on, theme.Normal, fit.Spaces(after))
}

// emptyLine draws a line of the table without rows, with the text of SetEmpty in the middle.
func (t *Table[K]) emptyLine(dst []byte, line int) []byte {
	text := fit.Wrap(t.empty.Text, t.width-2)
	i := line - max(0, (t.body()-len(text))/2)
	if t.empty.Text == "" || i < 0 || i >= len(text) {
		return fit.Pad(dst, t.width)
	}
	centred := fit.String(text[i], t.width, fit.Center, t.glyphs.Ellipsis)
	return t.theme.Append(dst, theme.Base, t.empty.Tone, centred)
}
