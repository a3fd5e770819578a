package tui_test

import (
	"strings"
	"testing"
)

// While a form is being sent, whatever one tries in it is answered with what can be done, whole: to leave it. The answer
// of the submit comes all the same, and takes nothing from under one's fingers.
func TestFormThatIsBeingSentCanBeLeft(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {90, 30}, {120, 40}} {
		s := start(t, size[0], size[1])
		gate := s.clock.Gate()
		s.cluster.Hold("Submit", gate)
		pick(s)
		s.Press("ctrl+s")
		s.answerYes()
		s.See("sending ...", "leave the form")
		for _, key := range []string{"ctrl+o", "x", "tab", "ctrl+e", "ctrl+s"} {
			s.Press(key)
			s.See("being sent: esc leaves the form", "sending ...")
			s.NotSee("trainx", "Submit a job from", "Submit this job?")
		}
		s.Press("esc")
		s.See("88317", "submitting train") // the jobs
		s.NotSee("leave the form")
		s.Press("S")
		s.See("wait: a submit is under way")
		s.Press("2")
		s.Press("s") // there is nothing to choose yet
		s.See("sending ...", "leave the form")
		s.Press("esc")
		gate.Open()
		s.See("submitted as 88401")
		if got := s.cluster.Submitted(); len(got) != 1 || !strings.Contains(got[0].Script, "srun ./train.sh") {
			t.Errorf("submitted %+v", got)
		}
		s.Press("s")
		s.See("Submit a job from")
		s.NotSee("back to the form")
	}
}
