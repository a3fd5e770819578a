package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/config"
)

func exported(value string) optionList {
	return optionList{{name: "export", written: "--exp", value: value, hasValue: true}}
}

func TestExpandExport(t *testing.T) {
	t.Parallel()
	env := map[string]string{"HOME": "/home/alice", "LIST": "a,b", "SAYS": `it's`, "BOTH": `'"`}
	tests := map[string]struct {
		in, want string
		names    []string
		code     int
	}{
		"names":           {"HOME,A=1", "HOME=/home/alice,A=1", []string{"HOME"}, 0},
		"a comma":         {"LIST", "LIST='a,b'", []string{"LIST"}, 0},
		"a quote":         {"SAYS", `SAYS="it's"`, []string{"SAYS"}, 0},
		"both quotes":     {"BOTH", "", nil, exitUsage},
		"not set":         {"NOT", "", nil, exitUsage},
		"words of sbatch": {"none", "none", nil, 0},
		"Slurm's own":     {"SLURM_NTASKS", "SLURM_NTASKS", nil, 0},
		"a quoted list":   {"A='x,HOME',HOME", "A='x,HOME',HOME=/home/alice", []string{"HOME"}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := exported(tt.in)
			got, names, err := expandExport(in, func(name string) string { return env[name] })
			if exitCode(err) != tt.code {
				t.Fatalf("got %v", err)
			}
			if err != nil {
				return
			}
			if got[0].arg() != "--exp="+tt.want || in[0].value != tt.in {
				t.Errorf("got %s, want %s", got[0].arg(), tt.want)
			}
			if diff := cmp.Diff(tt.names, names); diff != "" {
				t.Error(diff)
			}
		})
	}
	other := optionList{{name: "comment", written: "--comment", value: "HOME", hasValue: true}}
	if got, _, err := expandExport(other, func(string) string { return "x" }); err != nil || got[0].value != "HOME" {
		t.Errorf("of another option: %v, %v", got, err)
	}
}

func TestDefaultsOf(t *testing.T) {
	t.Parallel()
	here := map[string]string{"TOKEN": "s3cret", "PATH": "/mine"}
	s := config.Settings{Account: "ml", WorkDir: "/w", Env: []string{"A=1", "TOKEN", "GONE", "PATH=/opt/bin"}}
	got := defaultsOf(s, func(name string) string { return here[name] })
	want := jobDefaults{
		Defaults: slurm.Defaults{Account: "ml", WorkDir: "/w", Env: []string{"A=1", "TOKEN=s3cret", "PATH=/opt/bin"}},
		unset:    []string{"GONE"}, local: []string{"TOKEN"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(jobDefaults{})); diff != "" {
		t.Error(diff)
	}
}

func TestHidden(t *testing.T) {
	t.Parallel()
	job := slurm.Submission{
		Env:   []string{"A=1", "TOKEN=s3cret", "SLURM_EXPORT_ENV=A=1,TOKEN='s3cret'"},
		Parts: []slurm.Submission{{Env: []string{"TOKEN=s3cret"}}},
	}
	want := slurm.Submission{
		Env:   []string{"A=1", "TOKEN={TOKEN}", "SLURM_EXPORT_ENV=A=1,TOKEN={TOKEN}"},
		Parts: []slurm.Submission{{Env: []string{"TOKEN={TOKEN}"}}},
	}
	if diff := cmp.Diff(want, hidden(job, []string{"TOKEN"})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"TOKEN"}, hiddenIn(hidden(job, []string{"TOKEN", "GONE"}), []string{"TOKEN", "GONE"})); diff != "" {
		t.Error(diff)
	}
	if job.Parts[0].Env[0] != "TOKEN=s3cret" || job.Env[1] != "TOKEN=s3cret" {
		t.Error("the job itself lost its values")
	}
}
