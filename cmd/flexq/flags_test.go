package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/auth"
)

func testFactory() *factory {
	return newFactory(streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}, func(string) string { return "" })
}

func TestSubmitFlags(t *testing.T) {
	t.Parallel()
	type parsed struct {
		Options, Files, Args, Set []string
		Template, DryRun          string
		JSON, Force, NoCheck      bool
	}
	tests := map[string]struct {
		args []string
		want parsed
		code int
	}{
		"sbatch's options in their order": {
			args: []string{"-J", "x", "f.sh", "--requeue", "--no-requeue", "--time=1-12", "-N2", "--gres", "gpu:8"},
			want: parsed{Options: []string{"-Jx", "--requeue", "--no-requeue", "--time=1-12", "-N2", "--gres=gpu:8"}, Files: []string{"f.sh"}},
		},
		"arguments of the script": {args: []string{"-", "--", "-x", "--time"}, want: parsed{Files: []string{"-"}, Args: []string{"-x", "--time"}}},
		"flexq's own": {
			args: []string{"--template", "t", "--set", "a=1", "--set=b=2,3", "--dry-run", "--force", "--no-check", "-o", "json"},
			want: parsed{Template: "t", Set: []string{"a=1", "b=2,3"}, DryRun: "json", JSON: true, Force: true, NoCheck: true},
		},
		"curl":              {args: []string{"--dry-run=curl", "f.sh"}, want: parsed{DryRun: "curl", Files: []string{"f.sh"}}},
		"a command":         {args: []string{"--wrap", "hostname; sleep 5"}, want: parsed{Options: []string{"--wrap=hostname; sleep 5"}}},
		"no command":        {args: []string{"--wrap"}, code: exitUsage},
		"curl, not joined":  {args: []string{"--dry-run", "curl", "f.sh"}, code: exitUsage},
		"two files":         {args: []string{"f.sh", "g.sh"}, code: exitUsage},
		"no file":           {args: []string{"--", "a"}, code: exitUsage},
		"an unknown flag":   {args: []string{"--tiem=5", "f.sh"}, code: exitUsage},
		"test and no check": {args: []string{"--test", "--no-check", "f.sh"}, code: exitUsage},
		"test and a look":   {args: []string{"--test-only", "--dry-run", "f.sh"}, code: exitUsage},
		"no such form":      {args: []string{"--dry-run=xml", "f.sh"}, code: exitUsage},
		"a set of nothing":  {args: []string{"--set", "a=1", "f.sh"}, code: exitUsage},
		"two scripts":       {args: []string{"--wrap", "a", "--template", "t"}, code: exitUsage},
		"a command, a file": {args: []string{"--wrap", "a", "f.sh"}, code: exitUsage},
		"a template, too":   {args: []string{"--template", "a", "f.sh"}, code: exitUsage},
		"a command's words": {args: []string{"--wrap", "a", "--", "b"}, code: exitUsage},
		"no value":          {args: []string{"f.sh", "--template"}, code: exitUsage},
		"an empty one":      {args: []string{"--template="}, code: exitUsage},
		"neither yes or no": {args: []string{"--force=maybe", "f.sh"}, code: exitUsage},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got *submitOptions
			cmd := newSubmitCmd(testFactory(), func(_ context.Context, o *submitOptions) error {
				got = o
				return nil
			})
			cmd.SetArgs(tt.args)
			cmd.SilenceErrors, cmd.SilenceUsage = true, true
			if err := cmd.ExecuteContext(t.Context()); exitCode(err) != tt.code {
				t.Fatalf("got %v, want code %d", err, tt.code)
			}
			if tt.code != 0 {
				return
			}
			was := parsed{
				got.words.options.args(), got.words.files, got.words.args, got.set, got.from, got.dryRun, got.asJSON, got.force, got.noCheck,
			}
			if diff := cmp.Diff(tt.want, was); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWaitFlags(t *testing.T) {
	t.Parallel()
	var got *waitOptions
	cmd := newWaitCmd(testFactory(), func(_ context.Context, o *waitOptions) error {
		got = o
		return nil
	})
	cmd.SetArgs([]string{"1", "2_[1-3]", "--timeout", "90s", "-o", "json"})
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got.timeout != 90*time.Second || got.interval != 0 || got.output.format != "json" || len(got.ids) != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestTokenUser(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE4MDAwMDAwMDAsImlhdCI6MSwic3VuIjoiYWxpY2UifQ.c2ln": "alice",
		"eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln":                                           "",
		"a.!.c":                                                                            "",
		"a.b":                                                                              "",
		"":                                                                                 "",
	}
	for token, want := range tests {
		if got := tokenUser(auth.NewSecret(token)); got != want {
			t.Errorf("%s: got %q, want %q", token, got, want)
		}
	}
}

func TestCheckLoopback(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]int{
		"127.0.0.1:0": 0, "[::1]:80": 0, "localhost:1": 0, "127.3.2.1:1": 0,
		"0.0.0.0:0": exitUsage, ":80": exitUsage, "[::]:80": exitUsage, "192.0.2.1:80": exitUsage, "example.com:80": exitUsage,
		"127.0.0.1": exitUsage, "": exitUsage,
	} {
		if got := exitCode(checkLoopback(address, false)); got != want {
			t.Errorf("%q: got code %d, want %d", address, got, want)
		}
	}
	if err := checkLoopback("0.0.0.0:80", true); err != nil {
		t.Errorf("although it was asked for: %v", err)
	}
}
