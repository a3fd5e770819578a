package tui_test

import (
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// words are those of the screen, whatever lines they stand in.
func words(s *stage) string {
	clean := strings.NewReplacer("│", " ", "┃", " ", "█", " ").Replace(s.Screen.Screen())
	return strings.Join(strings.Fields(clean), " ")
}

// seeWords fails unless the screen has a sentence, in however many lines.
func seeWords(t *testing.T, s *stage, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(words(s), w) {
			t.Errorf("%q is not there:\n%s", w, s.Screen.Screen())
		}
	}
}

// marked is a context that depends on who the user is, whom nobody knows.
func marked(o *tui.Options, _ *cluster.Cluster) {
	o.User = ""
	o.Defaults = tui.SubmitDefaults{
		Account: "{user}", QOS: "q-{user}", WorkDir: "/home/{user}",
		Env: []string{"PATH=/usr/bin:/bin", "HF_HOME=/scratch/{user}/hf"},
	}
}

// While nobody knows who the user is, nothing that the context says of them is dropped: the job is not sent, and each field
// says what it needs.
func TestUserOfTheContextIsNotKnown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		why    string
		before func(o *tui.Options, c *cluster.Cluster)
	}{
		"the cluster does not tell": {
			"not known: the cluster does not tell, and no job was submitted from here yet",
			func(_ *tui.Options, c *cluster.Cluster) { c.Nameless(true) },
		},
		"the cluster has not answered": {
			"not known yet: the cluster has not answered",
			func(_ *tui.Options, c *cluster.Cluster) {
				c.Fail("Cluster", &fault.Fault{Kind: fault.SlurmDown, What: "not now"})
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, 160, 60, marked, c.before)
			pick(s)
			s.Press("ctrl+s")
			seeWords(t, s, "not sent: --account: the context says {user}, and who you are on the cluster is "+c.why+
				`; set user = "NAME" in the context, or give --account; flexq learns it from the first job that is submitted from here`)
			seeWords(t, s, "the context says {user} in env (HF_HOME) too")
			s.See("checks: 3 errors", "q-{user}")
			s.NotSee("Submit this job?")
			field(s, "account")
			s.Type("ml")
			field(s, "QOS")
			s.Type("high")
			s.Press("ctrl+s")
			seeWords(t, s, "not sent: the context says {user} in env (HF_HOME), and who you are")
			s.NotSee("Submit this job?")
			if got := s.cluster.Submitted(); len(got) > 0 {
				t.Errorf("sent %+v", got)
			}
		})
	}
}

// Who is known by their first job has the whole context.
func TestUserOfTheContextIsLearned(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, marked)
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88401")
	got := s.cluster.Submitted()
	if len(got) != 1 || got[0].Account != "alice" || got[0].QOS != "q-alice" || !strings.Contains(strings.Join(got[0].Env, " "), "HF_HOME=/scratch/alice/hf") {
		t.Errorf("sent %+v", got)
	}
}

// A job whose directory nobody says is not sent.
func TestNobodySaysTheDirectory(t *testing.T) {
	t.Parallel()
	s := start(t, 160, 40, func(o *tui.Options, _ *cluster.Cluster) { o.Defaults.WorkDir = "" })
	s.Press("s")
	s.Type("empty")
	s.Press("enter", "ctrl+t")
	s.Type("env")
	s.See("checks: 1 error")
	seeWords(t, s, "nobody says in which directory the job is to run; add #SBATCH --chdir=DIR, or set work_dir in the context: a directory on the cluster, as in /home/{user}")
	s.Press("ctrl+s")
	seeWords(t, s, "not sent: --chdir: nobody says in which directory the job is to run")
	s.NotSee("Submit this job?")
	s.Type("/scratch/alice")
	s.NotSee("nobody says")
	s.Press("ctrl+s")
	s.See("Submit this job?", "/scratch/alice")
	if got := s.cluster.Submitted(); len(got) > 0 {
		t.Errorf("sent %+v", got)
	}
}
