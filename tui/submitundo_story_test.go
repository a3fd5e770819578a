package tui_test

import (
	"strings"
	"testing"
)

// Fields and script have one history, whichever has the keys; ctrl-z does not suspend while one types.
func TestUndoInTheForm(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.Press("ctrl+z")
	s.See("nothing to undo")
	field(s, "nodes")
	s.Type("15")
	s.See("#SBATCH --nodes=15")
	s.Press("ctrl+t")
	s.Press("end")
	s.Type(" # mine")
	s.See("--nodes=15 # mine")
	s.Press("ctrl+_", "ctrl+_")
	s.NotSee("# mine")
	s.Press("ctrl+t")
	s.Press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
	s.See("#SBATCH --nodes=4")
	s.Press("ctrl+y", "ctrl+y", "ctrl+y", "ctrl+y", "alt+r", "alt+r")
	s.See("--nodes=15 # mine")
	if n := s.Suspends(); n != 0 {
		t.Errorf("suspended %d times", n)
	}
	s.Press("esc", "ctrl+z")
	if n := s.Suspends(); n != 1 {
		t.Errorf("suspended %d times outside of the form, want once", n)
	}
}

// Values of parameters, what could not be written, and an option that is not added yet are taken back too.
func TestUndoOfWhatIsNotInTheScript(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.See("train")
	s.Type("-mine")
	s.See("train-mine")
	s.Press("ctrl+z")
	s.NotSee("train-mine")
	s.Press("ctrl+y")
	s.See("train-mine")
	field(s, "more")
	s.Type("--nice=1")
	s.See("--nice=1")
	s.Press("ctrl+z")
	s.NotSee("--nice=1")
	s.Press("ctrl+z")
	s.NotSee("train-mine")
}

// The help of the form names the keys with which one types.
func TestHelpOfTheForm(t *testing.T) {
	t.Parallel()
	s := start(t, 200, 60)
	pick(s)
	s.Press("f1")
	screen := s.Screen.Screen()
	for _, want := range []string{"ctrl-z ctrl-_ ", "take back the last edit", "ctrl-y alt-r", "While typing", "ctrl-w alt-d", "leave the form as it is", "ctrl-x ", "in the picker: forget the form", "take what is proposed"} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in\n%s", want, screen)
		}
	}
	if n := strings.Count(screen, "leave the form as it is"); n != 1 {
		t.Errorf("esc is named %d times", n)
	}
	for _, not := range []string{"suspend flexq", "drops an open range", "powered down", "filter of nodes"} {
		if strings.Contains(screen, not) {
			t.Errorf("%q in\n%s", not, screen)
		}
	}
}

// The help of the picker is about the picker.
func TestHelpOfThePicker(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("s", "f1")
	s.See("Keys in Submit", "forget the draft under the cursor for good", "ctrl-x")
	s.NotSee("Job states", "powered down", "filter of nodes")
}
