package tui_test

import (
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

func editingWith(edit func(name, text string) (string, error)) func(*tui.Options, *cluster.Cluster) {
	return func(o *tui.Options, _ *cluster.Cluster) { o.Editor = &cluster.Editor{Edit: edit} }
}

// The editor gets the script; what it leaves is in the form, fields and all.
func TestEditorChangesTheScript(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		var name, was string
		s := start(t, size[0], size[1], editingWith(func(n, text string) (string, error) {
			name, was = n, text
			return strings.ReplaceAll(text, "--nodes=4", "--nodes=7"), nil
		}))
		pick(s)
		s.Press("ctrl+e")
		s.See("nodes        7", "#SBATCH --nodes=7", "(edited)")
		if name != "torchrun-flex" || !strings.Contains(was, "#SBATCH --nodes=4\n") {
			t.Errorf("the editor got %q: %q", name, was)
		}
		s.Press("ctrl+s")
		s.answerYes()
		s.See("submitted as 88401")
		if got := s.cluster.Submitted(); len(got) != 1 || got[0].Nodes != "7" {
			t.Errorf("submitted %+v", got)
		}
	}
}

// An editor that fails takes nothing away.
func TestEditorThatFails(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, editingWith(func(string, string) (string, error) {
		return "", &fault.Fault{Kind: fault.Usage, What: "the editor ended with exit status 1", Cure: "the text here is as it was"}
	}))
	pick(s)
	s.Type("-mine")
	s.Press("ctrl+e")
	s.See("The script is as it was", "the editor ended with exit status 1")
	s.Press("esc")
	s.See("train-mine", "ready to submit")
	s.Type("!")
	s.See("train-mine!")
}

// A path that one wants to copy stands in one line, whatever signs it has.
func TestPathsInWindowsStayWhole(t *testing.T) {
	t.Parallel()
	const path = "/var/tmp/flexq-edit-1234567890/single-node-gpu.sbatch"
	s := start(t, 80, 24, editingWith(func(string, string) (string, error) {
		return "", &fault.Fault{Kind: fault.Usage, What: "it failed", Cure: "the text here is as it was; what the editor saved is in " + path}
	}))
	pick(s)
	s.Press("ctrl+e")
	s.See("The script is as it was", path)
}

func TestEditorThatIsMissing(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) {
		o.Editor = &cluster.Editor{Missing: &fault.Fault{Kind: fault.Usage, What: "no editor is named", Cure: "set EDITOR, as in EDITOR=vim"}}
	})
	pick(s)
	s.Press("ctrl+e")
	s.See("no editor is named.", "set EDITOR, as in EDITOR=vim.")
	s.Press("esc")
	s.See("#SBATCH --nodes=4")

	s = start(t, 120, 40)
	pick(s)
	s.Press("ctrl+e")
	s.See("no editor can be started from here")
}
