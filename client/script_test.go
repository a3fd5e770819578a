package client_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

// scriptAsk is the question for the script of an id.
func scriptAsk(id string) string {
	return past("show_batch_script=true&skip_steps=true&step=" + id)
}

func TestScript(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(scriptAsk("18"), answer{status: 200, text: `{"jobs": [{"job_id": 18, "script": "#!/bin/bash\n\techo \u001b[31m\u202e1\r\n", "submit_line": "sbatch -p cpu x.sh",
			"stdout": "/home/alice/%x-%j.log", "stderr": "", "stdin": "/dev/null"}, {"job_id": 19, "script": "x"}], "errors": [], "warnings": []}`})
		got, err := c.Script(t.Context(), slurm.RefTo(18))
		want := slurm.JobScript{
			Text: "#!/bin/bash\n\techo 1\r\n", Changed: true, Line: "sbatch -p cpu x.sh", StdIn: "/dev/null", StdOut: "/home/alice/%x-%j.log",
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}

// A task that has not started is known to accounting by its array only.
func TestScriptOfTask(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(scriptAsk("18_4"), answer{status: 200, text: `{"jobs": [], "errors": [], "warnings": [{"description": "slurmdb_jobs_get(0x1) found nothing"}]}`})
		s.on(scriptAsk("18"), answer{status: 200, text: `{"jobs": [{"job_id": 18, "script": "#!/bin/sh\n"}], "errors": [], "warnings": []}`})
		got, err := c.Script(t.Context(), slurm.Ref{Job: 18, Task: "4", Het: -1})
		if err != nil || got.Text != "#!/bin/sh\n" || got.Changed {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestScriptNotGiven(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(scriptAsk("18"), file("v0.0.42/db-job-unknown.json"))
		if got, err := c.Script(t.Context(), slurm.RefTo(18)); err != nil || got != (slurm.JobScript{}) {
			t.Errorf("got %+v, %v", got, err)
		}
		s.on(scriptAsk("19"), answer{status: 500, file: "v0.0.42/db-down.json"})
		_, err := c.Script(t.Context(), slurm.RefTo(19))
		wantKind(t, err, fault.AccountingDown)
		_, err = c.Script(t.Context(), slurm.Ref{})
		wantKind(t, err, fault.Usage)
	})
}
