package tui

import (
	"context"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/pane"
	"flexq/tui/theme"
)

type (
	editingBegun struct {
		text *handedOver
		err  error
	}
	editingEnded struct {
		of   *handedOver
		text string
		err  error
	}
)

// edits are the scripts that the user's editor has, or had.
type edits struct {
	underWay *handedOver
	// failed is what an editor left that did not end well, since that moment. Where the terminal goes away, the editor may
	// be told before this program.
	failed *handedOver
	since  time.Time
	// taken are in the form, and not known to be stored: their files stay until then.
	taken []*handedOver
}

// lateFailure is how long before its end a program may have seen the editor fail for the same reason.
const lateFailure = 3 * time.Second

// handedOver is a text that the user's editor has, together with the terminal.
type handedOver struct {
	Editing
	form  string // the ID of its draft
	once  sync.Once
	ended chan struct{}
	err   error // why the terminal could not be handed over
}

// shortest is how long the terminal is given away at least. Bubble Tea v2.1.1 stops its renderer's ticker from a
// goroutine that goes on after the terminal was released: an editor that ends at once would have the ticker started
// before that goroutine stops it, and the screen would stand still for good.
const shortest = 50 * time.Millisecond

// SetStdin gives the editor the terminal itself: with anything else in its place it would see none.
func (h *handedOver) SetStdin(in io.Reader) {
	if p, ok := in.(*pasted); ok {
		in = p.tty
	}
	h.Editing.SetStdin(in)
}

// Run runs the editor to its end.
func (h *handedOver) Run() error {
	defer h.end(nil)
	rest := time.NewTimer(shortest)
	defer rest.Stop()
	err := h.Editing.Run()
	<-rest.C
	return err
}

func (h *handedOver) end(err error) {
	h.once.Do(func() {
		h.err = err
		close(h.ended)
	})
}

// result waits for the editor to end.
func (h *handedOver) result(ctx context.Context) (string, error) {
	select {
	case <-h.ended:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if h.err != nil {
		return "", h.err
	}
	if err := ctx.Err(); err != nil {
		return "", err // see lastEdit
	}
	return h.Text()
}

// editText hands a text to the user's editor.
func (a *App) editText(n pane.EditText) tea.Cmd {
	if a.opt.Editor == nil {
		a.say("no editor can be started from here", theme.Warn)
		return nil
	}
	e, form := a.opt.Editor, a.submit.AsItIs()
	return func() tea.Msg {
		began, err := e.Begin(form)
		if err != nil {
			return editingBegun{err: err}
		}
		return editingBegun{text: &handedOver{Editing: began, form: form.ID, ended: make(chan struct{})}}
	}
}

// onEditingBegun gives the terminal away until the editor ends.
func (a *App) onEditingBegun(m editingBegun) tea.Cmd {
	if m.err != nil {
		return a.onEditingEnded(editingEnded{err: m.err})
	}
	ctx, text := a.ctx, m.text
	if text.form != a.submit.ID() || a.submit.IsSending() {
		return forget(text) // another form has taken its place meanwhile
	}
	a.edits.underWay = text
	lend := tea.Exec(text, func(err error) tea.Msg {
		text.end(err) // it has ended before, unless the terminal could not be given away
		return nil
	})
	return tea.Batch(lend, func() tea.Msg {
		edited, err := text.result(ctx)
		return editingEnded{text, edited, err}
	})
}

// forget takes away the files of scripts that are kept elsewhere.
func forget(list ...*handedOver) tea.Cmd {
	if len(list) == 0 {
		return nil
	}
	return func() tea.Msg {
		for _, h := range list {
			h.Done()
		}
		return nil
	}
}

func (a *App) onEditingEnded(m editingEnded) tea.Cmd {
	e := &a.edits
	if m.of != nil && a.ctx.Err() == nil {
		e.underWay = nil
	}
	if m.err == nil && m.of.form != a.submit.ID() {
		return a.editedElsewhere(m.of)
	}
	if m.err == nil {
		before := a.submit.Revision()
		a.submit.Edited(m.text, nil)
		if a.submit.Revision() == before {
			return forget(m.of)
		}
		e.taken = append(e.taken, m.of)
		return nil
	}
	e.failed, e.since = m.of, a.opt.Now()
	// In a window, as it may say where the text is that the editor saved.
	what, cure := pane.Sentences(m.err)
	lines := []string{what + "."}
	if cure != "" {
		lines = append(lines, "", cure+".")
	}
	a.openText("The script is as it was", lines)
	return nil
}

// editedElsewhere says where the script is of a form that another took the place of while it was edited. The file stays: a
// later run takes it among the drafts.
func (a *App) editedElsewhere(of *handedOver) tea.Cmd {
	_, file, ok := of.Saved()
	if !ok {
		return forget(of)
	}
	a.openText("Another form is here by now", []string{"What the editor saved is not put over it: it is in " + file + "."})
	return nil
}

// moved follows the form of a script that is being edited to another draft.
func (e *edits) moved(at spot) {
	for _, h := range []*handedOver{e.underWay, e.failed} {
		if h != nil && h.form == at.from {
			h.form = at.id
		}
	}
}

// editsKept has the files taken away of scripts that are stored by now.
func (a *App) editsKept() tea.Cmd {
	list := a.edits.taken
	a.edits.taken = nil
	return forget(list...)
}

// lastEdit takes into the form what the editor had saved when the program was told to end, and returns what to do when it
// is known whether the form is kept: that has a word to say where it is not.
func (a *App) lastEdit() (after func(kept bool) []string) {
	e := &a.edits
	last := e.underWay
	if last == nil && e.failed != nil && a.opt.Now().Sub(e.since) < lateFailure {
		last = e.failed
	}
	if last == nil || last.form != a.submit.ID() {
		return func(kept bool) []string { return a.afterEdits(kept, nil) }
	}
	text, file, ok := last.Saved()
	if ok {
		a.submit.Edited(text, nil)
	}
	return func(kept bool) []string {
		lines := a.afterEdits(kept, last)
		if ok && !kept {
			lines = append(lines, "what the editor saved is in "+file)
		}
		return lines
	}
}

// afterEdits sees to the files of what was edited when the form is kept, or is not.
func (a *App) afterEdits(kept bool, last *handedOver) (lines []string) {
	for _, h := range a.edits.taken {
		if kept {
			h.Done()
		} else if _, file, ok := h.Saved(); ok {
			lines = append(lines, "what the editor saved is in "+file)
		}
	}
	if d, ok := a.submit.Draft(); ok && kept && last != nil {
		last.Leave(d) // it may still run
	}
	return lines
}
