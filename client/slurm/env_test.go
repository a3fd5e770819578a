package slurm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
)

func TestMergeEnv(t *testing.T) {
	t.Parallel()
	base := []string{"PATH=/bin", "LANG=C"}
	got := slurm.MergeEnv(base, []string{"PATH=/opt/bin", "X=1=2", "PATHS=a"})
	want := []string{"LANG=C", "PATH=/opt/bin", "X=1=2", "PATHS=a"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"PATH=/bin", "LANG=C"}, base); d != "" {
		t.Error("the base was changed", d)
	}
	got = slurm.MergeEnv([]string{"A=1", "B=2", "A=3"}, []string{"C=1", "B=4", "C=2", "B="})
	if d := cmp.Diff([]string{"A=1", "A=3", "C=2", "B="}, got); d != "" {
		t.Error("names that are there several times", d)
	}
	if got := slurm.MergeEnv(base, nil); len(got) != 2 {
		t.Errorf("nothing merged: %v", got)
	}
}

func TestWithEnv(t *testing.T) {
	t.Parallel()
	job := slurm.Submission{Env: []string{"A=1"}, Parts: []slurm.Submission{{Env: []string{"PATH=/own"}}, {}}}
	got := job.WithEnv([]string{"PATH=/bin"})
	want := slurm.Submission{
		Env:   []string{"PATH=/bin", "A=1"},
		Parts: []slurm.Submission{{Env: []string{"PATH=/own"}}, {Env: []string{"PATH=/bin"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(job.Env) != 1 || len(job.Parts[1].Env) != 0 {
		t.Errorf("it was changed: %+v", job)
	}
}
