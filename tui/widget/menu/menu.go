package menu

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/theme"
	"flexq/tui/widget/edit"
)

// Item is one thing to pick.
type Item struct {
	// ID names it to the caller, so that the selection stays with it when the items are replaced; empty where they are not.
	ID string
	// Label is what is picked; the search looks at all three.
	Label string
	// Detail stands beside it, dimmed.
	Detail string
	// Hint stands at the right end: a key, a mark.
	Hint string
	// Fixed says that the item is always there under its label: whoever searches for that means it, and not one of the
	// user's own that happens to be called so.
	Fixed bool
}

// Event is what became of an input.
type Event uint8

// The events.
const (
	// Ignored means that the key is not one of the menu's.
	Ignored Event = iota
	// Taken means that the key was used and nothing is picked yet.
	Taken
	// Picked means that the item of Selected was picked.
	Picked
	// Dismissed means that the user wants none.
	Dismissed
)

// Menu is a list to pick from. Build it with [New].
type Menu struct {
	title  string
	items  []Item
	lower  []string // what the search looks at
	search edit.Line
	order  []int // the items that match, best first
	cursor int   // into order
	chosen bool  // the user went to it
	offset int
	width  int
	height int
	theme  theme.Theme
}

// New returns a menu with the first item selected.
func New(th theme.Theme, title string, items []Item) *Menu {
	m := &Menu{theme: th, title: title}
	m.SetItems(items)
	return m
}

// SetTheme changes how the menu looks.
func (m *Menu) SetTheme(th theme.Theme) { m.theme = th }

// SetItems replaces the items. The search stays, and so does the selection once the user has moved it: with the item
// of the same ID, wherever that is now.
func (m *Menu) SetItems(items []Item) {
	was, ok := m.Selected()
	kept := ""
	if ok && m.chosen {
		kept = m.items[was].ID
	}
	m.items = items
	m.lower = make([]string, len(items))
	for i, item := range items {
		m.lower[i] = strings.ToLower(item.Label + " " + item.Detail + " " + item.Hint)
	}
	m.filter()
	if kept != "" {
		m.Select(slices.IndexFunc(items, func(it Item) bool { return it.ID == kept }))
	}
}

// Selected returns the number of the selected item among all; false if nothing matches.
func (m *Menu) Selected() (int, bool) {
	if len(m.order) == 0 {
		return 0, false
	}
	return m.order[m.cursor], true
}

// Select selects an item by its number among all, if the search has not hidden it.
func (m *Menu) Select(item int) {
	for i, n := range m.order {
		if n == item {
			m.put(i)
		}
	}
}

// Query returns what is searched for.
func (m *Menu) Query() string { return m.search.Text() }

// Move selects the match n further down, or up; it stops at the ends.
func (m *Menu) Move(n int) {
	m.chosen = true
	m.put(m.cursor + n)
}

// Input takes a key press: the vertical keys move, enter picks, escape dismisses and anything else
// is text of the search.
func (m *Menu) Input(key tea.KeyPressMsg) Event {
	switch key.Keystroke() {
	case "up", "ctrl+p":
		m.Move(-1)
	case "down", "ctrl+n":
		m.Move(1)
	case "pgup":
		m.Move(-m.room())
	case "pgdown":
		m.Move(m.room())
	case "enter":
		if len(m.order) > 0 {
			return Picked
		}
	case "esc":
		return Dismissed
	default:
		return m.changed(m.search.Input(key))
	}
	return Taken
}

// Paste adds text to the search.
func (m *Menu) Paste(text string) { m.changed(m.search.Paste(text)) }

func (m *Menu) changed(c edit.Change) Event {
	switch c {
	case edit.Ignored:
		return Ignored
	case edit.Edited:
		m.cursor, m.offset, m.chosen = 0, 0, false
		m.filter()
	case edit.Moved:
	}
	return Taken
}

// put selects a match and shows it.
func (m *Menu) put(i int) {
	m.cursor = max(0, min(i, len(m.order)-1))
	m.offset = max(0, min(m.offset, m.cursor, len(m.order)-m.room()))
	m.offset = max(m.offset, m.cursor-m.room()+1)
}

// filter finds the items that have every word of the search: first those whose label it is, then those that begin with it.
func (m *Menu) filter() {
	query := strings.ToLower(strings.TrimSpace(m.search.Text()))
	words := strings.Fields(query)
	m.order = m.order[:0]
	var called, begin, rest []int
	for i, text := range m.lower {
		switch {
		case !hasAll(text, words):
		case query != "" && strings.ToLower(m.items[i].Label) == query && m.items[i].Fixed:
			m.order = append(m.order, i)
		case query != "" && strings.ToLower(m.items[i].Label) == query:
			called = append(called, i)
		case strings.HasPrefix(text, query):
			begin = append(begin, i)
		default:
			rest = append(rest, i)
		}
	}
	m.order = slices.Concat(m.order, called, begin, rest)
	m.put(m.cursor)
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
