package form

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/edit"
)

// Sizes of the parts of a line.
const (
	margin     = 1
	gap        = 1
	padding    = 1
	mostLabels = 18
	mostField  = 48
	hintShare  = 3 // a hint may take a third of what follows the label
)

// row is one line of the form as it is drawn: the line of a field, or a piece of a remark.
type row struct {
	field  int
	remark bool
	text   string
	tone   theme.Tone
}

// View draws exactly the room that Resize gave, scrolled so that the focused field and its remarks
// are seen.
func (f *Form) View() string {
	rows := f.rows()
	f.follow(rows)
	dst := make([]byte, 0, f.height*(f.width+48))
	for y := range f.height {
		if y > 0 {
			dst = append(dst, '\n')
		}
		if i := f.offset + y; i < len(rows) {
			dst = f.draw(dst, rows[i])
		} else {
			dst = fit.Pad(dst, f.width)
		}
	}
	return string(dst)
}

// rows lays out the lines of the form.
func (f *Form) rows() []row {
	rows := make([]row, 0, len(f.fields))
	indent := f.labels() + gap + padding
	for i, it := range f.fields {
		rows = append(rows, row{field: i})
		for _, remark := range it.remarks {
			for _, text := range fit.Wrap(remark.Text, f.width-indent-1) {
				rows = append(rows, row{field: i, remark: true, text: text, tone: remark.Tone})
			}
		}
	}
	return rows
}

// labels returns the cells that margin and labels take.
func (f *Form) labels() int {
	w := 0
	for _, it := range f.fields {
		w = max(w, fit.Width(it.Label))
	}
	return margin + min(w, mostLabels, max(0, f.width/3))
}

// follow scrolls so that the lines of the focused field are seen, its first line above all.
func (f *Form) follow(rows []row) {
	first, last := 0, 0
	for i, r := range rows {
		if r.field == f.focus {
			if !r.remark {
				first = i
			}
			last = i
		}
	}
	f.offset = max(f.offset, last-f.height+1)
	f.offset = max(0, min(f.offset, first, len(rows)-f.height))
}

func (f *Form) draw(dst []byte, r row) []byte {
	indent := min(f.labels()+gap, f.width)
	ellipsis := f.theme.Glyphs().Ellipsis
	if r.remark {
		indent = min(indent+padding, f.width)
		dst = fit.Pad(dst, indent)
		return f.theme.Append(dst, theme.Base, r.tone, fit.String(r.text, f.width-indent, fit.Left, ellipsis))
	}
	it := f.fields[r.field]
	active := f.focused && r.field == f.focus
	tone := theme.Heading
	if active {
		tone = theme.Accent
	}
	dst = fit.Pad(dst, min(margin, f.width))
	dst = f.theme.Append(dst, theme.Base, tone, fit.String(it.Label, indent-gap-margin, fit.Left, ellipsis))
	dst = fit.Pad(dst, min(gap, f.width-margin))
	room := f.width - indent
	hint := ""
	if it.hint != "" {
		hint = fit.Cut("  "+fit.Line(it.hint), max(room/hintShare, room-mostField), ellipsis)
	}
	width := min(mostField, room-fit.Width(hint))
	dst = f.value(dst, it, width, active)
	dst = f.theme.Append(dst, theme.Base, theme.Dim, hint)
	return fit.Pad(dst, room-width-fit.Width(hint))
}

// value draws what a field holds, one cell in. Only the field that has the keys lies on a ground of
// its own, so that the eye finds it.
func (f *Form) value(dst []byte, it *field, width int, active bool) []byte {
	if width <= padding {
		return fit.Pad(dst, width)
	}
	on := theme.Base
	if active {
		on = theme.Field
	}
	if it.isChoice() {
		text := " " + it.value() + " "
		if active {
			text = "<" + it.value() + ">"
		}
		return f.theme.Append(dst, on, theme.Normal, fit.String(text, width, fit.Left, f.theme.Glyphs().Ellipsis))
	}
	dst = f.theme.Append(dst, on, theme.Normal, fit.Spaces(padding))
	return append(dst, it.line.View(edit.Look{
		Theme: f.theme, On: on, Width: width - padding, Focused: active, Placeholder: it.Placeholder,
	})...)
}
