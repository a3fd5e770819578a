package tui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// A message that has no room beside the keys takes lines of its own; the keys stay, and nothing of the place is covered.
func TestLongMessageHasLinesOfItsOwn(t *testing.T) {
	t.Parallel()
	u := &cluster.Unsettled{}
	u.Find(nil, errors.New("the ledger cannot be read: a part of the disk on which it lies answers no more since an hour"))
	s := start(t, 80, 24, func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.See("earlier submits cannot be looked up: the ledger cannot be read", "answers no more since an hour")
	if keys := s.Line(23); !strings.Contains(keys, "enter open") || !strings.Contains(keys, "m mine/all") || !strings.Contains(keys, "? help") {
		t.Errorf("the keys are %q", keys)
	}
	s.Press("G")
	s.See("▌  88341") // the last row is not covered
	s.Advance(21 * time.Second)
	s.NotSee("cannot be looked up")
	if keys := s.Line(23); !strings.Contains(keys, "enter open") || strings.Contains(s.Line(22), "cannot") {
		t.Errorf("the keys are %q", keys)
	}
}

// The key of a submit whose outcome is not known can be read whole in the window, at the form, and from another form.
func TestKeyOfAnUnknownOutcomeCanBeRead(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24, keys)
	lose := &fault.Fault{Kind: fault.UnknownOutcome, Key: keyHead + "1", What: "the connection broke before the answer came", Cure: "look for the key before you submit again"}
	s.cluster.Fail("Submit", lose)
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("Not known whether the job was submitted", keyHead+"1")
	s.Press("esc")
	s.See("key "+keyHead+"1", "ctrl-s submit")
	s.Press("esc", "4")
	s.See("key " + keyHead + "1")

	away := start(t, 80, 24, keys)
	open := sendAway(away)
	away.Type("empty")
	away.Press("enter")
	away.cluster.Fail("Submit", lose)
	open()
	away.See("train: not known whether it was submitted:", keyHead+"1", "ctrl-s submit")
}

// Why a form was not sent ends with the next edit: what it says is not so any more.
func TestWhyAFormWasNotSentEndsWithAnEdit(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24)
	pick(s)
	field(s, "nodes")
	s.Type("four")
	s.Press("ctrl+s")
	s.See("not sent: line 4: --nodes:")
	s.Press("tab")
	s.See("not sent: line 4: --nodes:") // to look elsewhere mends nothing
	s.Press("shift+tab", "ctrl+u")
	s.NotSee("not sent:")
	s.Type("4")
	s.Press("ctrl+s")
	s.See("Submit this job?")
	s.NotSee("not sent:", "four")
}
