package tui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// shared is a place with one draft, and two programs that have it in their forms.
func shared(t *testing.T) (d *cluster.Drafts, one, two *stage) {
	t.Helper()
	d = &cluster.Drafts{}
	draft := tui.Draft{
		ID: "a", From: "mine", Name: "shared", Changed: time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC),
		Text: "#!/bin/sh\n#SBATCH --job-name=shared --partition=a3u --time=60 --chdir=/home/alice\nhostname\n",
	}
	if err := d.Keep(t.Context(), draft); err != nil {
		t.Fatal(err)
	}
	open := func(key string) *stage {
		s := start(t, 120, 40, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.NewKey = func() string { return key } })
		s.Press("4")
		s.Type("shared")
		s.Press("enter")
		s.See("hostname", "shared")
		return s
	}
	return d, open(keyHead + "1"), open(keyHead + "2")
}

func keptNames(d *cluster.Drafts) []string {
	var out []string
	for _, draft := range d.Kept() {
		out = append(out, draft.Name)
	}
	slices.Sort(out)
	return out
}

// Two programs type into the same draft: what was typed in each is kept, and the second one is told.
func TestTwoProgramsTypeIntoOneDraft(t *testing.T) {
	t.Parallel()
	d, one, two := shared(t)
	one.Type("-one")
	one.Advance(time.Second)
	two.Type("-two")
	two.Advance(time.Second)
	two.See("another flexq changed this draft: what you typed is kept apart", "shared-two")
	if diff := cmp.Diff([]string{"shared-one", "shared-two"}, keptNames(d)); diff != "" {
		t.Fatal(diff)
	}
	two.Type("-more")
	two.Advance(time.Second)
	one.Type("-more")
	one.Advance(time.Second)
	one.NotSee("another flexq")
	if diff := cmp.Diff([]string{"shared-one-more", "shared-two-more"}, keptNames(d)); diff != "" {
		t.Error(diff)
	}
	two.Press("ctrl+o")
	two.Type("shared-one")
	two.Press("enter")
	two.See("shared-one")
	two.Type("-2")
	two.Advance(time.Second)
	if diff := cmp.Diff([]string{"shared-one-more-2", "shared-two-more"}, keptNames(d)); diff != "" {
		t.Error(diff)
	}
}

// There is no room for a draft of its own: the other program's text stays all the same, now and at the next try.
func TestNoRoomBesideTheOtherProgramsDraft(t *testing.T) {
	t.Parallel()
	d, one, two := shared(t)
	one.Type("-one")
	one.Advance(time.Second)
	d.Fill(errors.New("no space left on device"))
	for range 2 {
		two.Type("-two")
		two.Advance(time.Minute)
		if diff := cmp.Diff([]string{"shared-one"}, keptNames(d)); diff != "" {
			t.Fatal(diff)
		}
	}
	two.See("no space left on device")
	d.Fill(nil)
	two.Type("-end")
	two.Advance(time.Minute)
	if diff := cmp.Diff([]string{"shared-one", "shared-two-two-end"}, keptNames(d)); diff != "" {
		t.Error(diff)
	}
}

// Both leave at once, before anything was stored.
func TestTwoProgramsLeaveWithOneDraft(t *testing.T) {
	t.Parallel()
	d, one, two := shared(t)
	leave := func(s *stage, text string) string {
		t.Helper()
		s.Type(text)
		s.Press("ctrl+c")
		if err := s.Exited(); err != nil {
			t.Fatal(err)
		}
		return strings.Join(tui.Farewell(s.app), "\n")
	}
	const words = "what you typed in Submit is kept as a draft; the screen offers it under Submit"
	if told := leave(one, "-one"); told != words {
		t.Errorf("told %q", told)
	}
	if told := leave(two, "-two"); told != "another flexq changed this draft: what you typed is kept apart\n"+words {
		t.Errorf("told %q", told)
	}
	if diff := cmp.Diff([]string{"shared-one", "shared-two"}, keptNames(d)); diff != "" {
		t.Error(diff)
	}
}

// A list that is read anew does not make the other program's text this one's.
func TestListingDraftsDoesNotOverwriteThem(t *testing.T) {
	t.Parallel()
	d, one, two := shared(t)
	one.Type("-one")
	one.Advance(time.Second)
	two.Press("esc", "4") // asks for the drafts again
	two.Type("-two")
	two.Advance(time.Second)
	if diff := cmp.Diff([]string{"shared-one", "shared-two"}, keptNames(d)); diff != "" {
		t.Error(diff)
	}
}

// The picker offers what is stored now, however it is opened, and what is typed into that goes on from there.
func TestThePickerReadsDraftsAnew(t *testing.T) {
	t.Parallel()
	for _, open := range [][]string{{"ctrl+o"}, {"ctrl+o", "esc", "esc", "4", "ctrl+o"}} {
		d, one, two := shared(t)
		one.Press("ctrl+o")
		one.Type("torchrun")
		one.Press("enter")
		two.Type("-two")
		two.Advance(time.Second)
		one.Press(open...)
		one.Type("shared")
		one.See("shared-two")
		one.Press("enter")
		one.Type("-one")
		one.Advance(time.Second)
		if diff := cmp.Diff([]string{"shared-two-one"}, keptNames(d)); diff != "" {
			t.Error(diff)
		}
	}
}

// What another program has typed since is not forgotten with what the question was about.
func TestForgettingADraftThatChanged(t *testing.T) {
	t.Parallel()
	d, one, two := shared(t)
	one.Press("ctrl+o")
	one.Type("torchrun")
	one.Press("enter", "ctrl+o")
	one.Type("shared")
	one.Press("ctrl+x")
	one.See("Forget this draft?")
	two.Type("-two")
	two.Advance(time.Second)
	one.answerYes()
	one.See("the draft could not be forgotten: another flexq has changed it meanwhile", "shared-two")
	if diff := cmp.Diff([]string{"shared-two"}, keptNames(d)); diff != "" {
		t.Error(diff)
	}
}

// One program sends the draft; the other is warned before it sends it too, and sends nothing until then.
func TestTwoProgramsSendOneDraft(t *testing.T) {
	t.Parallel()
	for _, edited := range []bool{false, true} {
		d, one, two := shared(t)
		one.Press("ctrl+s")
		one.answerYes()
		one.See("submitted as 88401")
		want := []string{"shared", "shared"}
		if edited {
			two.Type("-two")
			two.Advance(time.Second)
			two.See("another flexq sent it as job 88401: what you typed is kept apart")
			want[1] = "shared-two"
		} else {
			two.Press("ctrl+s")
			two.See("Submit this job?")
			two.NotSee("already")
			two.answerYes()
		}
		if n := two.cluster.Calls("Submit"); n != 0 {
			t.Fatalf("%d submits before the warning", n)
		}
		if edited {
			two.Press("ctrl+s")
		}
		two.See("Submit this job?", "Another flexq has sent this form already, as job 88401. This would be a second one.")
		two.settleDialog()
		two.Press("n")
		two.Advance(time.Second)
		for _, draft := range d.Kept() {
			if draft.Key != "" || draft.Sent() != (draft.ID == "a") {
				t.Errorf("kept %+v", draft)
			}
		}
		two.Press("ctrl+s")
		two.See("This would be a second one.")
		two.answerYes()
		two.See("submitted as 88401") // by its own cluster
		if n := two.cluster.Calls("Submit"); n != 1 {
			t.Errorf("%d submits", n)
		}
		if diff := cmp.Diff(want, keptNames(d)); diff != "" {
			t.Error(diff)
		}
	}
}

// The other program is just sending it: nobody knows yet whether that makes a job.
func TestTwoProgramsAtOneDraftAtOnce(t *testing.T) {
	t.Parallel()
	d, one, two := shared(t)
	gate := one.clock.Gate()
	one.cluster.Hold("Submit", gate)
	one.Press("ctrl+s")
	one.answerYes()
	one.See("sending")
	two.Press("ctrl+s")
	two.answerYes()
	two.See("Submit this job?", "Another flexq is sending this form", "Look first for its key", keyHead+"1", "not sent: another flexq is sending it")
	if n := two.cluster.Calls("Submit"); n != 0 {
		t.Fatalf("%d submits before the warning", n)
	}
	two.settleDialog()
	two.Press("n")
	gate.Open()
	one.See("submitted as 88401")
	two.Advance(time.Second)
	got := d.Kept()
	if len(got) != 2 || got[0].Job != 88401 || got[1].Sent() || got[1].Key != "" {
		t.Errorf("kept %+v", got)
	}
}

// Two programs that find out the same of a draft make no two of it.
func TestTwoProgramsSettleOneDraft(t *testing.T) {
	t.Parallel()
	d := killed(t)
	for range 2 {
		u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(88401, "submitted as 88401", false)}}
		gate := newClock()
		one := startAt(t, gate, 100, 30, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
		one.See("submitted as 88401")
	}
	one := d.Kept()
	if len(one) != 1 || one[0].ID == "" {
		t.Errorf("kept %+v", one)
	}
}
