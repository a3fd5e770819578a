package edit

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// Look is how a line is drawn.
type Look struct {
	Theme theme.Theme
	On    theme.Surface
	// Width is the room in cells; the line is drawn exactly as wide.
	Width int
	// Focused shows the cursor.
	Focused bool
	// Placeholder stands there while the line is empty.
	Placeholder string
	// Ghost stands dimmed behind the text while the cursor is at its end: how the text could go on.
	Ghost string
	// Tone is that of the text.
	Tone theme.Tone
}

// View draws the line, scrolled so that the cursor is seen; without one, from its beginning. An
// ellipsis at either end says that there is more.
func (l *Line) View(k Look) string {
	if k.Width <= 0 {
		return ""
	}
	dst := make([]byte, 0, k.Width+64)
	if l.text == "" && k.Placeholder != "" {
		return string(placeholder(dst, k))
	}
	if k.Focused {
		l.follow(k.Width)
	} else {
		l.scroll = 0
	}
	room := k.Width
	if l.scroll > 0 && room > 2 {
		dst = k.Theme.Append(dst, k.On, theme.Dim, k.Theme.Glyphs().Ellipsis)
		room--
	}
	end := l.end(room)
	room -= fit.Width(l.text[l.scroll:end])
	if k.Focused {
		dst, room = l.withCursor(dst, k, end, room)
	} else {
		dst = k.Theme.Append(dst, k.On, k.Tone, l.text[l.scroll:end])
	}
	switch {
	case end < len(l.text) && room > 0:
		dst = k.Theme.Append(dst, k.On, theme.Dim, k.Theme.Glyphs().Ellipsis)
		room--
	case k.Focused && k.Ghost != "" && l.at == len(l.text) && room > 0:
		ghost := fit.Cut(fit.Clean(k.Ghost[next(k.Ghost, 0):]), room, k.Theme.Glyphs().Ellipsis)
		dst = k.Theme.Append(dst, k.On, theme.Dim, ghost)
		room -= fit.Width(ghost)
	}
	return string(k.Theme.Append(dst, k.On, k.Tone, fit.Spaces(room)))
}

// withCursor draws what is seen of the text, the cursor on its character or after the last one.
func (l *Line) withCursor(dst []byte, k Look, end, room int) (out []byte, left int) {
	if l.at < end {
		after := next(l.text, l.at)
		dst = k.Theme.Append(dst, k.On, k.Tone, l.text[l.scroll:l.at])
		dst = k.Theme.Append(dst, k.On, theme.Cursor, l.text[l.at:after])
		return k.Theme.Append(dst, k.On, k.Tone, l.text[after:end]), room
	}
	dst = k.Theme.Append(dst, k.On, k.Tone, l.text[l.scroll:end])
	if room > 0 {
		under := " "
		if k.Ghost != "" && l.at == len(l.text) {
			under = k.Ghost[:next(k.Ghost, 0)]
		}
		if w := fit.Width(under); w > room || w == 0 || fit.Clean(under) != under {
			under = " "
		}
		dst = k.Theme.Append(dst, k.On, theme.Cursor, under)
		room -= fit.Width(under)
	}
	return dst, room
}

// placeholder draws what stands in an empty line.
func placeholder(dst []byte, k Look) []byte {
	text := fit.String(k.Placeholder, k.Width, fit.Left, k.Theme.Glyphs().Ellipsis)
	if !k.Focused {
		return k.Theme.Append(dst, k.On, theme.Dim, text)
	}
	first := next(text, 0)
	dst = k.Theme.Append(dst, k.On, theme.Cursor, text[:first])
	return k.Theme.Append(dst, k.On, theme.Dim, text[first:])
}

// follow scrolls so that the cursor is inside the room, beside the ellipses at both ends. Text
// that fits is not scrolled.
func (l *Line) follow(room int) {
	l.scroll = min(l.scroll, l.at)
	if fit.Width(l.text)+1 <= room {
		l.scroll = 0
		return
	}
	before := fit.Width(l.text[l.scroll:l.at])
	after := max(1, fit.Width(l.text[l.at:next(l.text, l.at)]))
	if next(l.text, l.at) < len(l.text) {
		after++
	}
	for l.scroll < l.at {
		ellipsis := min(1, l.scroll)
		if ellipsis+before+after <= room {
			return
		}
		n := next(l.text, l.scroll)
		before -= fit.Width(l.text[l.scroll:n])
		l.scroll = n
	}
}

// end returns the offset after the last character that fits into the room; a cell is kept for the
// ellipsis unless the cursor's own character needs it.
func (l *Line) end(room int) int {
	at := l.scroll
	for at < len(l.text) {
		n := next(l.text, at)
		w := fit.Width(l.text[at:n])
		keep := 0
		if n < len(l.text) && at != l.at {
			keep = 1
		}
		if w+keep > room {
			break
		}
		room -= w
		at = n
	}
	return at
}
