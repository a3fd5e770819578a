package tui_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// sendTwo sends two forms whose answers do not come before the gate opens; the second is on the screen.
func sendTwo(t *testing.T, d *cluster.Drafts) (s *stage, answer func()) {
	t.Helper()
	s = start(t, 120, 40, keeping(d))
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	pick(s)
	for i, name := range []string{"-one", "-two"} {
		if i > 0 {
			another(s)
		}
		s.Type(name)
		s.Advance(2 * time.Second)
		s.Press("ctrl+s")
		s.answerYes()
		s.See("sending ...")
	}
	return s, gate.Open
}

// another picks one more form of the same template.
func another(s *stage) {
	s.Press("ctrl+o")
	s.Type("torchrun")
	s.Press("enter")
}

// leaveNow leaves, lets the answers come, and returns what the shell is told.
func leaveNow(t *testing.T, s *stage, answer func()) []string {
	t.Helper()
	s.Press("ctrl+c")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	answer()
	return tui.Farewell(s.app)
}

// Of no job that was sent it is said that its form is a draft, whichever of them is on the screen.
func TestLeavingWhileTwoAreSent(t *testing.T) {
	t.Parallel()
	for _, seen := range []string{"train-one", "train-two"} {
		d := &cluster.Drafts{}
		s, answer := sendTwo(t, d)
		s.Press("ctrl+o")
		s.Type(seen)
		s.Press("enter")
		s.See(seen, "sending ...")
		told := leaveNow(t, s, answer)
		if len(told) != 2 {
			t.Errorf("with %s on the screen told %q", seen, told)
		}
		for _, k := range d.Kept() {
			if !k.Sent() || k.Key != "" {
				t.Errorf("kept %s with job %d, key %q", k.Name, k.Job, k.Key)
			}
		}
	}
}

// Of each submit that is lost it is said which form and which key, and of the form that was not sent that it is kept.
func TestLeavingWhileTwoAreLost(t *testing.T) {
	t.Parallel()
	s, answer := sendTwo(t, &cluster.Drafts{})
	another(s)
	s.Type("-precious")
	s.Advance(2 * time.Second)
	s.cluster.Lose(true)
	told := leaveNow(t, s, answer)
	const resolve = ", or see what `flexq ledger resolve` finds"
	want := []string{
		"the form of train-one is kept as a draft: before you send it again, look for its key " + keyHead + "1" + resolve,
		"the form of train-two is kept as a draft: before you send it again, look for its key " + keyHead + "2" + resolve,
		"what you typed in Submit is kept as a draft; the screen offers it under Submit",
	}
	if diff := cmp.Diff(want, told[min(len(told), 2):]); diff != "" {
		t.Errorf("%s\ntold %q", diff, told)
	}
}
