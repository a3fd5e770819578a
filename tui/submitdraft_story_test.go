package tui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// keeping gives the program a place for drafts.
func keeping(d *cluster.Drafts) func(*tui.Options, *cluster.Cluster) {
	return func(o *tui.Options, c *cluster.Cluster) {
		o.Drafts = d
		keys(o, c)
	}
}

// A form is stored a moment after the first edit, and not at each letter.
func TestDraftIsKeptWhileTyping(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	pick(s)
	s.Advance(2 * time.Second)
	if got := d.Kept(); len(got) != 0 {
		t.Errorf("kept %+v, though nothing was typed", got)
	}
	s.Type("-precious")
	if n := d.Keeps(); n != 0 {
		t.Errorf("stored %d times while typing", n)
	}
	s.Advance(time.Second)
	got := d.Kept()
	if len(got) != 1 || d.Keeps() != 1 || got[0].Name != "train-precious" || got[0].From != "torchrun-flex" ||
		!strings.Contains(got[0].Text, "#SBATCH --job-name=train-precious\n") || got[0].Sent() || got[0].Key != "" {
		t.Errorf("kept %+v in %d steps", got, d.Keeps())
	}
	s.Advance(time.Minute)
	if n := d.Keeps(); n != 1 {
		t.Errorf("stored %d times though nothing changed", n)
	}
}

// The program dies, another begins: the picker offers what was typed, and it can be sent.
func TestDraftSurvivesACrash(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 80, 24, keeping(d))
	pick(s)
	s.Type("-precious")
	s.Advance(time.Second)

	s = start(t, 80, 24, keeping(d))
	s.Press("4")
	s.See("train-precious", "unsent")
	s.Type("precious")
	s.Press("enter")
	s.See("torchrun-flex", "train-precious")
	s.Type("-2")
	s.Advance(time.Second)
	if got := d.Kept(); len(got) != 1 || got[0].Name != "train-precious-2" {
		t.Errorf("kept %+v, want the same draft with the edit", got)
	}
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88401")
	s.Advance(time.Second)
	if got := d.Kept(); len(got) != 1 || got[0].Job != 88401 || got[0].Key != "" {
		t.Errorf("kept %+v, want it as the job that it became", got)
	}

	s = start(t, 80, 24, keeping(d))
	s.Press("4")
	s.See("train-precious-2", "again: was job 88401")
	s.NotSee("unsent")
}

// Whoever leaves is not asked: the form is kept to the last letter, and the shell is told.
func TestQuitKeepsTheForm(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	pick(s)
	s.Type("x")
	s.Press("esc", "q")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	told := strings.Join(tui.Farewell(s.app), "\n")
	if !strings.Contains(told, "what you typed in Submit is kept as a draft") {
		t.Errorf("told %q", told)
	}
	if got := d.Kept(); len(got) != 1 || got[0].Name != "trainx" {
		t.Errorf("kept %+v", got)
	}
}

// Nothing to keep, nothing to say.
func TestQuitWithoutEdits(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	pick(s)
	s.Press("esc", "q")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	if told := tui.Farewell(s.app); len(told) != 0 || d.Keeps() != 0 {
		t.Errorf("told %q, stored %d times", told, d.Keeps())
	}
}

// What cannot be stored is said; typing goes on, and whoever leaves learns of it.
func TestDraftThatCannotBeKept(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	d.Break(errors.New("the disk is full"))
	pick(s)
	s.Type("x")
	s.Advance(time.Second)
	s.See("the form is not kept on this machine: the disk is full", "trainx")
	s.Advance(30 * time.Second)
	s.Type("y")
	s.Advance(time.Second)
	s.See("trainxy", "not kept on this machine: the disk is full") // it is said for as long as it is so
	d.Break(nil)
	s.Type("z")
	s.Advance(time.Second)
	s.NotSee("the disk is full")
	if got := d.Kept(); len(got) != 1 || got[0].Name != "trainxyz" {
		t.Errorf("kept %+v", got)
	}
	d.Break(errors.New("the disk is gone"))
	s.Type("!")
	s.Press("esc", "q") // before anything was tried: nobody knows yet
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	if told := strings.Join(tui.Farewell(s.app), "\n"); !strings.Contains(told, "could not be kept: the disk is gone") {
		t.Errorf("told %q", told)
	}
}

// Another template takes the place of a form: both are kept.
func TestDraftOfAReplacedForm(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	pick(s)
	s.Type("-one")
	s.Press("ctrl+o")
	s.Type("mine")
	s.Press("enter", "ctrl+t", "ctrl+end")
	s.Type("echo two")
	s.Advance(time.Second)
	got := d.Kept()
	if len(got) != 2 || !strings.Contains(got[0].Text+got[1].Text, "train-one") || !strings.Contains(got[0].Text+got[1].Text, "echo two") {
		t.Errorf("kept %+v", got)
	}
}

// A draft is forgotten only after a question, of which the default is no.
func TestDropDraft(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	pick(s)
	s.Type("-old")
	s.Advance(time.Second)
	s = start(t, 100, 30, keeping(d))
	s.Press("4")
	s.Type("train-old")
	s.Press("ctrl+x")
	s.See("Forget this draft?", "What you typed in it would be lost.")
	s.settleDialog()
	s.Press("enter")
	s.See("train-old", "unsent")
	s.Press("ctrl+x")
	s.answerYes()
	s.NotSee("edited")
	if got := d.Kept(); len(got) != 0 {
		t.Errorf("kept %+v", got)
	}
}

// What could not be read is said, and the rest is offered.
func TestDraftsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 30, keeping(d))
	pick(s)
	s.Type("-good")
	s.Advance(time.Second)
	d.Break(errors.New("bad.json cannot be read"))
	s = start(t, 120, 30, keeping(d))
	s.Press("4")
	s.See("bad.json cannot be read", "train-good")
}

// A job that was sent from here is submitted again from its own form, parameters and all.
func TestResubmitFromTheKeptForm(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 40, keeping(d))
	pick(s)
	s.Press("ctrl+t", "ctrl+end")
	s.Type("echo precious")
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88401")
	s.Press("S")
	s.See("torchrun-flex", "echo precious")
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88402")
	if got := s.cluster.Submitted(); len(got) != 2 || got[0].Script != got[1].Script || got[0].Key == got[1].Key {
		t.Errorf("submitted %+v", got)
	}
}

// A job from elsewhere is submitted again with the script that accounting has.
func TestResubmitWithTheScriptOfAccounting(t *testing.T) {
	t.Parallel()
	past := func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88317, "#!/bin/bash\n#SBATCH --job-name=gemma-sft\nsrun ./gemma.sh\n")
	}
	s := start(t, 120, 40, past)
	s.ClickOn("88317")
	s.Press("S")
	s.See("like 88317", "srun ./gemma.sh", "the script of job 88317, as accounting has it")
	s.NotSee("(edited)")

	s = start(t, 120, 40, past)
	s.ClickOn("88331")
	s.Press("S")
	s.See("like 88331", "accounting does not give the script of job 88331", "Slurm did not give this job's script")

	s = start(t, 120, 40, past)
	gate := s.clock.Gate()
	s.cluster.Hold("Script", gate)
	s.ClickOn("88317")
	s.Press("S")
	s.See("like 88317", "asking accounting for the script of job 88317")
	s.Advance(31 * time.Second) // it waits no more, and can be edited
	s.Type("-mine")
	gate.Open()
	s.See("gemma-sft-mine", "the script of job 88317 came late: S on the job takes it")
	s.NotSee("srun ./gemma.sh")
}

// The user's rights are asked for when the form first needs them, and anew when the user has asked for everything.
func TestAccessIsAskedOnceAndOnRefresh(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) { o.Access = c })
	asked := func(want int) {
		t.Helper()
		s.Wait()
		if n := s.cluster.Calls("Access"); n != want {
			t.Errorf("asked %d times, want %d", n, want)
		}
	}
	s.Advance(time.Minute)
	s.Press("r")
	asked(0)
	pick(s)
	asked(1)
	s.Press("esc", "4")
	s.Advance(10 * time.Minute)
	asked(1)
	s.Press("esc", "r", "4")
	asked(2)
	field(s, "account")
	s.Type("gold")
	s.See(`alice may not charge the account "gold"`)
}

// Two programs know a draft; one sends it. The other offers it no longer as one that was not sent.
func TestDraftThatAnotherProgramSent(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	if err := d.Keep(t.Context(), tui.Draft{ID: "a", From: "mine", Name: "shared", Text: "#!/bin/sh\nhostname\n", Changed: time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC)}); err != nil {
		t.Fatal(err)
	}
	s := start(t, 80, 24, keeping(d))
	s.Press("4")
	s.See("shared", "unsent")
	s.Press("esc")
	if err := d.Keep(t.Context(), tui.Draft{ID: "a", From: "mine", Name: "shared", Text: "#!/bin/sh\nhostname\n", Job: 88399, Changed: time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC)}); err != nil {
		t.Fatal(err)
	}
	s.Press("4")
	s.See("shared", "again: was job 88399")
	s.NotSee("unsent")
}

// A list of drafts that was read before one of them was forgotten does not bring it back.
func TestForgottenDraftStaysForgotten(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	if err := d.Keep(t.Context(), tui.Draft{ID: "a", From: "mine", Name: "old-one", Text: "#!/bin/sh\nhostname\n"}); err != nil {
		t.Fatal(err)
	}
	s := start(t, 80, 24, keeping(d))
	s.Press("4")
	s.See("old-one")
	s.Press("ctrl+x")
	s.answerYes()
	s.NotSee("old-one")
	if err := d.Keep(t.Context(), tui.Draft{ID: "a", From: "mine", Name: "old-one", Text: "#!/bin/sh\nhostname\n"}); err != nil { // as the list had it
		t.Fatal(err)
	}
	s.Press("esc", "4")
	s.NotSee("unsent")
}
