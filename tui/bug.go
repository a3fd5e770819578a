package tui

import (
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

// Bug is a panic that ended the screen. Its text says what and where, for a report.
type Bug struct {
	What  string
	Stack string
}

// Error returns one line that says what happened, and below it where.
func (b *Bug) Error() string {
	return "a bug in flexq ended it: " + b.What + "\n\n" + b.Stack
}

// watched is a model of which no panic gets lost. Bubble Tea restores the terminal after a panic too, but writes where
// it was in a command onto the alternate screen, which is gone a moment later.
type watched struct {
	model tea.Model
	bug   *Bug
}

// Init implements tea.Model.
func (w *watched) Init() tea.Cmd { return watch(w.model.Init()) }

// Update implements tea.Model.
func (w *watched) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer w.catch(func() { model, cmd = w, tea.Quit })
	if bug, ok := msg.(*Bug); ok {
		w.bug = bug
	}
	if w.bug != nil {
		return w, tea.Quit
	}
	w.model, cmd = w.model.Update(msg)
	return w, watch(cmd)
}

// View implements tea.Model.
func (w *watched) View() (view tea.View) {
	defer w.catch(func() { view = tea.NewView("") })
	if w.bug != nil {
		return tea.NewView("")
	}
	return w.model.View()
}

// catch keeps the first panic of the model and then runs instead. It must be deferred itself.
func (w *watched) catch(instead func()) {
	if r := recover(); r != nil {
		if w.bug == nil {
			w.bug = found(r)
		}
		instead()
	}
}

// watch returns a command that gives a *Bug as its message when cmd panics; so do the commands of a batch.
func watch(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = found(r)
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = watch(batch[i])
			}
		}
		return msg
	}
}

// found is called while the panic unwinds, so that the stack is the one that panicked.
func found(r any) *Bug { return &Bug{What: fmt.Sprint(r), Stack: string(debug.Stack())} }
