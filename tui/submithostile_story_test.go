package tui_test

import (
	"strings"
	"testing"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// evil is a name that would set the title of the terminal, and the rest of the screen in red.
const evil = "evil\x1b]0;title\x07\x1b[31m\u009b5m\u202ename"

// sober are the texts of what the program draws and says in which a terminal would find an order of the script's.
func sober(t *testing.T, what, text string) {
	t.Helper()
	for _, bad := range []string{"\x1b]", "\x07", "\x1b[31m", "\u009b", "\u202e"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s has %q in it: %q", what, bad, text)
		}
	}
}

// Nobody has looked at what a file says before it is shown: no terminal may act on it, wherever its name goes.
func TestAScriptGivesTheTerminalNoOrders(t *testing.T) {
	t.Parallel()
	script := "#!/bin/bash\n#SBATCH --job-name=\"" + evil + "\"\n#SBATCH --account=\"" + evil + "\"\n#SBATCH --chdir=\"/home/" + evil +
		"\"\n#SBATCH --comment=\"" + evil + "\"\necho " + evil + "\n"
	d := &cluster.Drafts{}
	s := start(t, 100, 40, keeping(d), func(o *tui.Options, _ *cluster.Cluster) {
		o.Scripts = &cluster.Scripts{Files: map[string]string{"/work.sh": script}}
	})
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	look := func(what string) {
		t.Helper()
		s.Wait()
		sober(t, what, s.View().Content)
	}
	s.Press("s")
	s.Type("/work.sh")
	s.Press("enter")
	s.See("evil", "name")
	look("the form")
	s.Press("ctrl+t")
	look("the script")
	s.Press("ctrl+p")
	s.See("This is what will be sent")
	look("the request")
	s.Press("esc", "ctrl+s")
	s.See("Submit this job?", "evil")
	look("the dialog")
	s.answerYes()
	s.See("submitting evil")
	look("what is under way")
	s.Press("esc", "q")
	s.See("Leave while changes are under way?", "evil")
	look("the question")
	s.Press("n")
	gate.Open()
	s.See("submitted as 88401")
	look("the job")
	s.Press("4")
	s.See("Submit a job from", "evil")
	look("the picker")
	s.Type("sent")
	s.Press("ctrl+x")
	s.See("Forget this draft?")
	look("the question about the draft")
}

// What is said in the shell when the screen is gone goes to a terminal too.
func TestTheShellIsToldNoOrders(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30, func(o *tui.Options, _ *cluster.Cluster) {
		o.Scripts = &cluster.Scripts{Files: map[string]string{"/work.sh": "#!/bin/bash\n#SBATCH -p a3u -t 5 --chdir=/home/alice --job-name=\"" + evil + "\"\nhostname\n"}}
	})
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	s.Press("s")
	s.Type("/work.sh")
	s.Press("enter", "ctrl+s")
	s.answerYes()
	s.See("submitting")
	s.Press("ctrl+c")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	gate.Open()
	told := strings.Join(tui.Farewell(s.app), "\n")
	if !strings.Contains(told, "submit evil") || !strings.Contains(told, ": submitted as 88401") {
		t.Errorf("told %q", told)
	}
	sober(t, "the shell", told)
}
