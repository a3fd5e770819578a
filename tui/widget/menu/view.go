package menu

import (
	"fmt"

	"flexq/tui/fit"
	"flexq/tui/layout"
	"flexq/tui/theme"
	"flexq/tui/widget/edit"
	"flexq/tui/widget/frame"
)

// Sizes of the box.
const (
	leastWidth = 36
	mostWidth  = 84
	mostRows   = 16
	marginX    = 2
	marginY    = 1
	above      = 2 // the search line and the empty line below it
	around     = 3 // in a line: the pointer, a space and the scrollbar
	gap        = 2 // between label, detail and hint
)

// Resize tells the size of the whole screen.
func (m *Menu) Resize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.put(m.cursor)
}

// room returns how many items are seen.
func (m *Menu) room() int {
	return max(1, min(mostRows, len(m.items), m.height-2*marginY-2*frame.BorderY-above))
}

// inner returns the cells of a line inside.
func (m *Menu) inner() int {
	w := max(leastWidth, fit.Width(m.title), around+m.widest(label)+gap+m.widest(detail)+gap+m.widest(hint))
	return min(m.most(), w)
}

// most returns the cells that a line inside may have.
func (m *Menu) most() int { return max(8, min(mostWidth, m.width-2*marginX)-2*frame.BorderX) }

func label(i *Item) string  { return i.Label }
func detail(i *Item) string { return i.Detail }
func hint(i *Item) string   { return i.Hint }

// widest returns the width of a column, whatever the search hides: the columns stay where they are while one types.
func (m *Menu) widest(text func(*Item) string) int {
	w := 0
	for i := range m.items {
		w = max(w, fit.Width(fit.Clean(text(&m.items[i]))))
	}
	return w
}

// Rect returns where the box stands on the screen: a third of the way down.
func (m *Menu) Rect() layout.Rect {
	r := layout.Screen(m.width, m.height).Center(m.inner()+2*frame.BorderX, m.room()+above+2*frame.BorderY)
	r.Y = min(r.Y, max(marginY, m.height/6))
	return r
}

// Over returns the lines of the screen with the menu on top.
func (m *Menu) Over(screen string) string {
	r := m.Rect()
	return fit.Overlay(screen, m.View(), r.X, r.Y)
}

// View returns the box alone.
func (m *Menu) View() string {
	inner := m.inner()
	lines := make([]string, 0, m.room()+above)
	lines = append(lines, m.searchLine(inner), "")
	for i := range m.room() {
		lines = append(lines, m.itemLine(inner, i))
	}
	return frame.Box{Theme: m.theme, Title: m.title, Tone: theme.Title, Foot: m.foot(), Width: inner + 2*frame.BorderX}.Draw(lines)
}

func (m *Menu) searchLine(inner int) string {
	return m.search.View(edit.Look{
		Theme: m.theme, On: theme.Panel, Width: inner, Focused: true, Placeholder: "type to search",
	})
}

// foot counts what is seen when that is not everything.
func (m *Menu) foot() string {
	if len(m.order) == len(m.items) {
		return ""
	}
	return fmt.Sprintf("%d of %d", len(m.order), len(m.items))
}

// itemLine draws the i-th line of the list.
func (m *Menu) itemLine(inner, i int) string {
	at := m.offset + i
	if at >= len(m.order) {
		if i == 0 {
			return m.theme.PaintOn(theme.Panel, theme.Dim, "nothing matches")
		}
		return ""
	}
	item := m.items[m.order[at]]
	on, pointer := theme.Panel, " "
	if at == m.cursor {
		on, pointer = theme.Selection, m.theme.Glyphs().Cursor
	}
	labels, details, hints := m.columns(inner - around)
	if hints > 0 && details > 0 && item.Hint == "" {
		details, hints = details+gap+hints, 0
	}
	cell := func(text string, w int, align fit.Align) string {
		return fit.String(fit.Clean(text), w, align, m.theme.Glyphs().Ellipsis)
	}
	dst := m.theme.Append(nil, on, theme.Accent, pointer)
	dst = m.theme.Append(dst, on, theme.Normal, " "+cell(item.Label, labels, fit.Left))
	if details > 0 {
		dst = m.theme.Append(dst, on, theme.Dim, fit.Spaces(gap)+cell(item.Detail, details, fit.Left))
	}
	if hints > 0 {
		dst = m.theme.Append(dst, on, theme.Dim, fit.Spaces(gap)+cell(item.Hint, hints, fit.Right))
	}
	return string(frame.Scrollbar(dst, m.theme, theme.Panel, i, m.room(), len(m.order), m.offset))
}

// columns shares out the cells of a line. Where they are few the details give way first, then the hints.
func (m *Menu) columns(room int) (labels, details, hints int) {
	const leastDetail = 8
	labels, hints = m.widest(label), m.widest(hint)
	if hints > 0 && labels+gap+hints > room {
		hints = 0
	}
	if hints > 0 {
		room -= gap + hints
	}
	details = room - labels - gap
	if details < leastDetail || m.widest(detail) == 0 {
		return room, 0, hints
	}
	return labels, details, hints
}

// Click takes a click at a cell of the screen: on an item it picks it.
func (m *Menu) Click(x, y int) Event {
	r := m.Rect()
	at := m.offset + y - r.Y - frame.BorderY - above
	if !r.Contains(x, y) || y < r.Y+frame.BorderY+above || y >= r.Y+r.H-frame.BorderY || at >= len(m.order) {
		return Ignored
	}
	m.put(at)
	return Picked
}
