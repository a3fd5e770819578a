package dialog

import (
	"strings"

	"flexq/tui/fit"
	"flexq/tui/layout"
	"flexq/tui/theme"
	"flexq/tui/widget/edit"
	"flexq/tui/widget/frame"
)

// Sizes of the box: it is as wide as its text, within these and the screen.
const (
	leastWidth = 32
	mostWidth  = 100
	marginX    = 2
	slimScreen = 50 // narrower ones have half the margin
	fieldWidth = 12
	longField  = 44 // for any text
	buttonGap  = 2
)

// plan is how the dialog is laid out on its screen.
type plan struct {
	rect  layout.Rect
	inner int    // cells of a line inside
	body  []Line // wrapped
	room  int    // lines of the body that are seen
}

// plan lays the dialog out.
func (d *Dialog) plan() plan {
	margin := marginX
	if d.width < slimScreen {
		margin /= 2
	}
	most := max(4, min(mostWidth, d.width-2*margin))
	inner := max(0, min(most, max(leastWidth, d.widest()+2*frame.BorderX))-2*frame.BorderX)
	const around = 2*frame.BorderY + 2 // the borders, an empty line, the last line
	p := plan{inner: inner, body: wrapAll(d.opt.Body, inner)}
	if len(p.body) > d.height-around {
		p.body = wrapAll(d.opt.Body, inner-1) // the scrollbar takes one
	}
	p.room = max(0, min(len(p.body), d.height-around))
	height := min(d.height, p.room+around)
	p.rect = layout.Screen(d.width, d.height).Center(inner+2*frame.BorderX, height)
	return p
}

// widest returns the cells that the widest line would like to have.
func (d *Dialog) widest() int {
	w := fit.Width(d.opt.Title) + 4
	for _, line := range d.opt.Body {
		w = max(w, lineWidth(line)+1)
	}
	if d.WantsText() {
		return max(w, fit.Width(d.opt.Ask)+1+d.fieldWidth()+2+fit.Width(d.hint()))
	}
	return max(w, fit.Width(d.opt.No)+fit.Width(d.opt.Yes)+4+buttonGap)
}

// Over returns the lines of the screen with the dialog in the middle.
func (d *Dialog) Over(screen string) string {
	p := d.plan()
	return fit.Overlay(screen, d.draw(p), p.rect.X, p.rect.Y)
}

// View returns the box alone.
func (d *Dialog) View() string { return d.draw(d.plan()) }

// Rect returns where the box stands on the screen.
func (d *Dialog) Rect() layout.Rect { return d.plan().rect }

func (d *Dialog) draw(p plan) string {
	lines := make([]string, 0, p.room+2)
	for i := range p.room {
		lines = append(lines, d.bodyLine(p, i))
	}
	if p.rect.H > 2*frame.BorderY+1 {
		lines = append(lines, "")
	}
	if d.WantsText() {
		lines = append(lines, d.field(p))
	} else {
		lines = append(lines, d.buttonLine(p))
	}
	return frame.Box{Theme: d.theme, Title: d.opt.Title, Tone: d.opt.Tone, Width: p.rect.W}.Draw(lines)
}

// bodyLine draws one line of the text, with a scrollbar at its end if there is more.
func (d *Dialog) bodyLine(p plan, i int) string {
	room := p.inner
	if len(p.body) > p.room {
		room--
	}
	var dst []byte
	left := room
	for _, span := range p.body[d.offset+i] {
		text := fit.Cut(fit.Line(span.Text), left, d.theme.Glyphs().Ellipsis)
		left -= fit.Width(text)
		dst = d.theme.Append(dst, theme.Panel, span.Tone, text)
	}
	dst = d.theme.Append(dst, theme.Panel, theme.Normal, fit.Spaces(left))
	if room < p.inner {
		dst = frame.Scrollbar(dst, d.theme, theme.Panel, i, p.room, len(p.body), d.offset)
	}
	return string(dst)
}

// field draws the line where the text is typed, and how to get away at its right end.
func (d *Dialog) field(p plan) string {
	ask := fit.Cut(d.opt.Ask, p.inner-4, d.theme.Glyphs().Ellipsis) + " "
	hint, tone := d.hint(), theme.Dim
	room := min(d.fieldWidth(), p.inner-fit.Width(ask))
	if d.wrong {
		hint, tone = d.complaint(), theme.Bad
		if d.opt.AnyText { // the field is empty: it can give of its room
			room = max(1, min(room, p.inner-fit.Width(ask)-fit.Width(hint)-2))
		}
	}
	rest := p.inner - fit.Width(ask) - room
	hint = fit.Cut(hint, rest-2, d.theme.Glyphs().Ellipsis)
	dst := d.theme.Append(nil, theme.Panel, theme.Title, ask)
	dst = append(dst, d.typed.View(edit.Look{Theme: d.theme, On: theme.Field, Width: room, Focused: true})...)
	dst = d.theme.Append(dst, theme.Panel, theme.Normal, fit.Spaces(rest-fit.Width(hint)))
	return string(d.theme.Append(dst, theme.Panel, tone, hint))
}

// fieldWidth is the room of the text, so that all of what is to be typed can be seen.
func (d *Dialog) fieldWidth() int {
	if d.opt.AnyText {
		return longField
	}
	return max(fieldWidth, fit.Width(d.opt.Type)+1)
}

// complaint says what is wrong with the text.
func (d *Dialog) complaint() string {
	switch {
	case !d.opt.AnyText:
		return "not " + d.opt.Type
	case d.opt.Missing != "":
		return d.opt.Missing
	}
	return "a text is needed"
}

// hint says how to get away.
func (d *Dialog) hint() string { return "esc: " + d.opt.No }

// buttonLine draws the buttons at the right end, No first.
func (d *Dialog) buttonLine(p plan) string {
	no, yes := d.buttons(p)
	dst := d.theme.Append(nil, theme.Panel, theme.Normal, fit.Spaces(no.X-p.rect.X-frame.BorderX))
	dst = d.button(dst, d.opt.No, !d.yes)
	if d.opt.Yes != "" {
		dst = d.theme.Append(dst, theme.Panel, theme.Normal, fit.Spaces(yes.X-no.X-no.W))
		dst = d.button(dst, d.opt.Yes, d.yes)
	}
	return string(dst)
}

func (d *Dialog) button(dst []byte, label string, chosen bool) []byte {
	if chosen {
		return d.theme.Append(dst, theme.Panel, theme.Selected, "["+label+"]")
	}
	return d.theme.Append(dst, theme.Panel, theme.Normal, " "+label+" ")
}

// buttons returns where the buttons stand on the screen.
func (d *Dialog) buttons(p plan) (no, yes layout.Rect) {
	y := p.rect.Y + p.rect.H - 1 - frame.BorderY
	right := p.rect.X + p.rect.W - frame.BorderX
	if d.opt.Yes != "" {
		w := fit.Width(d.opt.Yes) + 2
		yes = layout.Rect{X: max(p.rect.X, right-w), Y: y, W: w, H: 1}
		right = yes.X - buttonGap
	}
	w := fit.Width(d.opt.No) + 2
	no = layout.Rect{X: max(p.rect.X+frame.BorderX, right-w), Y: y, W: w, H: 1}
	return no, yes
}

func wrapAll(lines []Line, width int) []Line {
	out := make([]Line, 0, len(lines))
	for _, line := range lines {
		out = append(out, wrap(line, width)...)
	}
	return out
}

// wrap breaks a line of one span into as many as it needs.
func wrap(line Line, width int) []Line {
	if len(line) != 1 || fit.Width(line[0].Text) <= width && !strings.Contains(line[0].Text, "\n") {
		return []Line{line}
	}
	var out []Line
	for _, text := range fit.Words(line[0].Text, width) {
		out = append(out, Line{{Text: text, Tone: line[0].Tone}})
	}
	return out
}

func lineWidth(line Line) int {
	w := 0
	for _, span := range line {
		w += fit.Width(span.Text)
	}
	return w
}
