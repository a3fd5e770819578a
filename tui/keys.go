package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// onKey turns a key into an action in the scope of the place. A text field gets every key that is not its own.
func (a *App) onKey(m tea.KeyPressMsg) tea.Cmd {
	a.passNews(m)
	s := a.scope()
	act := a.keys.Find(s, m.String())
	switch {
	case act == action.ForceQuit && a.losesUnasked():
		return a.askQuit()
	case act == action.ForceQuit:
		return a.quit()
	case act == action.Suspend:
		return tea.Suspend
	case a.isEcho(m):
		return nil
	case a.tooSmall():
		// Nothing may be done on a screen that is not drawn; it can only be left.
		if a.keys.Find(action.Global, m.String()) == action.Quit {
			return a.quit()
		}
		return nil
	case act == action.None && (s.OwnsText() || s == action.Dialog):
		return a.input(m)
	}
	return a.do(act)
}

func (a *App) input(m tea.KeyPressMsg) tea.Cmd {
	if n := len(a.overlays); n > 0 {
		return a.after(a.overlays[n-1].Input(m))
	}
	return a.fulfil(a.inFront().Input(m))
}

func (a *App) onPaste(text string) tea.Cmd {
	if a.tooSmall() {
		return nil
	}
	if n := len(a.overlays); n > 0 {
		return a.after(a.overlays[n-1].Paste(text))
	}
	if a.scope().OwnsText() {
		return a.fulfil(a.inFront().Paste(text))
	}
	// A paste is never a series of keys: what was meant for another window must not cancel jobs here.
	a.say("pasted text ignored: no field is open here", theme.Dim)
	return nil
}

// do carries out an action: the overlay in front first, then the root's own, then the pane.
func (a *App) do(act action.Action) tea.Cmd {
	if act == action.None {
		return nil
	}
	if n := len(a.overlays); n > 0 {
		return a.after(a.overlays[n-1].Handle(act))
	}
	if act == action.Help || !a.scope().OwnsText() {
		if cmd, ok := a.global(act); ok {
			return cmd
		}
	}
	if a.refusedHere(act) {
		return nil
	}
	out := a.inFront().Handle(act)
	if !out.Handled && act == action.Back {
		return a.goBack()
	}
	return a.fulfil(out)
}

func (a *App) refusedHere(act action.Action) bool {
	m := act.Meta()
	return (m.Dangerous || m.Writes) && a.refuseWrite()
}

func (a *App) global(act action.Action) (tea.Cmd, bool) {
	switch act {
	case action.Quit:
		return a.askQuit(), true
	case action.Help:
		a.openHelp()
	case action.Refresh:
		return a.refresh(), true
	case action.PaneJobs:
		return a.show(placeJobs), true
	case action.PanePools:
		return a.show(placePools), true
	case action.PaneEvents:
		return a.show(placeEvents), true
	case action.ShowEvents:
		return a.showEvents(), true
	case action.PaneSubmit:
		return a.show(placeSubmit), true
	case action.Submit:
		a.submit.Choose()
		return a.show(placeSubmit), true
	case action.NextPane:
		return a.turn(1), true
	case action.PrevPane:
		return a.turn(-1), true
	default:
		return nil, false
	}
	return nil, true
}

func (a *App) quit() tea.Cmd {
	a.stop()
	return tea.Quit
}

// askQuit quits at once, unless a change is under way, or the submit form holds what was never sent and is kept nowhere.
func (a *App) askQuit() tea.Cmd {
	if what := strings.TrimSpace(a.changing() + "  " + a.unanswered()); what != "" {
		body := []string{"Still running: " + what, "What was sent is given a few seconds; its outcome is printed in the shell."}
		if n := a.unsent(); n > 0 {
			body = append(body, columns.Count(int64(n), "call")+" would not be sent any more.")
		}
		a.openQuestion("Leave while changes are under way?", body, a.quit)
		return nil
	}
	if a.wouldLose() {
		a.openQuestion("Leave with an unsent job in the form?", []string{"What you typed in Submit would be lost."}, a.quit)
		return nil
	}
	return a.quit()
}

// tabs are the places that the number keys and tab reach.
func tabs() []place { return []place{placeJobs, placePools, placeEvents, placeSubmit} }

func (a *App) turn(by int) tea.Cmd {
	at := a.tab()
	list := tabs()
	for i, p := range list {
		if p == at {
			return a.show(list[(i+by+len(list))%len(list)])
		}
	}
	return a.show(placeJobs)
}

// lastClick tells a double click from two.
type lastClick struct {
	x, y int
	at   time.Time
}

const doubleClick = 400 * time.Millisecond

func (a *App) onClick(m tea.MouseClickMsg) tea.Cmd {
	if m.Button != tea.MouseLeft || a.tooSmall() {
		return nil
	}
	if n := len(a.overlays); n > 0 {
		return a.after(a.overlays[n-1].Click(m.X, m.Y))
	}
	now := a.opt.Now()
	double := a.click.x == m.X && a.click.y == m.Y && now.Sub(a.click.at) < doubleClick
	a.click = lastClick{m.X, m.Y, now}
	if double {
		a.click = lastClick{}
	}
	p, x, y, ok := a.paneAt(m.X, m.Y)
	if !ok {
		return nil
	}
	var moved tea.Cmd
	if p != a.inFront() {
		moved = a.goBack() // the list beside an open job was clicked: it gets the keys
	}
	return tea.Batch(moved, a.fulfil(p.Click(x, y, double)))
}

func (a *App) onWheel(m tea.MouseWheelMsg) tea.Cmd {
	act := action.None
	switch m.Button { //nolint:exhaustive // the sideways wheel does nothing
	case tea.MouseWheelDown:
		act = action.Down
	case tea.MouseWheelUp:
		act = action.Up
	}
	if act == action.None || a.tooSmall() {
		return nil
	}
	var cmds []tea.Cmd
	for range 3 {
		cmds = append(cmds, a.do(act))
	}
	return tea.Batch(cmds...)
}

// fulfil does what a pane wishes.
func (a *App) fulfil(out pane.Outcome) tea.Cmd {
	if out.Next == nil {
		return out.Cmd
	}
	return tea.Batch(out.Cmd, a.grant(out.Next))
}
