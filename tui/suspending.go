package tui

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/theme"
)

// suspending gives the terminal back to the shell until somebody has the program go on. Bubble Tea's own way waits for
// SIGCONT for ever, also where the system did not stop the program: where no shell is its parent, nobody would send it.
// It implements tea.ExecCommand.
type suspending struct {
	ctx     context.Context
	stop    func(context.Context) (stopped bool)
	stopped bool
}

// unsuspended says that the program was not stopped.
type unsuspended struct{}

// suspend is the message that does what tea.SuspendMsg asks for.
func suspend(ctx context.Context, stop func(context.Context) bool) tea.Msg {
	s := &suspending{ctx: ctx, stop: stop}
	return tea.Exec(s, func(err error) tea.Msg {
		if err == nil && !s.stopped {
			return unsuspended{}
		}
		return tea.ResumeMsg{}
	})()
}

// Run stops the program, and returns when it goes on.
func (s *suspending) Run() error {
	rest := time.NewTimer(shortest)
	defer rest.Stop()
	s.stopped = s.stop(s.ctx)
	<-rest.C
	return nil
}

// SetStdin implements tea.ExecCommand.
func (*suspending) SetStdin(io.Reader) {}

// SetStdout implements tea.ExecCommand.
func (*suspending) SetStdout(io.Writer) {}

// SetStderr implements tea.ExecCommand.
func (*suspending) SetStderr(io.Writer) {}

func (a *App) onUnsuspended() {
	a.say("not suspended: no shell waits that could bring flexq back", theme.Warn)
}
