package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// answering is how long a terminal may take to answer what it is asked when the screen begins. Whoever leaves sooner
// would find the answers on the command line of the shell.
const answering = 250 * time.Millisecond

// stayer keeps the program from ending before the terminal has answered.
type stayer struct {
	now   func() time.Time
	send  func(tea.Msg)
	begun time.Time
	held  bool // a quit that comes again later
	// suspend is the message in the place of tea.SuspendMsg; nil: none.
	suspend func() tea.Msg
}

// filter is for tea.WithFilter: it holds back a quit that comes too soon, and everything from then on.
func (s *stayer) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.QuitMsg:
		rest := answering - s.now().Sub(s.begun)
		if s.held || rest <= 0 {
			return msg
		}
		s.held = true
		time.AfterFunc(rest, func() { s.send(tea.QuitMsg{}) })
		return nil
	case tea.SuspendMsg:
		if s.suspend != nil && !s.held {
			return s.suspend()
		}
	case tea.ResumeMsg, unsuspended: // the terminal is asked anew
		s.begun = s.now()
	}
	if s.held {
		return nil
	}
	return msg
}
