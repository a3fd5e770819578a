package tui_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// python is a script with a first line of its own.
const python = "#!/usr/bin/env python3\n#SBATCH --time=10\nprint(1)\n"

// blank opens the empty form at its script.
func blank(s *stage) {
	s.Press("s")
	s.Type("empty")
	s.Press("enter", "ctrl+t")
}

// A script that is pasted into the empty form is what runs, with the options that its fields say already.
func TestPasteAScript(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(s *stage)
		paste  string
		want   string
	}{
		"into the empty form":        {blank, python, python},
		"with bare carriage returns": {blank, strings.ReplaceAll(python, "\n", "\r"), python},
		"with an option of a field": {func(s *stage) {
			s.Press("s")
			s.Type("empty")
			s.Press("enter", "tab", "tab")
			s.Type("2")
			s.Press("ctrl+t")
		}, python, "#!/usr/bin/env python3\n#SBATCH --nodes=2\n#SBATCH --time=10\nprint(1)\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) { o.Defaults.WorkDir = "/home/alice" })
			c.before(s)
			s.Paste(c.paste)
			s.See("print(1)", "/usr/bin/env python3")
			s.NotSee("a second #! line")
			s.Press("ctrl+s")
			s.answerYes()
			s.See("submitted as 88401")
			if got := s.cluster.Submitted(); len(got) != 1 || got[0].Script != c.want {
				t.Errorf("sent %+v, want the script %q", got, c.want)
			}
		})
	}
}

// Elsewhere the pasted line is a comment, which is said with its number.
func TestPasteASecondFirstLine(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) { o.Defaults.WorkDir = "/home/alice" })
	blank(s)
	s.Type("# mine")
	s.Press("enter")
	s.Paste(python)
	s.See("checks: 1 warning")
	seeWords(t, s, "line 3: a second #! line: the script is run by /bin/bash, as its first line says; take one of the two out")
	s.Press("ctrl+s")
	s.See("line 3: a second #! line", "submit anyway")
}

// The request is shown with what keeps the form from being sent.
func TestPreviewWithAnError(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s := start(t, size[0], size[1])
		pick(s)
		s.Press("shift+tab", "shift+tab")
		s.Type("--nice=5")
		s.Press("ctrl+t", "ctrl+end")
		s.Paste("#SBATCH\r\n")
		s.Paste("cr\r\nlf\r\n")
		s.Press("ctrl+p")
		s.See("This would be sent", "It cannot be sent yet", "--nice=5 is not in the script yet", "the lines end as on Windows", "name: train")
		s.NotSee("not sent:")
		s.Press("esc")
		s.See("torchrun-flex")
	}
}

// A program that can send nothing says so before one tries.
func TestReadOnlyForm(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		s := start(t, size[0], size[1], func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly = true })
		pick(s)
		s.See("read-only")
		s.NotSee("ready to submit", "ctrl-s")
	}
}

// Who is asked before the cluster has told anything is told that.
func TestNothingWasChecked(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Defaults.Env = append(o.Defaults.Env, "HF_HOME=/scratch/hf", "TOKEN=hidden")
		c.Fail("Partitions", &fault.Fault{Kind: fault.Unavailable, What: "not now"})
	})
	pick(s)
	s.Press("ctrl+s")
	s.See("Submit this job?", "Nothing was checked: the cluster is not known yet", "HF_HOME, TOKEN")
	s.NotSee("hidden")
	s.Press("esc")
	s.cluster.Fail("Partitions", nil)
	s.Advance(2 * time.Minute)
	s.Press("ctrl+s")
	s.See("Submit this job?")
	s.NotSee("Nothing was checked")
}

// Control characters stay in the script and are seen there, as those of a file are; a field says that it takes none.
func TestPasteControlCharacters(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) { o.Defaults.WorkDir = "/home/alice" })
	blank(s)
	s.Paste("echo A\x1b[31mB\x13C")
	s.See("echo A␛[31mB␓C")
	s.Press("tab")
	s.Paste("na\x1b[31mme")
	s.See("pasted without its 1 control character, which a field does not take", "#SBATCH --job-name")
	s.Press("ctrl+t", "ctrl+s")
	s.answerYes()
	s.See("submitted as 88401")
	if got := s.cluster.Submitted(); len(got) != 1 || !strings.Contains(got[0].Script, "echo A\x1b[31mB\x13C") {
		t.Errorf("sent %+v", got)
	}
}
