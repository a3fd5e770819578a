package slurm_test

import (
	"testing"

	"flexq/client/slurm"
)

func TestProblemString(t *testing.T) {
	t.Parallel()
	tests := map[slurm.Problem]string{
		{}:                                        "",
		{Error: "Invalid job id"}:                 "Invalid job id",
		{Description: "unknown key"}:              "unknown key",
		{Error: "same", Description: "same"}:      "same",
		{Error: "a", Description: "a, because"}:   "a, because",
		{Error: "b and a", Description: "a"}:      "b and a",
		{Error: "denied", Description: "not you"}: "denied: not you",
		{Number: 2017, Error: "Invalid job id"}:   "Invalid job id (Slurm's error 2017)",
		{Number: 2050}:                            "(Slurm's error 2050)",
	}
	for p, want := range tests {
		if got := p.String(); got != want {
			t.Errorf("%#v: got %q, want %q", p, got, want)
		}
	}
}
