package tui_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// broken is a cluster that panics when it is asked for the queue.
type broken struct{ tui.Service }

func (broken) Jobs(context.Context, slurm.Time) (slurm.List[slurm.Job], error) {
	panic("the queue is broken")
}

func TestAPanicBecomesTheErrorOfRun(t *testing.T) {
	t.Parallel()
	var looks atomic.Int64
	whole := tui.Options{
		Service: cluster.New(time.Now), Scripts: &cluster.Scripts{}, Now: time.Now,
		Program: []tea.ProgramOption{tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24)},
	}
	inCommand, inUpdate := whole, whole
	inCommand.Service = broken{whole.Service}
	inUpdate.Now = func() time.Time {
		if looks.Add(1) > 30 { // after all commands of the start have been made
			panic("the clock is broken")
		}
		return time.Now()
	}
	for name, tt := range map[string]struct {
		opt  tui.Options
		what string
	}{
		"in a command":         {inCommand, "the queue is broken"},
		"in Update or in View": {inUpdate, "the clock is broken"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var bug *tui.Bug
			if err := tui.Run(t.Context(), tt.opt); !errors.As(err, &bug) {
				t.Fatalf("error %v, want a bug", err)
			}
			if bug.What != tt.what || !strings.Contains(bug.Stack, "bug_test.go") || !strings.Contains(bug.Error(), tt.what) {
				t.Errorf("the bug says %v", bug)
			}
		})
	}
}

func TestLeavingWaitsForTheAnswersOfTheTerminal(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	sent := make(chan tea.Msg, 1)
	filter := tui.StayFilter(func() time.Time { return now }, func(m tea.Msg) { sent <- m })
	if filter(tea.FocusMsg{}) == nil {
		t.Error("a message is lost while nobody leaves")
	}
	if filter(tea.QuitMsg{}) != nil {
		t.Error("left before the terminal has answered")
	}
	if filter(tea.FocusMsg{}) != nil {
		t.Error("something happens after the quit")
	}
	if again := <-sent; filter(again) != again {
		t.Error("never left")
	}
}

func TestLeavingLaterLeavesAtOnce(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	filter := tui.StayFilter(func() time.Time { return now }, func(tea.Msg) { t.Error("sent again") })
	now = now.Add(time.Second)
	if filter(tea.ResumeMsg{}) == nil || filter(tea.FocusMsg{}) == nil {
		t.Error("a message is lost")
	}
	now = now.Add(time.Second)
	if filter(tea.QuitMsg{}) == nil {
		t.Error("stayed")
	}
}
