package submit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/template"
	"flexq/tui/pane"
	"flexq/tui/pane/submit"
)

func TestADraftIsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("torchrun-flex")
	if d, ok := s.Draft(); ok {
		t.Errorf("an untouched template is a draft: %+v", d)
	}
	before := s.Revision()
	s.field("{DATA", "/data")
	if s.Revision() == before {
		t.Error("an edit did not change the revision")
	}
	d, ok := s.Draft()
	want := submit.Draft{ID: d.ID, From: "torchrun-flex", Name: "gemma-sft", Text: torchrun, Values: map[string]string{"DATA": "/data"}, Changed: night()}
	if diff := cmp.Diff(want, d); !ok || diff != "" || d.ID == "" {
		t.Error(diff)
	}
	s.write("/c4")
	if again, _ := s.Draft(); again.ID != d.ID {
		t.Errorf("the ID changed from %q to %q", d.ID, again.ID)
	}
	before = s.Revision()
	s.press("tab", "ctrl+t", "down")
	s.SetWorld(world())
	if s.Revision() != before {
		t.Error("nothing was edited, and the revision is another")
	}
}

func TestADraftIsRestored(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("llama-ablate")
	if got := s.Value("{NAME"); got != "llama-ablate" {
		t.Errorf("NAME is %q", got)
	}
	d, ok := s.Draft()
	want := drafts()[0]
	if diff := cmp.Diff(want, d); !ok || diff != "" {
		t.Errorf("it is another draft now: %s", diff)
	}
	if !s.Dirty() {
		t.Error("it counts as sent")
	}
}

func TestASentFormIsTheBeginningOfAnother(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("88317")
	if _, ok := s.Draft(); ok || s.Script() != plain {
		t.Errorf("untouched it is a draft; script %q", s.Script())
	}
	s.write("-2")
	if d, _ := s.Draft(); d.ID == "d2" || d.Job != 0 {
		t.Errorf("it would replace the one that was sent: %+v", d)
	}
}

func TestTakenClearsTheForm(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.write("-2")
	before, _ := s.Draft()
	d := s.Sending()
	if d.ID != before.ID || !strings.Contains(d.Text, "train-2") || d.Sent() {
		t.Errorf("kept %+v", d)
	}
	s.SetKey(s.ID(), "flexq:1")
	s.Answered(s.ID())
	s.Taken(s.ID())
	d.Job = 88401
	if _, ok := s.Draft(); ok || s.Dirty() {
		t.Error("the form is still there")
	}
	s.see("Submit a job from")
	s.SetDrafts([]submit.Draft{d}, nil)
	s.see("train-2", "was job 88401")
}

func TestAFormThatIsReplacedIsKept(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.write("-precious")
	d, _ := s.Draft()
	s.press("ctrl+o").choose("array-sweep")
	if !s.Dirty() {
		t.Error("nobody knows of the replaced form")
	}
	s.press("ctrl+o")
	s.see("train-precious")
	s.SetDrafts([]submit.Draft{d}, nil)
	s.choose("precious")
	if got := s.Value("--job-name"); got != "train-precious" {
		t.Errorf("the name is %q", got)
	}
	s.press("ctrl+o").write("precious").see("back to the form")
}

func TestADraftIsDropped(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37)
	s.press("ctrl+x")
	if got := last[pane.DropDraft](s).ID; got != "d1" {
		t.Errorf("dropped %q", got)
	}
	s.press("down", "ctrl+x")
	if say := last[pane.Say](s); !strings.Contains(say.Text, "only a form") {
		t.Errorf("said %q", say.Text)
	}
	s.SetDrafts(drafts()[1:], nil)
	if strings.Contains(s.View(), "llama-ablate") {
		t.Error("it is still offered")
	}
}

func TestADraftOfALostSubmitIsSettled(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37)
	lost := submit.Draft{ID: "l", From: "gemma", Name: "lost", Text: plain, Key: "flexq:7", Changed: night().Add(-time.Minute)}
	s.SetDrafts([]submit.Draft{lost}, nil)
	s.see("lost", "outcome not known")
	list := s.Settle("flexq:7", 88500)
	if len(list) != 1 || list[0].ID != "l" || list[0].Job != 88500 || list[0].JobKey != "flexq:7" || list[0].Key != "" {
		t.Errorf("settled: %+v", list)
	}
	s.choose("lost").see("outcome not known", "flexq:7")
	list = s.Settle("flexq:7", 88500)
	if len(list) != 1 || list[0].ID != "l" || list[0].Job != 88500 {
		t.Errorf("settled in the form: %+v", list)
	}
	if now, _ := s.Draft(); now.ID == "l" || now.Key != "" {
		t.Errorf("what is in the form is still that job: %+v", now)
	}
}

func TestAFormIsFilledFromAJob(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37)
	s.choose("88214")
	from := last[pane.FillSubmit](s).From
	from.WorkDir = "/home/alice/run"
	s.Fill(from.DisplayID(), template.FromJob(from))
	for field, want := range map[string]string{"--job-name": "llama-70b-pretrain", "--nodes": "16", "--time": "7-00:00:00", "--chdir": "/home/alice/run"} {
		if got := s.Value(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	s.see("like 88214", "runs nothing")
	s.Sending()
	s.Fill("1", template.FromJob(slurm.Job{ID: 1, Name: "other"}))
	if got := s.Value("--job-name"); got != "other" || s.IsSending() {
		t.Errorf("the form is %q, sending %v", got, s.IsSending())
	}
}
