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
	tests := map[string]struct {
		args   []string
		sbatch []string
		path   string
		script []string
		code   int
	}{
		"sbatch's options in their order": {
			args:   []string{"-J", "x", "f.sh", "--requeue", "--no-requeue", "--time=1-12", "-N2", "--gres", "gpu:8"},
			sbatch: []string{"--job-name=x", "--requeue", "--no-requeue", "--time=1-12", "--nodes=2", "--gres=gpu:8"}, path: "f.sh",
		},
		"arguments of the script": {args: []string{"-", "--", "-x", "--time"}, path: "-", script: []string{"-x", "--time"}},
		"a switch taken back":     {args: []string{"--hold=false", "f.sh"}, path: "f.sh"},
		"two files":               {args: []string{"f.sh", "g.sh"}, code: exitUsage},
		"no file":                 {args: []string{"--", "a"}, code: exitUsage},
		"an unknown flag":         {args: []string{"--tiem=5", "f.sh"}, code: exitFailed}, // the root makes it one of usage
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
			want := []any{tt.sbatch, tt.path, append([]string{}, tt.script...)}
			if diff := cmp.Diff(want, []any{got.sbatch.args, got.path, append([]string{}, got.args...)}); diff != "" {
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
