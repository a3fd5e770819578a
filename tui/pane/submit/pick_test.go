package submit_test

import (
	"errors"
	"strings"
	"testing"

	"flexq/tui/action"
	"flexq/tui/pane"
	"flexq/tui/pane/submit"
)

func TestThePickerSearches(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 21)
	if s.Scope() != action.Picker {
		t.Errorf("the scope is %d", s.Scope())
	}
	s.write("checkpoints").see("torchrun-flex", "1 of 10")
	s.press("enter")
	if s.Scope() != action.Form || s.Focused() != "{DATA" {
		t.Errorf("scope %d, %q has the keys", s.Scope(), s.Focused())
	}
	s.press("ctrl+o")
	last[pane.ListTemplates](s)
	s.press("esc").see("parameters")
}

func TestEscapeLeavesAnEmptyPicker(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 21)
	s.press("esc")
	last[pane.Close](s)
}

func TestAPathIsReadFromThePicker(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/work.sh", "~/a b", "./x", "job.sbatch"} {
		s := open(t, 80, 21).choose(path)
		if got := last[pane.Load](s).Path; got != path {
			t.Errorf("%q is read as %q", path, got)
		}
	}
	s := open(t, 80, 21).choose("/nosuch")
	s.Loading(3)
	s.see("reading ...")
	s.Loaded(3, submit.Template{}, errors.New("there is no file /nosuch"))
	s.see("there is no file /nosuch")
	s.press("ctrl+u").choose("/work.sh")
	s.Loading(4)
	s.Loaded(3, submit.Template{Name: "late", Script: plain}, nil)
	s.Loaded(4, submit.Template{Name: "work.sh", Path: "/work.sh", Script: plain}, nil)
	if s.Script() != plain {
		t.Errorf("the script is %q", s.Script())
	}
	s.see("work.sh")
}

func TestAFileIsAskedFor(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 21).choose("a file")
	if s.Scope() != action.Text {
		t.Errorf("the scope is %d", s.Scope())
	}
	s.write("/work.sh").press("enter")
	if got := last[pane.Load](s).Path; got != "/work.sh" {
		t.Errorf("read %q", got)
	}
	s.press("esc").see("Submit a job from")
}

func TestWhatCannotBeListedIsTold(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 21)
	s.SetTemplates(nil, errors.New("the folder cannot be read"))
	s.SetDrafts(nil, errors.New("no room on the disk"))
	s.see("templates: the folder cannot be read", "no room on the disk", "empty")
}

func TestAnEmptyScriptIsWritten(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("empty").press("ctrl+t")
	s.Paste("hostname\n")
	if got, want := s.Script(), "#!/bin/bash\nhostname\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the script is %q", got)
	}
	if s.Blocked() {
		t.Error("it cannot be sent")
	}
}

func TestThePickerShowsTheScriptWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	s := open(t, 200, 57)
	s.see("llama-ablate", "scontrol requeue", "how many nodes")
	s = open(t, 80, 21)
	if strings.Contains(s.View(), "scontrol requeue") {
		t.Error("there is no room for it")
	}
}

func TestThePickerStaysAtWhatWasChosen(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 24)
	s.press("down")
	s.SetDrafts(append([]submit.Draft{{ID: "d9", From: "gemma", Name: "from elsewhere", Text: plain, Changed: night()}}, drafts()...), nil)
	s.press("enter")
	if s.Script() != plain {
		t.Errorf("gemma was chosen, and this is in the form: %q", s.Script())
	}
	if d, _ := s.Draft(); d.ID == "d9" {
		t.Error("the draft that came meanwhile was taken")
	}
}

func TestTheWheelMoves(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 24)
	s.Handle(action.Down)
	s.press("enter").see("gemma")
	s.Handle(action.Up)
	if s.Focused() != "--job-name" {
		t.Errorf("beside the script the wheel is the script's, and %q has the keys", s.Focused())
	}
	s.Resize(60, 20)
	s.Handle(action.Up)
	s.Handle(action.Down)
	if s.Focused() != "--partition" {
		t.Errorf("one down is %q", s.Focused())
	}
}

// A path that was copied may have blanks at its ends, and be written as a shell has it.
func TestPathsAsTheyAreCopied(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{" /tmp/ok.sh ": "/tmp/ok.sh", "$HOME/ok.sh\t": "$HOME/ok.sh", "~/ok.sh": "~/ok.sh"} {
		s := open(t, 80, 21).choose("a file")
		s.Paste(typed)
		s.press("enter")
		if got := last[pane.Load](s).Path; got != want {
			t.Errorf("%q reads %q, want %q", typed, got, want)
		}
		s = open(t, 80, 21)
		s.Paste(typed)
		s.press("enter")
		if got := last[pane.Load](s).Path; got != want {
			t.Errorf("%q in the picker reads %q, want %q", typed, got, want)
		}
	}
}
