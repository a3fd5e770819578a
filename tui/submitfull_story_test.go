package tui_test

import (
	"errors"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/tui/tuitest/cluster"
)

// Where the disk is full, the draft of what was sent is not there as one that was never sent: it is forgotten before
// anything is sent, which needs no space, and stored as what it is where that made room for it.
func TestSentDraftOnAFullDisk(t *testing.T) {
	t.Parallel()
	full := &fault.Fault{Kind: fault.Other, What: "nothing can be written: no space left"}
	for name, c := range map[string]struct {
		room int
		kept int
	}{"forgotten": {-1, 0}, "room for it": {0, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &cluster.Drafts{}
			s := start(t, 120, 40, keeping(d))
			pick(s)
			s.Type("-mine")
			s.Advance(2 * time.Second)
			if got := d.Kept(); len(got) != 1 || got[0].Sent() {
				t.Fatalf("kept %+v", got)
			}
			d.Starve(c.room, full)
			s.Press("ctrl+s")
			s.answerYes()
			s.See("88401")
			for range 3 {
				got := d.Kept()
				if len(got) != c.kept {
					t.Errorf("kept %+v", got)
				}
				for _, k := range got {
					if k.Job != 88401 || k.Key != "" {
						t.Errorf("kept %+v", k)
					}
				}
				s.Advance(time.Minute)
			}
		})
	}
}

// A draft that can be neither marked nor forgotten is named.
func TestSentDraftThatCannotBeForgotten(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 40, keeping(d))
	pick(s)
	s.Type("-mine")
	s.Advance(2 * time.Second)
	d.Break(errors.New("read-only"))
	s.Press("ctrl+s")
	s.answerYes()
	s.See("its draft still says that it was not sent")
}

// What was typed and taken back is no draft any more, neither here nor for the next run; typed again, it is one again.
func TestWhatIsTakenBackIsNoDraft(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]string{"rubbed out": "backspace", "undone": "ctrl+z"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &cluster.Drafts{}
			s := start(t, 120, 40, keeping(d))
			pick(s)
			for range 2 {
				s.Type("X")
				s.Advance(2 * time.Second)
				if got := d.Kept(); len(got) != 1 || got[0].Name != "trainX" {
					t.Errorf("kept %+v", got)
				}
				s.Press(back)
				s.Advance(2 * time.Second)
				if got := d.Kept(); len(got) != 0 {
					t.Errorf("kept %+v", got)
				}
			}
			s.Press("ctrl+o")
			s.See("Submit a job from")
			s.NotSee("unsent")
		})
	}
}
