package timeline

import (
	"time"

	"flexq/tui/theme"
)

// Ending says what is known of the end of a bar.
type Ending uint8

// The endings.
const (
	Unknown   Ending = iota // there may be one, and it is not known
	Never                   // there is none
	Estimated               // End is an estimate
	Exact                   // End is certain
)

// Bar is one row: how long a thing lasts, and the work in it.
type Bar struct {
	// Start is when it began; zero means before anything that is shown. End counts for Estimated and Exact.
	Start, End time.Time
	Ending     Ending
	Tone       theme.Tone // of the part in which nothing is done
	Work       []Work
}

// Work is something done in a bar, from From until To; a zero To has no end.
type Work struct {
	From, To time.Time
	Tone     theme.Tone
}

// Cell is one cell of a row: a sign one cell wide, and what it means.
type Cell struct {
	Glyph string
	Tone  theme.Tone
}

// Draw appends the cells of a row to dst, Width of them, and returns the result. Work past the end of its bar is Bad,
// whatever its own tone.
func (a Axis) Draw(dst []Cell, b *Bar, g theme.Glyphs) []Cell {
	p := pen{axis: a, bar: b, glyphs: g, now: a.Column(a.Now), end: a.Width + 1}
	if b.ends() {
		p.end = a.Column(b.End)
		if p.end == p.now && b.End.After(a.Now) {
			p.end++ // beside the present, where it can be seen
		}
	}
	for x := range a.Width {
		dst = append(dst, p.cell(x))
	}
	return dst
}

func (b *Bar) ends() bool { return b.Ending == Estimated || b.Ending == Exact }

// pen draws the cells of one row.
type pen struct {
	axis     Axis
	bar      *Bar
	glyphs   theme.Glyphs
	now, end int // columns; end lies beyond the window if there is none
}

func (p *pen) cell(x int) Cell {
	switch {
	case x == p.now:
		return Cell{p.glyphs.Now, theme.Accent}
	case x == p.axis.Width-1 && p.goesOn(x):
		return Cell{p.glyphs.More, p.tone(x)}
	case x == p.end:
		return p.closing(x)
	}
	work, ok := p.workAt(x)
	switch {
	case ok && x > p.end:
		return Cell{p.glyphs.Over, theme.Bad}
	case ok && x < p.now:
		return Cell{p.glyphs.Full, theme.Dim}
	case ok:
		return Cell{p.glyphs.Full, work.Tone}
	case x > p.end || p.begins(x):
		return p.nothing(x)
	}
	return p.free(x)
}

// closing is the cell in which the bar ends.
func (p *pen) closing(x int) Cell {
	sign := p.glyphs.EndExact
	if p.bar.Ending == Estimated {
		sign = p.glyphs.EndAbout
	}
	if _, ok := p.workAt(x + 1); ok {
		return Cell{sign, theme.Bad}
	}
	return Cell{sign, p.tone(x)}
}

// free is a cell of the bar in which nothing is done.
func (p *pen) free(x int) Cell {
	sign := p.glyphs.Light
	switch p.bar.Ending {
	case Exact:
	case Estimated:
		sign = p.glyphs.Hatch
	case Never:
		sign = p.glyphs.Empty
	case Unknown:
		if x > p.now {
			return p.unsure(x)
		}
		sign = p.glyphs.Empty
	}
	return Cell{sign, p.tone(x)}
}

// unsure is a cell of which it is not known whether the bar is still there: sparse dots.
func (p *pen) unsure(x int) Cell {
	if (x-p.now)%2 == 0 {
		return Cell{p.glyphs.Dot, theme.Dim}
	}
	return Cell{" ", theme.Dim}
}

// nothing is a cell beside the bar, where the days are told apart.
func (p *pen) nothing(x int) Cell {
	if p.axis.Step < 12*time.Hour && p.axis.Time(x).Day() != p.axis.Time(x-1).Day() {
		return Cell{p.glyphs.Grid, theme.Line}
	}
	return Cell{" ", theme.Normal}
}

func (p *pen) tone(x int) theme.Tone {
	if x < p.now {
		return theme.Dim
	}
	return p.bar.Tone
}

// begins reports whether the cell lies before the bar.
func (p *pen) begins(x int) bool {
	return !p.bar.Start.IsZero() && !p.axis.Time(x+1).After(p.bar.Start)
}

// goesOn reports whether the bar, or work in it, goes on past the last cell.
func (p *pen) goesOn(x int) bool {
	if x > p.end {
		_, ok := p.workAt(x + 1)
		return ok
	}
	return p.bar.ends() && x < p.end
}

// workAt returns the work that is done in the middle of a cell, that with the latest end.
func (p *pen) workAt(x int) (Work, bool) {
	at := p.axis.Time(x).Add(p.axis.Step / 2)
	best, found := Work{}, false
	for _, w := range p.bar.Work {
		if w.From.After(at) || !w.To.IsZero() && !w.To.After(at) {
			continue
		}
		if !found || later(w.To, best.To) {
			best, found = w, true
		}
	}
	return best, found
}

// later reports whether an end lies after another; none at all is the latest.
func later(a, b time.Time) bool { return !b.IsZero() && (a.IsZero() || a.After(b)) }
