package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
)

// landGrace is how long the page of a new job takes none of the keys that say yes to a dialog: a second press was meant
// for the dialog, and would overwrite the clipboard.
const landGrace = 700 * time.Millisecond

// isEcho reports whether a key was meant for the dialog that has just sent a job.
func (a *App) isEcho(m tea.KeyPressMsg) bool {
	if a.front != placeJob || len(a.overlays) > 0 || a.opt.Now().Sub(a.landed) >= landGrace {
		return false
	}
	act := a.keys.Find(action.Dialog, m.String())
	return act == action.Yes || act == action.Confirm
}
