package pager

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/frame"
)

// View returns as many lines as the pager is high, each exactly as wide as it is. The string is
// kept until something changes.
func (p *Pager) View() string {
	if p.drawn {
		return p.view
	}
	dst := make([]byte, 0, p.width*p.height+256)
	at, pieces := p.top, []string(nil)
	if at.line < len(p.lines) {
		pieces = p.pieces(at.line)
	}
	for y := range p.height {
		if y > 0 {
			dst = append(dst, '\n')
		}
		text := ""
		if at.piece < len(pieces) {
			text = p.cut(p.mark(pieces[at.piece]))
			at, pieces = p.step(at, pieces)
		}
		dst = p.line(dst, text, y)
	}
	p.view, p.drawn = string(dst), true
	return p.view
}

// step goes on to the next piece, of the same line or of the next one.
func (p *Pager) step(at spot, pieces []string) (next spot, its []string) {
	at.piece++
	if at.piece < len(pieces) {
		return at, pieces
	}
	at = spot{line: at.line + 1}
	if at.line >= len(p.lines) {
		return at, nil
	}
	return at, p.pieces(at.line)
}

// line draws one line of the screen.
func (p *Pager) line(dst []byte, text string, y int) []byte {
	if p.width == 0 {
		return dst
	}
	room := p.width - 1
	text = ansi.Truncate(text, room, p.theme.Glyphs().Ellipsis)
	blank := room - fit.Width(text)
	if p.on == theme.Base || strings.IndexByte(text, ansi.ESC) >= 0 {
		dst = append(dst, text...)
	} else {
		dst = p.theme.Append(dst, p.on, theme.Normal, text)
	}
	dst = p.theme.Append(dst, p.on, theme.Normal, fit.Spaces(blank))
	return frame.Scrollbar(dst, p.theme, p.on, y, p.height, len(p.lines), p.top.line)
}

// cut takes off what is scrolled out to the left.
func (p *Pager) cut(text string) string {
	if p.left == 0 {
		return text
	}
	return ansi.TruncateLeft(text, p.left, "")
}

// widest returns the width of the widest line in sight.
func (p *Pager) widest() int {
	w := 0
	for i := p.top.line; i < len(p.lines) && i < p.top.line+p.height; i++ {
		w = max(w, fit.Width(fit.Tabs(p.lines[i], tabSize)))
	}
	return w
}
