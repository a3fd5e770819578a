package pane

import "flexq/tui/action"

// Mover is what moves by pages and to its ends: a table, a pager. Each method reports whether anything moved.
type Mover interface {
	HalfPage(n int) bool
	Page(n int) bool
	Top() bool
	Bottom() bool
}

// Move does what an action that moves asks of a list or a text; step moves by single lines. known is false for every
// other action.
func Move(m Mover, step func(n int) bool, a action.Action) (moved, known bool) {
	switch a {
	case action.Down:
		return step(1), true
	case action.Up:
		return step(-1), true
	case action.HalfDown:
		return m.HalfPage(1), true
	case action.HalfUp:
		return m.HalfPage(-1), true
	case action.PageDown:
		return m.Page(1), true
	case action.PageUp:
		return m.Page(-1), true
	case action.Top:
		return m.Top(), true
	case action.Bottom:
		return m.Bottom(), true
	default:
		return false, false
	}
}
