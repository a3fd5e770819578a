package editor

import (
	"unicode/utf8"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// pictures are the signs of the C0 control characters, three bytes each.
const pictures = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟"

// View returns as many lines as the editor is high, each exactly as wide as it is. The string is
// kept until something changes.
func (e *Editor) View() string {
	if e.drawn {
		return e.view
	}
	p := pen{theme: e.theme, dst: e.buffer[:0]}
	gutter := e.gutter()
	for y := range e.height {
		if y > 0 {
			p.dst = append(p.dst, '\n')
		}
		if line := e.top + y; line < len(e.lines) {
			e.number(&p, line, gutter)
			e.row(&p, line, e.width-gutter)
		} else {
			p.dst = fit.Pad(p.dst, e.width)
		}
	}
	e.buffer, e.view, e.drawn = p.dst, string(p.dst), true
	return e.view
}

// number draws the number of a line.
func (e *Editor) number(p *pen, line, gutter int) {
	if gutter == 0 {
		return
	}
	tone := theme.Dim
	if e.focused && line == e.cursor.line {
		tone = theme.Normal
	}
	mark, ok := e.marks[line]
	if ok {
		tone = mark.Tone
	}
	width := gutter - 1
	if e.marks != nil {
		width--
	}
	p.take(theme.Base, tone)
	p.dst = appendNumber(p.dst, line+1, width)
	switch {
	case ok && mark.Sign != "":
		p.dst = append(p.dst, mark.Sign...)
	case e.marks != nil:
		p.dst = append(p.dst, ' ')
	}
	p.lift()
	p.dst = append(p.dst, ' ')
}

// row draws what is seen of a line, as wide as the room.
func (e *Editor) row(p *pen, i, room int) {
	if room <= 0 {
		return
	}
	line := e.lines[i]
	at, column := offsetOf(line, e.left)
	s := e.strip(i, room, at, column)
	if s.before {
		p.put(s.on, theme.Dim, e.ellipsis)
	}
	for at < len(line) && s.x < s.end {
		if n := s.run(line, at, column); n > 0 {
			p.put(s.on, s.tone, line[at:at+n])
			at, column, s.x = at+n, column+n, column+n
			continue
		}
		c := charAt(line, at, column)
		e.char(p, &s, line, at, column, c)
		at, column = c.end, column+c.width
	}
	if s.cursor == len(line) && at == len(line) && s.x < s.end {
		p.put(s.on, theme.Cursor, " ")
		s.x++
	}
	p.blank(s.on, theme.Normal, s.end-s.x)
	if s.after {
		p.put(s.on, theme.Dim, e.ellipsis)
	}
	p.lift()
}

// strip is the part of a line that is seen while it is drawn.
type strip struct {
	on            theme.Surface
	tone          theme.Tone
	cursor        int  // its offset, -1 without one
	ends          int  // the offset of the end of the line without the CR of a CRLF
	x, end        int  // the columns that are still to be drawn
	before, after bool // an ellipsis says that there is more
}

// strip returns the part of a line that is seen; it begins in the character at an offset and a
// column. An ellipsis never hides the cursor.
func (e *Editor) strip(i, room, at, column int) strip {
	line := e.lines[i]
	s := strip{on: theme.Base, tone: e.tone(i), cursor: -1, ends: e.end(i), x: e.left, end: e.left + room}
	if room > 2 {
		s.before = e.left > 0 && line != ""
		s.after = isWider(line, at, column, s.end)
	}
	if e.focused && i == e.cursor.line {
		s.on, s.cursor = theme.Field, e.cursor.at
		s.before = s.before && e.column > s.x
		s.after = s.after && e.column+e.under < s.end
	}
	if s.before {
		s.x++
	}
	if s.after {
		s.end--
	}
	return s
}

// run returns how many characters from offset at on are plain ASCII and can be drawn at once.
func (s *strip) run(line string, at, column int) int {
	if column < s.x {
		return 0
	}
	most := s.end - column
	if at <= s.cursor {
		most = min(most, s.cursor-at)
	}
	return plain(line, at, most)
}

// char draws one character, or the part of it that is in the strip as blanks.
func (e *Editor) char(p *pen, s *strip, line string, at, column int, c char) {
	end := min(column+c.width, s.end)
	if end <= s.x {
		return
	}
	tone := s.tone
	switch {
	case at == s.cursor:
		tone = theme.Cursor
	case c.kind == control && at == s.ends:
		tone = theme.Dim
	case c.kind == control || c.kind == odd:
		tone = theme.Warn
	}
	switch {
	case c.kind == tab:
		if at == s.cursor {
			p.blank(s.on, tone, 1)
			s.x++
		}
		p.blank(s.on, theme.Normal, end-s.x)
	case column < s.x || column+c.width > s.end:
		p.blank(s.on, tone, end-s.x)
	default:
		p.put(s.on, tone, e.picture(line[at:c.end], c.kind))
	}
	s.x = end
}

// picture returns what is shown of a character.
func (e *Editor) picture(text string, k kind) string {
	switch {
	case k == printed:
		return text
	case e.ascii:
		return "?"
	case k == control && text[0] == del:
		return "␡"
	case k == control:
		return pictures[3*int(text[0]):][:3]
	}
	return string(utf8.RuneError)
}
