package tui

import (
	"context"
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
		text string
		err  error
	}
)

// handedOver is a text that the user's editor has, together with the terminal.
type handedOver struct {
	Editing
	once  sync.Once
	ended chan struct{}
	err   error // why the terminal could not be handed over
}

// shortest is how long the terminal is given away at least. Bubble Tea v2.1.1 stops its renderer's ticker from a
// goroutine that goes on after the terminal was released: an editor that ends at once would have the ticker started
// before that goroutine stops it, and the screen would stand still for good.
const shortest = 50 * time.Millisecond

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
	text, err := h.Text()
	if err == nil {
		h.Done()
	}
	return text, err
}

// editText hands a text to the user's editor.
func (a *App) editText(n pane.EditText) tea.Cmd {
	if a.opt.Editor == nil {
		a.say("no editor can be started from here", theme.Warn)
		return nil
	}
	e := a.opt.Editor
	return func() tea.Msg {
		began, err := e.Begin(n.Name, n.Text)
		if err != nil {
			return editingBegun{err: err}
		}
		return editingBegun{text: &handedOver{Editing: began, ended: make(chan struct{})}}
	}
}

// onEditingBegun gives the terminal away until the editor ends.
func (a *App) onEditingBegun(m editingBegun) tea.Cmd {
	if m.err != nil {
		a.onEditingEnded(editingEnded{err: m.err})
		return nil
	}
	ctx, text := a.ctx, m.text
	lend := tea.Exec(text, func(err error) tea.Msg {
		text.end(err) // it has ended before, unless the terminal could not be given away
		return nil
	})
	return tea.Batch(lend, func() tea.Msg {
		edited, err := text.result(ctx)
		return editingEnded{edited, err}
	})
}

func (a *App) onEditingEnded(m editingEnded) {
	if m.err == nil {
		a.submit.Edited(m.text, nil)
		return
	}
	// In a window, as it may say where the text is that the editor saved.
	what, cure := pane.Sentences(m.err)
	lines := []string{what + "."}
	if cure != "" {
		lines = append(lines, "", cure+".")
	}
	a.openText("The script is as it was", lines)
}
