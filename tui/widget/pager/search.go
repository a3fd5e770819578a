package pager

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// Search looks for text from the top of the view on, without regard to case, shows the first line
// that has it and highlights every place in sight. It reports whether there is one. Empty text
// ends the search.
func (p *Pager) Search(text string) bool {
	p.query, p.hit, p.drawn = strings.ToLower(text), -1, false
	if text == "" {
		return false
	}
	return p.seek(p.top.line, 1)
}

// Next goes to the next line with a match, or to the one before if n is negative; after the last
// comes the first.
func (p *Pager) Next(n int) bool {
	if p.query == "" || n == 0 {
		return false
	}
	step := 1
	if n < 0 {
		step = -1
	}
	from := p.hit
	if from < 0 {
		from = p.top.line
	}
	return p.seek(from+step, step)
}

// Matches returns how many lines have the text that is searched for. It looks at all of them.
func (p *Pager) Matches() int {
	n := 0
	for i := range p.lines {
		if p.matches(i) {
			n++
		}
	}
	return n
}

// seek goes to the first match from a line on, in one direction, once round.
func (p *Pager) seek(from, step int) bool {
	n := len(p.lines)
	for i := range n {
		line := ((from+i*step)%n + n) % n
		if !p.matches(line) {
			continue
		}
		p.hit, p.drawn = line, false
		if first, last, _ := p.Position(); line < first-1 || line > last-1 {
			p.GoTo(line - p.height/3)
		}
		return true
	}
	return false
}

func (p *Pager) matches(line int) bool {
	return p.query != "" && strings.Contains(strings.ToLower(ansi.Strip(p.lines[line])), p.query)
}

// mark highlights the places of the search in one line of the screen.
func (p *Pager) mark(text string) string {
	if p.query == "" {
		return text
	}
	plain := ansi.Strip(text)
	lower := strings.ToLower(plain)
	if len(lower) != len(plain) {
		return text // places in the one are not places in the other
	}
	for at := 0; ; {
		i := strings.Index(lower[at:], p.query)
		if i < 0 {
			return text
		}
		at += i
		found := plain[at : at+len(p.query)]
		text = fit.Splice(text, p.theme.Paint(theme.Match, found), fit.Width(plain[:at]))
		at += len(p.query)
	}
}
