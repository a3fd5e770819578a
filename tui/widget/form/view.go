package form

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/edit"
	"flexq/tui/widget/frame"
)

// Sizes of the parts of a line.
const (
	margin     = 1
	gap        = 1
	padding    = 1
	mostLabels = 18
	mostField  = 48
	leastField = 12 // beside a hint
	mostColumn = 26 // of values, that hints stand in line behind
	hintGap    = 2  // before a hint that stands beside its field
	scrollbar  = 1
)

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
			dst = fit.Pad(dst, f.inner())
		}
		if f.inner() < f.width {
			dst = frame.Scrollbar(dst, f.theme, theme.Base, y, f.height, len(rows), f.offset)
		}
	}
	return string(dst)
}

// leastScrolled is the width from which there is room for a scrollbar.
const leastScrolled = 8

// inner is the room beside the scrollbar.
func (f *Form) inner() int {
	if f.bare || f.width < leastScrolled {
		return f.width
	}
	return f.width - scrollbar
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
			if r.kind == value {
				first = i
			}
			last = i
		}
	}
	f.offset = max(f.offset, last-f.height+1)
	f.offset = max(0, min(f.offset, first, len(rows)-f.height))
	if f.offset == 1 && rows[0].kind == heading && first > 0 && last < f.height {
		f.offset = 0
	}
}

// leastIndented is the width from which remarks stand below what the fields hold; in less they need the room.
const leastIndented = 56

// indent is how far in remarks stand.
func (f *Form) indent() int {
	if f.inner() < leastIndented {
		return margin + 2
	}
	return f.labels() + gap + padding
}

func (f *Form) draw(dst []byte, r row) []byte {
	width, ellipsis := f.inner(), f.theme.Glyphs().Ellipsis
	switch r.kind {
	case blank:
		return fit.Pad(dst, width)
	case heading:
		dst = fit.Pad(dst, min(margin, width))
		return f.theme.Append(dst, theme.Base, r.tone, fit.String(fit.Clean(r.text), max(0, width-margin), fit.Left, ellipsis))
	case remark:
		indent := min(f.indent(), width)
		dst = fit.Pad(dst, indent)
		return f.theme.Append(dst, theme.Base, r.tone, fit.String(r.sign+r.text, width-indent, fit.Left, ellipsis))
	case value:
	}
	return f.line(dst, r.field)
}

// line draws the line of a field: its label, what it holds, the hint.
func (f *Form) line(dst []byte, i int) []byte {
	it := f.fields[i]
	width, ellipsis := f.inner(), f.theme.Glyphs().Ellipsis
	indent := min(f.labels()+gap, width)
	active := f.focused && i == f.focus
	tone := theme.Heading
	if active {
		tone = theme.Accent
	}
	if worst, any := it.tone(); any {
		tone = worst
	}
	dst = fit.Pad(dst, min(margin, width))
	dst = f.theme.Append(dst, theme.Base, tone, fit.String(fit.Clean(it.Label), indent-gap-margin, fit.Left, ellipsis))
	dst = fit.Pad(dst, min(gap, width-margin))
	room := width - indent
	hint := f.beside(it)
	field := min(mostField, room)
	if hint != "" {
		field = min(field, room-fit.Width(hint), max(f.column(), held(it)))
	}
	dst = f.value(dst, it, field, active)
	dst = f.theme.Append(dst, theme.Base, theme.Dim, hint)
	return fit.Pad(dst, room-field-fit.Width(hint))
}

// beside returns the hint of a field as it stands beside what the field holds, and "" where it has no room there.
func (f *Form) beside(it *field) string {
	if it.hint == "" {
		return ""
	}
	room := f.inner() - f.labels() - gap
	hint := fit.Spaces(hintGap) + fit.Clean(it.hint)
	if held(it)+fit.Width(hint) > room {
		return ""
	}
	return hint
}

// held is the room that what stands in a field takes, the cursor behind it included.
func held(it *field) int { return padding + fit.Width(fit.Clean(it.shown())) + 1 }

// column is where hints begin, so that they stand in one line below each other; behind a longer value the hint stands
// further to the right.
func (f *Form) column() int {
	w := leastField
	for _, it := range f.fields {
		if it.hint != "" {
			w = max(w, min(held(it), mostColumn))
		}
	}
	return w
}

// shown is what stands in a field: its value, or what an empty one stands for.
func (it *field) shown() string {
	if v := it.value(); v != "" {
		return v
	}
	return it.Placeholder
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
		tone := theme.Normal
		if it.value() == "" {
			tone = theme.Dim
		}
		text := " " + fit.Clean(it.shown()) + " "
		if active {
			text = "<" + fit.Clean(it.shown()) + ">"
		}
		return f.theme.Append(dst, on, tone, fit.String(text, width, fit.Left, f.theme.Glyphs().Ellipsis))
	}
	dst = f.theme.Append(dst, on, theme.Normal, fit.Spaces(padding))
	return append(dst, it.line.View(edit.Look{
		Theme: f.theme, On: on, Width: width - padding, Focused: active, Placeholder: it.Placeholder, Ghost: it.ghost(),
	})...)
}
