package tui_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// disk is a place for notes that can break.
type disk struct {
	mu  sync.Mutex
	err error
}

func (d *disk) Check(context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

func (d *disk) set(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
}

func full() error {
	f := fault.New(fault.Other, "", "the ledger cannot be written: no space left")
	f.Cure = "free some space there"
	return f
}

func storing(d *disk) func(*tui.Options, *cluster.Cluster) {
	return func(o *tui.Options, _ *cluster.Cluster) { o.Storage, o.Drafts = d, &cluster.Drafts{} }
}

// That nothing can be kept is said as soon as the form is there, and in the dialog, before anything is sent.
func TestSubmitSaysThatNothingIsKept(t *testing.T) {
	t.Parallel()
	d := &disk{err: full()}
	s := start(t, 120, 40, storing(d))
	s.NotSee("not kept")
	pick(s)
	s.See("not kept on this machine: the ledger cannot be written: no space left")
	s.Type("x")
	s.Advance(time.Minute)
	s.See("not kept on this machine: the ledger cannot be written: no space left")
	s.Press("ctrl+s")
	s.See("Submit this job?", "No note of it is kept on this machine: the ledger cannot be written: no space left",
		"the next flexq does not look for the job", "free some space there")
	if n := s.cluster.Calls("Submit"); n != 0 {
		t.Errorf("%d submits", n)
	}
	s.answerYes()
	s.See("submitted as 88401")
	s.NotSee("not kept") // that is about the form
}

// The dialog tries it anew, whatever was so when the form was opened.
func TestSubmitDialogLooksAtTheDisk(t *testing.T) {
	t.Parallel()
	d := &disk{}
	s := start(t, 120, 40, storing(d))
	pick(s)
	s.NotSee("not kept")
	d.set(full())
	s.Press("ctrl+s")
	s.See("Submit this job?", "No note of it is kept on this machine")
	s.settleDialog()
	s.Press("n")
	d.set(nil)
	s.Press("ctrl+s")
	s.See("Submit this job?")
	s.NotSee("No note of it is kept")
}

// A form that is kept nowhere is not left by one key.
func TestQuitAsksWhereNothingIsKept(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"q", "ctrl+c"} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			s := start(t, 100, 30, storing(&disk{err: full()}))
			pick(s)
			s.Type("x")
			s.Press("esc", key)
			s.See("Leave with an unsent job in the form?", "What you typed in Submit would be lost.")
			s.Press("ctrl+c")
			if err := s.Exited(); err != nil {
				t.Error(err)
			}
		})
	}
}
