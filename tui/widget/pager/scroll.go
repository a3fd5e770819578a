package pager

// Scroll moves the view by n lines of the screen. It reports whether anything moved.
func (p *Pager) Scroll(n int) bool {
	before := p.top
	if n < 0 {
		p.follow = false
		p.top = p.up(p.top, -n)
	} else {
		p.top = p.down(p.top, n)
		if end := p.end(); p.top.after(end) {
			p.top = end
		}
	}
	p.drawn = p.drawn && p.top == before
	return p.top != before
}

// Page moves by n screens, less one line that stays in sight.
func (p *Pager) Page(n int) bool { return p.Scroll(n * max(1, p.height-1)) }

// HalfPage moves by n half screens.
func (p *Pager) HalfPage(n int) bool { return p.Scroll(n * max(1, p.height/2)) }

// Top goes to the beginning.
func (p *Pager) Top() bool {
	before := p.top
	p.follow = false
	p.top = spot{}
	p.drawn = p.drawn && p.top == before
	return p.top != before
}

// Bottom goes to the end.
func (p *Pager) Bottom() bool {
	before := p.top
	p.top = p.end()
	p.drawn = p.drawn && p.top == before
	return p.top != before
}

// Shift moves the view sideways by n columns, while lines are cut at the edge. It reports whether
// anything moved.
func (p *Pager) Shift(n int) bool {
	if p.wrap {
		return false
	}
	before := p.left
	p.left = max(0, min(p.left+n, p.widest()-p.room()))
	p.drawn = p.drawn && p.left == before
	return p.left != before
}

// GoTo puts a line, counted from 0, at the top, or as near as the end of the text allows.
func (p *Pager) GoTo(line int) {
	p.follow = false
	p.top = spot{line: max(0, min(line, len(p.lines)-1))}
	p.settle()
}

// end returns where the view stands when the last line is at the bottom.
func (p *Pager) end() spot {
	if len(p.lines) == 0 {
		return spot{}
	}
	last := len(p.lines) - 1
	return p.up(spot{line: last, piece: len(p.pieces(last)) - 1}, max(0, p.height-1))
}

// up returns the spot n lines of the screen further up.
func (p *Pager) up(s spot, n int) spot {
	for n > 0 {
		if s.piece >= n {
			return spot{s.line, s.piece - n}
		}
		if s.line == 0 {
			return spot{}
		}
		n -= s.piece + 1
		s.line--
		s.piece = len(p.pieces(s.line)) - 1
	}
	return s
}

// down returns the spot n lines of the screen further down, at most the last one of the text.
func (p *Pager) down(s spot, n int) spot {
	if len(p.lines) == 0 {
		return spot{}
	}
	for n > 0 {
		left := len(p.pieces(s.line)) - 1 - s.piece
		if left >= n {
			return spot{s.line, s.piece + n}
		}
		if s.line == len(p.lines)-1 {
			return spot{s.line, s.piece + left}
		}
		n -= left + 1
		s = spot{line: s.line + 1}
	}
	return s
}
