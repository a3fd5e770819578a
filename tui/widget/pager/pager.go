package pager

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// tabSize is how far tab stops are apart, as terminals have them.
const tabSize = 8

// Pager shows lines of text. Build it with [New].
type Pager struct {
	theme         theme.Theme
	on            theme.Surface
	lines         []string
	width, height int
	wrap          bool
	follow        bool
	top           spot
	left          int // columns scrolled off to the left, when not wrapping
	query         string
	hit           int // the line of the current match, -1 without one
	view          string
	drawn         bool
}

// spot is a place in the text: a line, and which of the pieces that it is wrapped into.
type spot struct {
	line, piece int
}

// New returns a pager without text. Long lines are cut at the edge until Wrap is called.
func New(th theme.Theme) *Pager { return &Pager{theme: th, hit: -1} }

// SetTheme changes how the scrollbar and matches look; the lines are as they were painted.
func (p *Pager) SetTheme(th theme.Theme) {
	if th != p.theme {
		p.theme, p.drawn = th, false
	}
}

// On says on what surface the text lies; it is Base at first. Lines with escape sequences must be painted on it already.
func (p *Pager) On(s theme.Surface) {
	if s != p.on {
		p.on, p.drawn = s, false
	}
}

// Resize gives the pager its room in cells. The last column is the scrollbar's.
func (p *Pager) Resize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == p.width && height == p.height {
		return
	}
	if width != p.width {
		p.top.piece = 0
	}
	p.width, p.height = width, height
	p.settle()
}

// SetLines replaces the text and stays at the line that was at the top, or at the end while it
// follows. The pager keeps the slice: it must not change any more.
func (p *Pager) SetLines(lines []string) {
	p.lines = lines
	if p.hit >= len(lines) {
		p.hit = -1
	}
	p.settle()
}

// Append adds lines at the end, for text that grows.
func (p *Pager) Append(lines ...string) {
	p.lines = append(p.lines, lines...)
	p.settle()
}

// Len returns how many lines there are.
func (p *Pager) Len() int { return len(p.lines) }

// Wrap says whether long lines go on in the next one or are cut at the edge.
func (p *Pager) Wrap(on bool) {
	if on != p.wrap {
		p.wrap, p.left, p.top.piece = on, 0, 0
		p.settle()
	}
}

// Follow says whether the end stays in sight when lines are added; scrolling up ends it, going to
// the bottom begins it again.
func (p *Pager) Follow(on bool) {
	p.follow = on
	p.settle()
}

// Following reports whether the end stays in sight.
func (p *Pager) Following() bool { return p.follow }

// Position returns the numbers of the first and the last line that are seen, counted from 1, and
// how many there are.
func (p *Pager) Position() (first, last, total int) {
	total = len(p.lines)
	if total == 0 || p.height == 0 {
		return 0, 0, total
	}
	end := p.down(p.top, p.height-1)
	return p.top.line + 1, end.line + 1, total
}

// settle brings the view back into the text after it changed.
func (p *Pager) settle() {
	p.drawn = false
	end := p.end()
	if p.follow || p.top.after(end) {
		p.top = end
	}
}

// room returns the cells of a line.
func (p *Pager) room() int { return max(1, p.width-1) }

// pieces returns the lines of the screen that one line of text becomes.
func (p *Pager) pieces(line int) []string {
	text := fit.Line(fit.Tabs(p.lines[line], tabSize))
	if !p.wrap {
		return []string{text}
	}
	return fit.Hard(text, p.room())
}

// after reports whether the spot lies behind another.
func (s spot) after(o spot) bool {
	return s.line > o.line || s.line == o.line && s.piece > o.piece
}
