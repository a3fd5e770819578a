package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
	"flexq/tui/widget/frame"
	"flexq/tui/widget/pager"
)

// overlay is a window over the panes. The one on top gets all actions and keys.
type overlay interface {
	Scope() action.Scope
	Handle(act action.Action) closing
	Input(m tea.KeyPressMsg) closing
	Paste(text string) closing
	Click(x, y int) closing
	Resize(w, h int)
	Over(lines []string) []string
	Hints() []action.Action
}

// closing says whether the overlay is done, and what is to follow.
type closing struct {
	close bool
	then  func() tea.Cmd
}

// after does what an overlay answered.
func (a *App) after(c closing) tea.Cmd {
	if c.close && len(a.overlays) > 0 {
		a.overlays = a.overlays[:len(a.overlays)-1]
	}
	if c.then != nil {
		return c.then()
	}
	return nil
}

func (a *App) push(o overlay) {
	o.Resize(a.w, a.h)
	a.overlays = append(a.overlays, o)
}

// grace is how long a new question takes no yes: a key that was meant for what stood there before does no harm.
const grace = 250 * time.Millisecond

// openQuestion asks, with No as the default; a yes is followed by then.
func (a *App) openQuestion(title string, body []string, then func() tea.Cmd) {
	lines := make([]dialog.Line, len(body))
	for i, b := range body {
		lines[i] = dialog.Text(b)
	}
	a.ask(dialog.Options{Title: title, Tone: theme.Warn, Body: lines, Yes: "yes", No: "no"}, then)
}

func (a *App) ask(opt dialog.Options, then func() tea.Cmd) {
	opened := a.opt.Now()
	opt.Ready = func() bool { return a.opt.Now().Sub(opened) >= grace }
	a.push(&question{app: a, dialog: dialog.New(a.theme, opt), then: then})
}

// question is a dialog with a yes and a no.
type question struct {
	app    *App
	dialog *dialog.Dialog
	then   func() tea.Cmd
}

func (q *question) Scope() action.Scope {
	if q.dialog.WantsText() {
		return action.Text
	}
	return action.Dialog
}

func (q *question) answer(ans dialog.Answer) closing {
	switch ans {
	case dialog.Yes:
		return closing{close: true, then: q.then}
	case dialog.No:
		return closing{close: true}
	case dialog.Open:
	}
	return closing{}
}

func (q *question) Handle(act action.Action) closing {
	switch act { //nolint:exhaustive // a dialog knows no other
	case action.Yes:
		return q.answer(q.dialog.Agree())
	case action.No, action.Dismiss:
		return q.answer(q.dialog.Dismiss())
	case action.Confirm:
		return q.answer(q.dialog.Confirm())
	case action.Left, action.Right:
		q.dialog.Toggle()
	case action.Down:
		q.dialog.Scroll(1)
	case action.Up:
		q.dialog.Scroll(-1)
	}
	return closing{}
}

func (q *question) Input(m tea.KeyPressMsg) closing {
	ans, _ := q.dialog.Input(m)
	return q.answer(ans)
}

func (q *question) Paste(text string) closing {
	q.dialog.Paste(text)
	return closing{}
}

func (q *question) Click(x, y int) closing { return q.answer(q.dialog.Click(x, y)) }
func (q *question) Resize(w, h int)        { q.dialog.Resize(w, h) }
func (q *question) Hints() []action.Action { return nil }

func (q *question) Over(lines []string) []string {
	q.dialog.SetTheme(q.app.theme)
	return strings.Split(q.dialog.Over(strings.Join(lines, "\n")), "\n")
}

// openText shows lines to scroll. They are painted by the caller, on the Panel surface, or plain.
func (a *App) openText(title string, lines []string) {
	p := pager.New(a.theme)
	p.Wrap(true)
	p.SetLines(lines)
	a.push(&window{app: a, title: title, pager: p, lines: lines})
}

func (a *App) openHelp() {
	a.openText("Keys in "+a.inFront().Title(), a.helpLines(a.scope()))
}

// window is text in a box over the screen.
type window struct {
	app   *App
	title string
	pager *pager.Pager
	lines []string
	w, h  int
}

func (t *window) Scope() action.Scope { return action.Detail }

func (t *window) Handle(act action.Action) closing {
	switch act { //nolint:exhaustive // a window only scrolls and closes
	case action.Back, action.Quit, action.Help, action.Open, action.Confirm:
		return closing{close: true}
	case action.Down:
		t.pager.Scroll(1)
	case action.Up:
		t.pager.Scroll(-1)
	case action.HalfDown:
		t.pager.HalfPage(1)
	case action.HalfUp:
		t.pager.HalfPage(-1)
	case action.PageDown:
		t.pager.Page(1)
	case action.PageUp:
		t.pager.Page(-1)
	case action.Top:
		t.pager.Top()
	case action.Bottom:
		t.pager.Bottom()
	}
	return closing{}
}

func (t *window) Input(tea.KeyPressMsg) closing { return closing{} }
func (t *window) Paste(string) closing          { return closing{} }
func (t *window) Click(int, int) closing        { return closing{} }
func (t *window) Hints() []action.Action        { return []action.Action{action.Back} }

// Resize makes the window as large as its text needs, and no larger than the screen.
func (t *window) Resize(w, h int) {
	width := fit.Width(t.title) + 8
	for _, l := range t.lines {
		width = max(width, fit.Width(l)+2*frame.BorderX+1)
	}
	t.w = max(20, min(width, min(w-2, 110)))
	t.pager.Resize(t.w-2*frame.BorderX, max(1, h))
	inner := t.lineCount(t.w-2*frame.BorderX-1, h)
	t.h = inner
	t.pager.Resize(t.w-2*frame.BorderX, inner)
}

func (t *window) lineCount(width, h int) int {
	n := 0
	for _, l := range t.lines {
		n += max(1, (fit.Width(l)+width-1)/max(1, width))
	}
	return max(1, min(n, h-4))
}

func (t *window) Over(lines []string) []string {
	t.pager.SetTheme(t.app.theme)
	foot := "esc closes"
	if first, last, total := t.pager.Position(); first > 1 || last < total {
		foot = "j k scroll, esc closes"
	}
	box := frame.Box{Theme: t.app.theme, Title: t.title, Foot: foot, Tone: theme.Title, Width: t.w}
	drawn := box.Draw(strings.Split(t.pager.View(), "\n"))
	x := max(0, (t.app.w-t.w)/2)
	y := max(0, (t.app.h-t.h-2)/2)
	return strings.Split(fit.Overlay(strings.Join(lines, "\n"), drawn, x, y), "\n")
}
