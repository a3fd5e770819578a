package form

import (
	"strings"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// kind is what a line of the form holds.
type kind uint8

const (
	value kind = iota
	remark
	heading
	blank
)

// row is one line of the form as it is drawn.
type row struct {
	kind  kind
	field int
	sign  string
	text  string
	tone  theme.Tone
}

// rows lays out the lines of the form. Groups are parted by a blank line where there is room for it.
func (f *Form) rows() []row {
	out := f.layOut(true)
	if len(out) > f.height {
		out = f.layOut(false)
	}
	return out
}

func (f *Form) layOut(spacious bool) []row {
	out := make([]row, 0, 2*len(f.fields))
	for i, it := range f.fields {
		if spacious && i > 0 && (it.Apart || it.Heading != "") {
			out = append(out, row{kind: blank, field: i})
		}
		if it.Heading != "" {
			out = append(out, row{kind: heading, field: i, text: it.Heading, tone: theme.Title})
		}
		out = append(out, row{kind: value, field: i})
		out = f.below(out, i)
	}
	return out
}

// below appends what stands below a field: its remarks, and of the one that has the keys the hint that has no room
// beside it, and what is offered.
func (f *Form) below(out []row, i int) []row {
	it := f.fields[i]
	for _, r := range it.remarks {
		out = f.wrapped(out, i, r)
	}
	if !f.focused || i != f.focus {
		return out
	}
	if it.hint != "" && f.beside(it) == "" {
		out = f.wrapped(out, i, Remark{Text: it.hint, Tone: theme.Dim})
	}
	if list := f.offered(it); list != "" {
		out = append(out, row{kind: remark, field: i, text: list, tone: theme.Dim})
	}
	return out
}

func (f *Form) wrapped(out []row, i int, r Remark) []row {
	indent := fit.Width(r.Sign)
	if indent > 0 {
		indent++
	}
	for n, text := range fit.Words(r.Text, f.inner()-f.indent()-1-indent) {
		sign := fit.Spaces(indent)
		if n == 0 && indent > 0 {
			sign = r.Sign + " "
		}
		out = append(out, row{kind: remark, field: i, sign: sign, text: text, tone: r.Tone})
	}
	return out
}

// offered lists what the right key takes, as much of it as has room in a line: what goes on from what is there.
func (f *Form) offered(it *field) string {
	if len(it.Offers) == 0 || it.isChoice() {
		return ""
	}
	g := f.theme.Glyphs()
	var fitting []string
	for _, o := range it.Offers {
		if strings.HasPrefix(o, it.line.Text()) && o != it.line.Text() {
			fitting = append(fitting, fit.Clean(o))
		}
	}
	if next, ok := it.offer(); ok && len(fitting) == 0 {
		fitting = []string{fit.Clean(next)}
	}
	if len(fitting) == 0 {
		return ""
	}
	return fit.Cut(g.Arrow+" "+strings.Join(fitting, " "+g.Dot+" "), f.inner()-f.indent()-1, g.Ellipsis)
}

// tone is that of a field's label, by the worst remark.
func (it *field) tone() (theme.Tone, bool) {
	worst, any := theme.Normal, false
	for _, r := range it.remarks {
		if r.Tone == theme.Bad || r.Tone == theme.Warn && worst != theme.Bad {
			worst, any = r.Tone, true
		}
	}
	return worst, any
}
