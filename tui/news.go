package tui

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/theme"
)

// newsWindow says what became of submits whose answers were lost. It comes by itself, so that a key that means nothing to
// it closes it and does what it would have done without it.
type newsWindow struct {
	*window
	opened time.Time
}

const (
	// newsGrace is how long the window has not been read yet: the keys of that time were meant for what stood there before.
	newsGrace = 700 * time.Millisecond
	// newsQuiet is how long no key is pressed before the window comes by itself a second time.
	newsQuiet = 2 * time.Second
)

// keepNews keeps what became of a submit until the user has read it: the footer says it meanwhile.
func (a *App) keepNews(s Settled) {
	a.unread = append(slices.DeleteFunc(a.unread, func(u Settled) bool { return u.Key == s.Key }), s)
}

// showNews opens a window of what was not read yet, unless that would come between the user and what they are at.
func (a *App) showNews() {
	if len(a.unread) == 0 || len(a.overlays) > 0 || a.scope().OwnsText() {
		return
	}
	w := a.liveWindow("What became of earlier submits", a.newsLines)
	a.push(&newsWindow{window: w, opened: a.opt.Now()})
}

// showNewsLater opens the window again when no key was pressed for some time.
func (a *App) showNewsLater() {
	if a.opt.Now().Sub(a.pressed) >= newsQuiet {
		a.showNews()
	}
}

// Handle notes that the window was read when it closes.
func (n *newsWindow) Handle(act action.Action) closing {
	c := n.window.Handle(act)
	if c.close && !n.isFresh() {
		n.app.unread = nil
	}
	return c
}

func (n *newsWindow) isFresh() bool { return n.app.opt.Now().Sub(n.opened) < newsGrace }

// takes reports whether a key is the window's own.
func (n *newsWindow) takes(act action.Action) bool {
	switch act { //nolint:exhaustive // all others depend on the length of the text
	case action.Back:
		return true
	case action.Quit, action.Help:
		return !n.isFresh()
	}
	first, last, total := n.pager.Position()
	return (first > 1 || last < total) && slices.Contains(scrolling(), act)
}

// scrolling are the actions that move in a text.
func scrolling() []action.Action {
	return []action.Action{
		action.Down, action.Up, action.HalfDown, action.HalfUp, action.PageDown, action.PageUp, action.Top, action.Bottom,
	}
}

// passNews closes the window of news for a key that is not its own.
func (a *App) passNews(m tea.KeyPressMsg) {
	a.pressed = a.opt.Now()
	if len(a.overlays) == 0 {
		return
	}
	n, ok := a.overlays[len(a.overlays)-1].(*newsWindow)
	if !ok || n.takes(a.keys.Find(n.Scope(), m.String())) {
		return
	}
	if !n.isFresh() {
		a.unread = nil
	}
	a.overlays = a.overlays[:len(a.overlays)-1]
}

// newsText says in a line what became of submits.
func newsText(list []Settled) string {
	text := "earlier submit of " + named(list[0].Name) + ": " + list[0].Outcome
	if len(list) > 1 {
		text = fmt.Sprintf("%s, and %d more", text, len(list)-1)
	}
	return text
}

func newsTone(list []Settled) theme.Tone {
	if slices.ContainsFunc(list, func(s Settled) bool { return s.Job == 0 }) {
		return theme.Warn
	}
	return theme.Good
}

// newsLines are the text of the window.
func (a *App) newsLines() []string {
	var lines []string
	for i := range a.unread {
		s := &a.unread[i]
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, named(s.Name)+", sent "+columns.EventTime(s.Began, a.opt.Now())+": "+s.Outcome)
	}
	return lines
}

// unknownText says of how many submits it was looked for in vain what became, "" if there are none.
func (a *App) unknownText() string {
	n := 0
	for key := range a.lost {
		if _, told := a.told[key]; told {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 submit still unknown: flexq ledger"
	}
	return strconv.Itoa(n) + " submits still unknown: flexq ledger"
}
