package frame

import "flexq/tui/theme"

// Scrollbar appends the cell of a scrollbar at one line of a view: body lines of total are seen,
// from offset on. It is a space when there is nothing to scroll.
func Scrollbar(dst []byte, th theme.Theme, on theme.Surface, line, body, total, offset int) []byte {
	if total <= body || body < 2 {
		return th.Append(dst, on, theme.Normal, " ")
	}
	size := max(1, body*body/total)
	at := offset * (body - size) / (total - body)
	g := th.Glyphs()
	if line >= at && line < at+size {
		return th.Append(dst, on, theme.Dim, g.Thumb)
	}
	return th.Append(dst, on, theme.Line, g.Track)
}
