package tui

import (
	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
)

// stored is whether this machine keeps what is typed in Submit and a note of what is sent.
type stored struct {
	asking bool
	err    error // why nothing could be noted, when that was tried last
	drafts error // why the form could not be stored, when that was tried last
}

type storageChecked struct{ err error }

// checkStorage tries whether a submit could be noted now.
func (a *App) checkStorage() tea.Cmd {
	if a.opt.Storage == nil || a.stored.asking {
		return nil
	}
	a.stored.asking = true
	ctx, from := a.ctx, a.opt.Storage
	return func() tea.Msg { return storageChecked{from.Check(ctx)} }
}

// onStorageChecked takes what came of it; a dialog that is open says it too.
func (a *App) onStorageChecked(m storageChecked) {
	a.stored.asking = false
	if fault.KindOf(m.err) == fault.Cancelled {
		return
	}
	a.stored.err = m.err
	if n := len(a.overlays); n > 0 {
		a.overlays[n-1].Resize(a.w, a.h)
	}
}

// unkept is why this machine does not keep what is typed, or no note of what is sent, and what to do; "" while it does.
func (a *App) unkept() (what, cure string) {
	if a.stored.err != nil {
		return pane.Sentences(a.stored.err)
	}
	return pane.Sentences(a.stored.drafts)
}

// unkeptLines are for the dialog that submits: whoever loses the answer of such a submit has nothing to look for it by.
func (a *App) unkeptLines() []dialog.Line {
	what, cure := a.unkept()
	if what == "" {
		return nil
	}
	out := []dialog.Line{{{Text: "The form is not kept on this machine: " + what, Tone: theme.Bad}}}
	if a.stored.err != nil {
		out = []dialog.Line{
			{{Text: "No note of it is kept on this machine: " + what, Tone: theme.Bad}},
			{{Text: "If its answer is lost, the next flexq does not look for the job.", Tone: theme.Warn}},
		}
	}
	if cure != "" {
		out = append(out, dialog.Line{{Text: cure, Tone: theme.Accent}})
	}
	return append(out, dialog.Text(""))
}

// wouldLose reports whether what is typed in Submit would be gone with the program.
func (a *App) wouldLose() bool {
	what, _ := a.unkept()
	return a.submit.Dirty() && (what != "" || a.opt.Drafts == nil)
}

// losesUnasked reports whether what is typed would be gone if one left at once, and nobody has said so yet. Asked once,
// ctrl-c is the answer.
func (a *App) losesUnasked() bool {
	return len(a.overlays) == 0 && !a.tooSmall() && a.wouldLose()
}
