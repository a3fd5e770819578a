package tui_test

import (
	"strings"
	"testing"

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
