package tui_test

import (
	"strings"
	"testing"
	"time"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// What was typed where options are added, and never added, is there again after the program was left at once.
func TestWhatIsNotAddedYetSurvives(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 40, keeping(d))
	pick(s)
	field(s, "more")
	s.Type("--comment=hi --begin=now+1hour")
	s.Press("ctrl+c")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	told := strings.Join(tui.Farewell(s.app), "\n")
	if !strings.Contains(told, "what you typed in Submit is kept as a draft") {
		t.Errorf("told %q", told)
	}
	s = start(t, 120, 40, keeping(d))
	s.Press("4")
	s.Type("unsent")
	s.Press("enter")
	s.See("--comment=hi --begin=now+1hour", "an option is not added yet")
}

// A path that was typed and not read is offered by the next run, and the file then takes its place.
func TestATypedPathSurvives(t *testing.T) {
	t.Parallel()
	for _, in := range [][]string{{"f", "i", "l", "e", "enter"}, nil} {
		d := &cluster.Drafts{}
		files := func(o *tui.Options, _ *cluster.Cluster) {
			o.Scripts = &cluster.Scripts{Files: map[string]string{"/home/alice/run.sbatch": "#!/bin/bash\nhostname\n"}}
		}
		s := start(t, 120, 40, keeping(d), files)
		s.Press("s")
		s.Press(in...)
		s.Type("/home/alice/run")
		s.Press("ctrl+c")
		if err := s.Exited(); err != nil {
			t.Fatal(err)
		}
		if told := strings.Join(tui.Farewell(s.app), "\n"); !strings.Contains(told, "what you typed in Submit is kept as a draft") {
			t.Errorf("told %q", told)
		}
		s = start(t, 120, 40, keeping(d), files)
		s.Press("s")
		s.See("/home/alice/run", "unsent")
		s.Type("unsent")
		s.Press("enter")
		s.Type(".sbatch")
		s.Press("esc")
		s.Type("a file")
		s.Press("enter")
		s.See("/home/alice/run.sbatch")
		s.Press("enter")
		s.See("hostname", "checks:")
		s.Press("ctrl+t", "ctrl+end")
		s.Type("date")
		s.Advance(time.Second)
		if got := d.Kept(); len(got) != 1 || !strings.Contains(got[0].Text, "hostname\ndate") || len(got[0].Typed) != 0 {
			t.Errorf("kept %+v", got)
		}
	}
}
