package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
)

// landGrace is how long the page of a new job takes none of the keys that say yes to a dialog: a second press was meant
// for the dialog, and would overwrite the clipboard. So does the question that is asked once more as another program has
// sent the form: there it would send the job a second time.
const landGrace = 700 * time.Millisecond

// isEcho reports whether a key was meant for the dialog that has just sent a job, or was to.
func (a *App) isEcho(m tea.KeyPressMsg) bool {
	now := a.opt.Now()
	again := a.front == placeSubmit && len(a.overlays) > 0 && now.Sub(a.askedAgain) < landGrace
	onPage := a.front == placeJob && len(a.overlays) == 0 && now.Sub(a.landed) < landGrace
	if !again && !onPage {
		return false
	}
	act := a.keys.Find(action.Dialog, m.String())
	return act == action.Yes || act == action.Confirm
}
