package pane_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/pane"
)

func TestSlurmWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		of   slurm.Problem
		want string
	}{
		{"as slurmrestd says it", slurm.Problem{Number: 2000, Error: "Invalid partition name specified", Description: "Batch job submission failed"}, "Invalid partition name specified (error 2000)"},
		{"the function", slurm.Problem{Number: 2000, Error: "Invalid partition name specified", Description: "slurm_submit_batch_job() failed."}, "Invalid partition name specified (error 2000)"},
		{"the description says more", slurm.Problem{Number: 9, Error: "Invalid job", Description: "Invalid job: the script is empty"}, "Invalid job: the script is empty (error 9)"},
		{"and another thing", slurm.Problem{Error: "Invalid job", Description: "script is empty"}, "Invalid job: script is empty"},
		{"only that it failed", slurm.Problem{Number: 1, Description: "Batch job submission failed"}, "Batch job submission failed (error 1)"},
		{"both the same", slurm.Problem{Error: "no", Description: "no"}, "no"},
		{"a number", slurm.Problem{Number: 5}, "(error 5)"},
	} {
		if got := pane.SlurmWords(c.of); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFailure(t *testing.T) {
	t.Parallel()
	no := slurm.Problem{Number: 2000, Error: "Invalid partition name specified", Description: "Batch job submission failed"}
	refused := &fault.Fault{Kind: fault.Refused, What: "Slurm refused: Batch job submission failed: Invalid partition name specified", Problems: []slurm.Problem{no, no}}
	if got, want := pane.Failure(refused), "Slurm refused: Invalid partition name specified (error 2000)"; got != want {
		t.Errorf("%q", got)
	}
	if d := cmp.Diff([]string{"Invalid partition name specified (error 2000)"}, pane.Refusals(refused)); d != "" {
		t.Error(d)
	}
	refused.Problems[1].Error = "and so on"
	if got, want := pane.Failure(refused), "Slurm refused: Invalid partition name specified (error 2000), and 1 more"; got != want {
		t.Errorf("%q", got)
	}
	other := &fault.Fault{Kind: fault.SlurmDown, What: "it does not answer", Problems: []slurm.Problem{no}}
	if got := pane.Failure(other); got != "it does not answer" || pane.Refusals(other) != nil {
		t.Errorf("%q", got)
	}
	if got := pane.Failure(errors.New("no")); got != "no" {
		t.Errorf("%q", got)
	}
}
