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
	w := fit.Width(m.title)
	for _, item := range m.items {
		w = max(w, fit.Width(item.Label)+fit.Width(item.Detail)+fit.Width(item.Hint)+6)
	}
	most := max(8, min(mostWidth, m.width-2*marginX)-2*frame.BorderX)
	return min(most, max(leastWidth, w))
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
	ellipsis := m.theme.Glyphs().Ellipsis
	room := inner - 3 // the pointer, a space and the scrollbar
	hint := fit.Cut(fit.Line(item.Hint), room/2, ellipsis)
	room -= fit.Width(hint)
	label := fit.Cut(fit.Line(item.Label), room, ellipsis)
	room -= fit.Width(label)
	detail := fit.Cut("  "+fit.Line(item.Detail), room-1, ellipsis)
	room -= fit.Width(detail)

	dst := m.theme.Append(nil, on, theme.Accent, pointer)
	dst = m.theme.Append(dst, on, theme.Normal, " "+label)
	dst = m.theme.Append(dst, on, theme.Dim, detail)
	dst = m.theme.Append(dst, on, theme.Normal, fit.Spaces(room))
	dst = m.theme.Append(dst, on, theme.Key, hint)
	return string(frame.Scrollbar(dst, m.theme, theme.Panel, i, m.room(), len(m.order), m.offset))
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
