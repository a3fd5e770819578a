package contract

import (
	"testing"

	"flexq/client/slurm"
)

func scriptCases() []testCase {
	return []testCase{
		{name: "accounting gives the script of a job to its owner and to operators", run: scriptOfJob},
		{name: "accounting gives the script of an array by a task and by the array", run: scriptOfArray},
	}
}

const ownScript = "#!/bin/bash\n#SBATCH --comment=\"a b\"\necho \"h\u00e9llo\ttab\" # $HOME `x` \\ back\nexit 0\n"

// script waits for accounting to have a job, and returns what it keeps of its submit.
func script(t *testing.T, c *cluster, user string, ref slurm.Ref) slurm.JobScript {
	t.Helper()
	var got slurm.JobScript
	c.until(t, "accounting knows the job", func() bool {
		var err error
		if got, err = c.Client(t, user).Script(t.Context(), ref); err != nil {
			t.Fatal(err)
		}
		return got.Text != ""
	})
	return got
}

func scriptOfJob(t *testing.T, c *cluster) {
	j := job("alice", "")
	j.Script, j.StdOut = ownScript, "/home/alice/own-%j.log"
	id := c.submit(t, "alice", j)
	for _, user := range []string{"alice", "carol"} {
		got := script(t, c, user, ref(id))
		if got.Text != ownScript || got.Changed || got.StdOut != j.StdOut {
			t.Errorf("%s is given %+v", user, got)
		}
	}
	if got, err := c.Client(t, "bob").Script(t.Context(), ref(id)); err != nil || got.Text != "" {
		t.Errorf("bob is given %+v, %v", got, err)
	}
	if got, err := c.Client(t, "alice").Script(t.Context(), ref(999999)); err != nil || got != (slurm.JobScript{}) {
		t.Errorf("of a job that nobody knows: %+v, %v", got, err)
	}
	if r := c.db(t, "alice", "/jobs/?show_batch_script=true"); len(r.JSON().Get("jobs").Items()) != 0 || !r.Says("found nothing") {
		t.Errorf("without an id: %v", r)
	}
}

func scriptOfArray(t *testing.T, c *cluster) {
	j := job("alice", "")
	j.Script, j.Array = ownScript, "1-2"
	id := c.submit(t, "alice", j)
	for _, task := range []string{"", "2"} {
		if got := script(t, c, "alice", slurm.Ref{Job: id, Task: task, Het: -1}); got.Text != ownScript {
			t.Errorf("task %q: %+v", task, got)
		}
	}
}
