package tui_test

import (
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// withNews starts a program that has news of an earlier submit.
func withNews(t *testing.T, list ...tui.Settled) *stage {
	t.Helper()
	return start(t, 120, 40, keys, func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = &cluster.Unsettled{List: list} })
}

// What is typed at the start does what it would do without the window of news, which comes again when no key is pressed.
func TestNewsSwallowNoKeys(t *testing.T) {
	t.Parallel()
	s := withNews(t, lostSubmit(88401, "submitted as 88401", false))
	s.See("What became of earlier submits", "train, sent 13:58:00: submitted as 88401")
	s.Press("s")
	s.See("Submit a job from")
	s.NotSee("What became of")
	s.Type("torchrun")
	s.Press("enter")
	s.Advance(time.Minute)
	s.See("torchrun-flex", "earlier submit of train: submitted as 88401") // as long as it was not read
	s.NotSee("What became of")
	s.Press("esc")
	s.NotSee("What became of")
	s.Advance(3 * time.Second)
	s.See("What became of earlier submits", "submitted as 88401")
	s.Advance(time.Second)
	s.Press("esc")
	s.Advance(time.Minute)
	s.NotSee("What became of", "earlier submit of train")

	s = withNews(t, lostSubmit(88401, "submitted as 88401", false))
	s.See("What became of earlier submits")
	s.Press("q")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
}

// Once it could be read, q closes the window, and a key of the list closes it and does what it does.
func TestNewsAreReadOnce(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"q", "2", "esc"} {
		s := withNews(t, lostSubmit(0, "not submitted", false))
		s.See("train, sent 13:58:00: not submitted")
		s.Advance(time.Second)
		s.Press(key)
		s.NotSee("What became of")
		if key == "2" {
			s.See("a3u7-a3u-0")
		}
		s.Advance(time.Minute)
		s.NotSee("What became of", "earlier submit of train")
		if !s.Running() {
			t.Fatalf("%s left the program", key)
		}
	}
}

// Of those of which it is still not known there is no window: the footer says how many there are.
func TestUnknownSubmitsAreCounted(t *testing.T) {
	t.Parallel()
	one, two := lostSubmit(0, "still not known: no answer", true), lostSubmit(0, "still not known: no answer", true)
	two.Key = keyHead + "2"
	s := withNews(t, one, two)
	s.See("2 submits still unknown: flexq ledger")
	s.NotSee("What became of")
	s.queueShows(88420)
	s.Advance(6 * time.Second)
	s.See("What became of earlier submits", "submitted as 88420")
	s.Advance(time.Second)
	s.Press("esc")
	s.Advance(30 * time.Second)
	s.See("1 submit still unknown: flexq ledger")
}

// Where forms are kept nowhere, as in the demo, ctrl-c asks as q does; asked once, it is the answer.
func TestCtrlCAsksWhereNothingIsKept(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	s.Press("ctrl+c")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	s = start(t, 100, 30)
	pick(s)
	s.Type("-mine")
	s.Press("ctrl+c")
	s.See("Leave with an unsent job in the form?", "What you typed in Submit would be lost.")
	if !s.Running() {
		t.Fatal("it ended without a word")
	}
	s.Press("ctrl+c")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
}

// The submit is the first that learns who the user is: the rights are asked for.
func TestASubmitThatLearnsTheUserAsksForRights(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Access, o.User = c, ""
		keys(o, c)
		c.Fail("Cluster", &fault.Fault{Kind: fault.SlurmDown, What: "not now"})
	})
	pick(s)
	before := s.cluster.Calls("Access")
	s.cluster.Fail("Cluster", nil)
	s.cluster.Fail("Submit", &fault.Fault{Kind: fault.Refused, What: "Slurm refused: Invalid account"})
	s.Press("ctrl+s")
	s.answerYes()
	s.See("Slurm refused")
	if n := s.cluster.Calls("Access") - before; n != 1 {
		t.Errorf("asked for them %d times", n)
	}
}
