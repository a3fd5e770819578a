package slurm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"flexq/client/slurm"
)

func TestDefaultsForUser(t *testing.T) {
	t.Parallel()
	d := slurm.Defaults{
		Account: "{user}_ml", Partition: "a3u", WorkDir: "/home/{user}/{user}",
		Env: []string{"PATH=/bin", "HF_HOME=/scratch/{user}"},
	}
	if !d.NeedUser() {
		t.Error("it does not need the user")
	}
	want := slurm.Defaults{Account: "alice_ml", Partition: "a3u", WorkDir: "/home/alice/alice", Env: []string{"PATH=/bin", "HF_HOME=/scratch/alice"}}
	if diff := cmp.Diff(want, d.For("alice")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(slurm.Defaults{Partition: "a3u", Env: []string{"PATH=/bin"}}, d.For("")); diff != "" {
		t.Errorf("of nobody: %s", diff)
	}
	if want.NeedUser() {
		t.Error("it needs the user although nothing depends on one")
	}
}

func TestWithDefaults(t *testing.T) {
	t.Parallel()
	d := slurm.Defaults{Account: "ml", Partition: "a3u", QOS: "high", WorkDir: "/home/alice", Env: []string{"PATH=/bin", "A=1", "B=1"}}
	tests := map[string]struct{ in, want slurm.Submission }{
		"a job that says nothing": {
			slurm.Submission{Name: "x"},
			slurm.Submission{Name: "x", Account: "ml", Partition: "a3u", QOS: "high", WorkDir: "/home/alice", Env: []string{"PATH=/bin", "A=1", "B=1"}},
		},
		"one that says all": {
			slurm.Submission{Account: "a", Partition: "p", QOS: "q", WorkDir: "/w", Env: []string{"A=2"}},
			slurm.Submission{Account: "a", Partition: "p", QOS: "q", WorkDir: "/w", Env: []string{"PATH=/bin", "B=1", "A=2"}},
		},
		"parts": {
			slurm.Submission{Partition: "p", Parts: []slurm.Submission{{Account: "a"}}},
			slurm.Submission{
				Account: "ml", Partition: "p", QOS: "high", WorkDir: "/home/alice", Env: []string{"PATH=/bin", "A=1", "B=1"},
				Parts: []slurm.Submission{{Account: "a", Partition: "a3u", QOS: "high", WorkDir: "/home/alice", Env: []string{"PATH=/bin", "A=1", "B=1"}}},
			},
		},
		"no environment wanted": {
			slurm.Submission{Account: "a", Partition: "p", QOS: "q", WorkDir: "/w", Env: []string{"SLURM_EXPORT_ENV=none,C=1", "C=1"}},
			slurm.Submission{Account: "a", Partition: "p", QOS: "q", WorkDir: "/w", Env: []string{"PATH=/bin", "SLURM_EXPORT_ENV=none,C=1", "C=1"}},
		},
		"a named one wanted": {
			slurm.Submission{Account: "a", Partition: "p", QOS: "q", WorkDir: "/w", Env: []string{"SLURM_EXPORT_ENV=NILS=1", "NILS=1"}},
			slurm.Submission{Account: "a", Partition: "p", QOS: "q", WorkDir: "/w", Env: []string{"PATH=/bin", "A=1", "B=1", "SLURM_EXPORT_ENV=NILS=1", "NILS=1"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tt.in.WithDefaults(d)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if len(tt.in.Parts) > 0 && tt.in.Parts[0].QOS != "" {
				t.Error("it changed the parts of the one before")
			}
		})
	}
}

func TestMarkedFor(t *testing.T) {
	t.Parallel()
	d := slurm.Defaults{
		Account: "{user}_ml", Partition: "a3u", QOS: "q-{user}", WorkDir: "/home/{user}",
		Env: []string{"PATH=/home/{user}/bin", "HF_HOME=/scratch/{user}", "A=1"},
	}
	for name, c := range map[string]struct {
		in   slurm.Submission
		want slurm.Defaults
	}{
		"a job that says nothing": {
			slurm.Submission{},
			slurm.Defaults{Account: "{user}_ml", QOS: "q-{user}", WorkDir: "/home/{user}", Env: []string{"PATH", "HF_HOME"}},
		},
		"one that says all": {
			slurm.Submission{Account: "ml", QOS: "high", WorkDir: "/tmp", Env: []string{"PATH=/bin", "HF_HOME=/x"}}, slurm.Defaults{},
		},
		"one that wants no environment": {
			slurm.Submission{Account: "ml", QOS: "high", WorkDir: "/tmp", Env: []string{"SLURM_EXPORT_ENV=NONE"}},
			slurm.Defaults{Env: []string{"PATH"}},
		},
	} {
		if diff := cmp.Diff(c.want, d.MarkedFor(c.in)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if diff := cmp.Diff(slurm.Defaults{}, d.For("alice").MarkedFor(slurm.Submission{})); diff != "" {
		t.Errorf("of a known user: %s", diff)
	}
}
