package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/pane"
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
	Hints() []pane.Hint
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

func (a *App) ask(opt dialog.Options, then func() tea.Cmd) *question {
	opened := a.opt.Now()
	opt.Ready = func() bool { return a.opt.Now().Sub(opened) >= grace }
	q := &question{app: a, dialog: dialog.New(a.theme, opt), then: then, yes: opt.Yes, no: opt.No}
	a.push(q)
	return q
}

// question is a dialog with a yes and a no.
type question struct {
	app    *App
	dialog *dialog.Dialog
	then   func() tea.Cmd
	body   func() []dialog.Line // made anew for another size of the screen; nil: it is the same for all

	yes, no string // what the answers are called
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

// Resize leaves the last line to the footer, which names the answers.
func (q *question) Resize(w, h int) {
	if q.body != nil {
		q.dialog.SetBody(q.body())
	}
	q.dialog.Resize(w, h-1)
}

// draws sets a text that depends on the size of the screen.
func (q *question) draws(body func() []dialog.Line) {
	q.body = body
	q.Resize(q.app.w, q.app.h)
}

// Hints are the two answers.
func (q *question) Hints() []pane.Hint {
	if q.dialog.WantsText() {
		return []pane.Hint{{Action: action.Confirm}, {Action: action.Dismiss, Text: q.no}}
	}
	return []pane.Hint{{Action: action.Yes, Text: q.yes}, {Action: action.No, Text: q.no}}
}

func (q *question) Over(lines []string) []string {
	q.dialog.SetTheme(q.app.theme)
	return strings.Split(q.dialog.Over(strings.Join(lines, "\n")), "\n")
}

// openText shows sentences to scroll; what is set in stays so.
func (a *App) openText(title string, lines []string) {
	a.openLive(title, func() []string { return lines })
}

// openLive is openText of sentences that may be others when the window is drawn anew: see redraw.
func (a *App) openLive(title string, lines func() []string) *window {
	w := a.liveWindow(title, lines)
	a.push(w)
	return w
}

func (a *App) liveWindow(title string, lines func() []string) *window {
	return a.newWindow(title, func(width int) []string {
		var out []string
		for _, l := range lines() {
			text := strings.TrimLeft(strings.ReplaceAll(l, "\x1b", " "), " ")
			in := fit.Spaces(len(l) - len(text))
			for _, part := range fit.Words(text, width-len(in)) {
				out = append(out, in+part)
			}
		}
		return out
	})
}

// redraw lets the windows say what is known by now.
func (a *App) redraw() {
	for _, o := range a.overlays {
		o.Resize(a.w, a.h)
	}
}

// openWindow shows what draw makes of a width: lines that are plain, or painted on the Panel surface.
func (a *App) openWindow(title string, draw func(width int) []string) {
	a.push(a.newWindow(title, draw))
}

func (a *App) newWindow(title string, draw func(width int) []string) *window {
	p := pager.New(a.theme)
	p.On(theme.Panel)
	p.Wrap(true)
	return &window{app: a, title: title, pager: p, draw: draw}
}

func (a *App) openHelp() {
	scope := a.scope()
	a.openWindow("Keys in "+a.inFront().Title(), func(width int) []string { return a.helpLines(scope, width) })
}

// window is text in a box over the screen.
type window struct {
	app   *App
	title string
	// titled makes the title anew when the window is drawn anew; nil: it stays.
	titled func() string
	tells  string // the key of the submit of which the window says what became, "" of another window
	pager  *pager.Pager
	draw   func(width int) []string
	drawn  theme.Theme // in which the lines are
	w, h   int
}

func (t *window) Scope() action.Scope { return action.Detail }

func (t *window) Handle(act action.Action) closing {
	if act == action.Back || act == action.Quit || act == action.Help {
		return closing{close: true}
	}
	pane.Move(t.pager, t.pager.Scroll, act)
	return closing{}
}

func (t *window) Input(tea.KeyPressMsg) closing { return closing{} }
func (t *window) Paste(string) closing          { return closing{} }
func (t *window) Click(int, int) closing        { return closing{} }
func (t *window) Hints() []pane.Hint            { return []pane.Hint{{Action: action.Back, Text: "close"}} }

// Resize makes the window as large as its text needs, and no larger than the screen.
func (t *window) Resize(w, h int) {
	if t.titled != nil {
		t.title = t.titled()
	}
	const around = 2*frame.BorderX + 1 // the borders and the scrollbar
	most := max(8, min(w-2, mostWindow)-around)
	widest := fit.Width(t.title) + 4
	for _, l := range t.draw(most) {
		widest = max(widest, fit.Width(l))
	}
	width := min(most, widest)
	lines := t.draw(width)
	t.w, t.h = width+around, 0
	for _, l := range lines {
		t.h += max(1, (fit.Width(l)+width-1)/width)
	}
	t.h = max(1, min(t.h, h-4))
	t.pager.Resize(t.w-2*frame.BorderX, t.h)
	t.pager.SetLines(lines)
	t.drawn = t.app.theme
}

// mostWindow is how wide a window may be: longer lines are hard to read.
const mostWindow = 110

func (t *window) Over(lines []string) []string {
	if t.drawn != t.app.theme {
		t.Resize(t.app.w, t.app.h)
	}
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
