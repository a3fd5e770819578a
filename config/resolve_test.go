package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"flexq/config"
)

func env(pairs ...string) func(string) string {
	m := make(map[string]string)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return m[name] }
}

func full(t *testing.T) *config.File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "config", "full.toml"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := config.Parse("/etc/c.toml", data)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func resolve(t *testing.T, file *config.File, flags config.Flags, getenv func(string) string) config.Settings {
	t.Helper()
	s, err := file.Resolve(flags, getenv)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func origins(s config.Settings, keys ...string) map[string]string {
	out := make(map[string]string)
	for _, row := range s.Rows() {
		for _, key := range keys {
			if row.Key == key {
				out[key] = row.Value + " from " + row.Origin.String()
			}
		}
	}
	return out
}

func TestPrecedence(t *testing.T) {
	t.Parallel()
	file := full(t)
	keys := []string{"context", "region", "slurm_version", "read_only", "ui.mine", "ui.theme", "ui.poll.jobs", "ui.no_color"}
	tests := map[string]struct {
		flags config.Flags
		env   func(string) string
		want  map[string]string
	}{
		"file and defaults": {
			nil, env(),
			map[string]string{
				"context":       "train from /etc/c.toml:2",
				"region":        "europe-west4 from /etc/c.toml:15",
				"slurm_version": "v0.0.42 from /etc/c.toml:7",
				"read_only":     "true from /etc/c.toml:8",
				"ui.mine":       "true from /etc/c.toml:49",
				"ui.theme":      "dark from /etc/c.toml:46",
				"ui.poll.jobs":  "7s from /etc/c.toml:52",
				"ui.no_color":   "false from /etc/c.toml:47",
			},
		},
		"environment beats file": {
			nil,
			env("FLEXQ_CONTEXT", "command", "FLEXQ_REGION", "us-east1", "FLEXQ_SLURM_VERSION", "v0.0.43",
				"FLEXQ_READ_ONLY", "1", "FLEXQ_MINE", "false", "FLEXQ_THEME", "mono", "NO_COLOR", "0"),
			map[string]string{
				"context":       "command from environment FLEXQ_CONTEXT",
				"region":        "us-east1 from environment FLEXQ_REGION",
				"slurm_version": "v0.0.43 from environment FLEXQ_SLURM_VERSION",
				"read_only":     "true from environment FLEXQ_READ_ONLY",
				"ui.mine":       "false from environment FLEXQ_MINE",
				"ui.theme":      "mono from environment FLEXQ_THEME",
				"ui.poll.jobs":  "7s from /etc/c.toml:52",
				"ui.no_color":   "true from environment NO_COLOR",
			},
		},
		"flag beats environment": {
			config.Flags{
				"context": "file", "region": "asia-east1", "slurm-version": "v0.0.41", "read-only": "false",
				"mine": "true", "no-color": "false",
			},
			env("FLEXQ_CONTEXT", "command", "FLEXQ_REGION", "us-east1", "FLEXQ_SLURM_VERSION", "v0.0.43",
				"FLEXQ_READ_ONLY", "1", "FLEXQ_MINE", "false", "NO_COLOR", "1"),
			map[string]string{
				"context":       "file from flag --context",
				"region":        "asia-east1 from flag --region",
				"slurm_version": "v0.0.41 from flag --slurm-version",
				"read_only":     "false from flag --read-only",
				"ui.mine":       "true from flag --mine",
				"ui.theme":      "dark from /etc/c.toml:46",
				"ui.poll.jobs":  "7s from /etc/c.toml:52",
				"ui.no_color":   "false from flag --no-color",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := origins(resolve(t, file, tt.flags, tt.env), keys...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTargetAndCredential(t *testing.T) {
	t.Parallel()
	file := full(t)
	train := config.Target{
		Kind: config.PlatformTarget, Project: "my-project", Region: "europe-west4", Cluster: "a3u7",
		Endpoint: "https://europe-west4-aiplatform.googleapis.com",
	}
	own := config.Target{Kind: config.PlatformTarget, Project: "other-project", Region: "us-east5", Cluster: "b"}
	tests := map[string]struct {
		flags    config.Flags
		env      func(string) string
		context  string
		target   config.Target
		auth     config.Credential
		readOnly bool
		warnings []string
	}{
		"current context": {
			context: "train", target: train, readOnly: true,
			auth: config.Credential{Kind: config.ADC, CredentialsFile: "/etc/keys/ci.json", QuotaProject: "billing-project"},
		},
		"the context's own credential beats the common variables": {
			env:     env("GOOGLE_APPLICATION_CREDENTIALS", "/other.json", "GOOGLE_CLOUD_QUOTA_PROJECT", "other-billing"),
			context: "train", target: train, readOnly: true,
			auth: config.Credential{Kind: config.ADC, CredentialsFile: "/etc/keys/ci.json", QuotaProject: "billing-project"},
		},
		"a token of the environment": {
			env:     env("FLEXQ_TOKEN", "ya29.secret", "SLURM_JWT", "jwt.secret"),
			context: "train", target: train, readOnly: true,
			auth: config.Credential{Kind: config.TokenEnv, Env: "FLEXQ_TOKEN", QuotaProject: "billing-project"},
		},
		"three flags stand alone: no credential and no mark of the current context": {
			flags:  config.Flags{"project": "other-project", "region": "us-east5", "cluster": "b"},
			env:    env("GOOGLE_APPLICATION_CREDENTIALS", "/other.json"),
			target: own, auth: config.Credential{Kind: config.ADC, CredentialsFile: "/other.json"},
		},
		"flags and environment together stand alone": {
			flags:  config.Flags{"cluster": "b"},
			env:    env("FLEXQ_PROJECT", "other-project", "FLEXQ_REGION", "us-east5"),
			target: own, auth: config.Credential{Kind: config.ADC},
		},
		"three flags stand alone beside a context of the environment": {
			flags:  config.Flags{"project": "other-project", "region": "us-east5", "cluster": "b"},
			env:    env("FLEXQ_CONTEXT", "train"),
			target: own, auth: config.Credential{Kind: config.ADC},
			warnings: []string{"FLEXQ_CONTEXT is left aside: --project, --region and --cluster name the cluster"},
		},
		"three flags stand alone beside a slurmrestd of the environment": {
			flags:  config.Flags{"project": "other-project", "region": "us-east5", "cluster": "b"},
			env:    env("FLEXQ_CONTEXT", "lab.one", "SLURM_JWT", "jwt.secret"),
			target: own, auth: config.Credential{Kind: config.ADC},
			warnings: []string{"FLEXQ_CONTEXT is left aside: --project, --region and --cluster name the cluster"},
		},
		"a context of the environment with parts of the environment": {
			env:     env("FLEXQ_CONTEXT", "command", "FLEXQ_PROJECT", "other-project", "FLEXQ_REGION", "us-east5", "FLEXQ_CLUSTER", "b"),
			context: "command", target: own,
			auth: config.Credential{
				Kind: config.TokenCommand, Command: []string{"gcloud", "auth", "print-access-token", "--account=secret@example.com"},
			},
		},
		"the environment does not change what a flag's context means": {
			flags: config.Flags{"context": "train"},
			env: env("FLEXQ_PROJECT", "other-project", "FLEXQ_REGION", "us-east5", "FLEXQ_CLUSTER", "b",
				"FLEXQ_ENDPOINT", "https://elsewhere.example.com"),
			context: "train", target: train, readOnly: true,
			auth: config.Credential{Kind: config.ADC, CredentialsFile: "/etc/keys/ci.json", QuotaProject: "billing-project"},
			warnings: []string{
				"FLEXQ_PROJECT is left aside: --context names the cluster", "FLEXQ_REGION is left aside: --context names the cluster",
				"FLEXQ_CLUSTER is left aside: --context names the cluster", "FLEXQ_ENDPOINT is left aside: --context names the cluster",
			},
		},
		"another region has another endpoint": {
			flags:   config.Flags{"region": "us-east5"},
			context: "train", readOnly: true,
			target:   config.Target{Kind: config.PlatformTarget, Project: "my-project", Region: "us-east5", Cluster: "a3u7"},
			auth:     config.Credential{Kind: config.ADC, CredentialsFile: "/etc/keys/ci.json", QuotaProject: "billing-project"},
			warnings: []string{`endpoint of context "train" is left aside: it belongs to region europe-west4`},
		},
		"the same region has the same endpoint": {
			flags:   config.Flags{"region": "europe-west4"},
			context: "train", target: train, readOnly: true,
			auth: config.Credential{Kind: config.ADC, CredentialsFile: "/etc/keys/ci.json", QuotaProject: "billing-project"},
		},
		"another region and its endpoint": {
			flags:   config.Flags{"region": "us-east5", "endpoint": "https://us-east5-aiplatform.googleapis.com"},
			context: "train", readOnly: true,
			target: config.Target{
				Kind: config.PlatformTarget, Project: "my-project", Region: "us-east5", Cluster: "a3u7",
				Endpoint: "https://us-east5-aiplatform.googleapis.com",
			},
			auth: config.Credential{Kind: config.ADC, CredentialsFile: "/etc/keys/ci.json", QuotaProject: "billing-project"},
		},
		"an endpoint of the environment is the platform's": {
			flags:    config.Flags{"context": "socket"},
			env:      env("SLURM_JWT", "jwt.secret", "FLEXQ_ENDPOINT", "https://europe-west4-aiplatform.googleapis.com"),
			context:  "socket",
			target:   config.Target{Kind: config.SlurmrestdTarget, URL: "unix:/run/slurmrestd.sock"},
			auth:     config.Credential{Kind: config.TokenEnv, Env: "SLURM_JWT"},
			warnings: []string{`FLEXQ_ENDPOINT is left aside: context "socket" is a slurmrestd`},
		},
		"nor is it another slurmrestd": {
			env:      env("FLEXQ_CONTEXT", "lab.one", "FLEXQ_ENDPOINT", "https://elsewhere.example.com"),
			context:  "lab.one",
			target:   config.Target{Kind: config.SlurmrestdTarget, URL: "http://127.0.0.1:6820"},
			auth:     config.Credential{Kind: config.TokenEnv, Env: "LAB_TOKEN"},
			warnings: []string{`FLEXQ_ENDPOINT is left aside: context "lab.one" is a slurmrestd`},
		},
		"one flag changes a part of the context": {
			flags:   config.Flags{"context": "command", "cluster": "b"},
			context: "command",
			target:  config.Target{Kind: config.PlatformTarget, Project: "my-project", Region: "us-central1", Cluster: "b"},
			auth: config.Credential{
				Kind: config.TokenCommand, Command: []string{"gcloud", "auth", "print-access-token", "--account=secret@example.com"},
			},
		},
		"token file in the home directory": {
			flags: config.Flags{"context": "file"}, env: env("HOME", "/home/alice"),
			context: "file",
			target:  config.Target{Kind: config.PlatformTarget, Project: "example.com:my-project", Region: "northamerica-northeast1", Cluster: "a"},
			auth:    config.Credential{Kind: config.TokenFile, File: "/home/alice/token"},
		},
		"slurmrestd with its own variable; a Google token does not go there": {
			flags: config.Flags{"context": "lab.one"}, env: env("FLEXQ_TOKEN", "ya29.secret", "SLURM_JWT", "jwt.secret"),
			context: "lab.one",
			target:  config.Target{Kind: config.SlurmrestdTarget, URL: "http://127.0.0.1:6820"},
			auth:    config.Credential{Kind: config.TokenEnv, Env: "LAB_TOKEN"},
		},
		"slurmrestd with SLURM_JWT and a platform variable left aside": {
			flags: config.Flags{"context": "socket"}, env: env("SLURM_JWT", "jwt.secret", "FLEXQ_PROJECT", "my-project"),
			context:  "socket",
			target:   config.Target{Kind: config.SlurmrestdTarget, URL: "unix:/run/slurmrestd.sock"},
			auth:     config.Credential{Kind: config.TokenEnv, Env: "SLURM_JWT"},
			warnings: []string{`FLEXQ_PROJECT is left aside: context "socket" is a slurmrestd`},
		},
		"slurmrestd without a token": {
			flags: config.Flags{"context": "socket"}, env: env("FLEXQ_TOKEN", "ya29.secret"),
			context: "socket",
			target:  config.Target{Kind: config.SlurmrestdTarget, URL: "unix:/run/slurmrestd.sock"},
		},
		"an endpoint changes the url of a slurmrestd": {
			flags:   config.Flags{"context": "socket", "endpoint": "http://10.0.0.1:6820"},
			context: "socket",
			target:  config.Target{Kind: config.SlurmrestdTarget, URL: "http://10.0.0.1:6820"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.env == nil {
				tt.env = env()
			}
			s := resolve(t, file, tt.flags, tt.env)
			got := []any{s.Context, s.Target, s.Auth, s.ReadOnly, s.Warnings}
			want := []any{tt.context, tt.target, tt.auth, tt.readOnly, tt.warnings}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEndpointAloneIsASlurmrestd(t *testing.T) {
	t.Parallel()
	for _, s := range []config.Settings{
		resolve(t, &config.File{}, config.Flags{"endpoint": "unix:/run/s.sock"}, env("SLURM_JWT", "x")),
		resolve(t, &config.File{}, nil, env("SLURM_JWT", "x", "FLEXQ_ENDPOINT", "unix:/run/s.sock")),
	} {
		want := config.Target{Kind: config.SlurmrestdTarget, URL: "unix:/run/s.sock"}
		if diff := cmp.Diff(want, s.Target); diff != "" {
			t.Error(diff)
		}
		if s.Auth.Env != "SLURM_JWT" || s.Name() != "unix:/run/s.sock" || len(s.Warnings) > 0 {
			t.Errorf("auth %+v, name %q, warnings %q", s.Auth, s.Name(), s.Warnings)
		}
	}
}

// What a screen on no cluster of the user's is set to does not depend on any.
func TestResolveScreen(t *testing.T) {
	t.Parallel()
	s, err := full(t).ResolveScreen(
		config.Flags{"context": "nowhere", "region": "moon", "log-file": "l"}, env("FLEXQ_CONTEXT", "nowhere", "FLEXQ_ENDPOINT", "?"),
	)
	want := config.Screen{
		Theme: "dark", ASCII: true, Mine: true, PollJobs: 7 * time.Second, PollNodes: 90 * time.Second, PollCluster: 2 * time.Minute,
		Keys: map[string][]string{"cancel": {"c"}, "open": {"enter", "O"}},
	}
	if diff := cmp.Diff(want, s.Screen); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if s.ReadOnly || s.Context != "" || s.Target.Kind != config.NoTarget || s.LogFile != "l" {
		t.Errorf("got %+v", s)
	}
	if _, err := full(t).ResolveScreen(nil, env("FLEXQ_THEME", "lihgt")); err == nil {
		t.Error("a theme that does not exist was taken")
	}
}

func TestInsecure(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"http://10.0.0.1:6820": true, "HTTP://login.example.com": true, "http://localhost.example.com": true,
		"http://127.0.0.1:6820": false, "http://LOCALHOST:6820": false, "http://[::1]:6820": false, "https://10.0.0.1": false,
		"unix:/run/slurmrestd.sock": false,
	} {
		if got := (config.Target{Kind: config.SlurmrestdTarget, URL: url}).Insecure(); got != want {
			t.Errorf("%s: got %t", url, got)
		}
	}
	if (config.Target{Kind: config.PlatformTarget}).Insecure() {
		t.Error("the platform is taken for insecure")
	}
}

func TestRow(t *testing.T) {
	t.Parallel()
	s := resolve(t, full(t), nil, env())
	want := config.Row{Key: "ui.theme", Value: "dark", Origin: config.Origin{Kind: config.FromFile, Name: "/etc/c.toml:46"}}
	if diff := cmp.Diff(want, s.Row("ui", "theme")); diff != "" {
		t.Error(diff)
	}
	if got := s.Row("keys", "open").Origin.Name; got != "/etc/c.toml:58" {
		t.Errorf("keys.open is at %s", got)
	}
	if got := s.Row("ui", "nothing"); got != (config.Row{}) {
		t.Errorf("got %+v", got)
	}
}

func TestResolveRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		file  *config.File
		flags config.Flags
		env   func(string) string
		want  []string
	}{
		"unknown context of a flag": {
			full(t),
			config.Flags{"context": "trian"},
			env(),
			[]string{`flag --context: there is no context "trian" | did you mean "train"?`},
		},
		"unknown context of the environment": {
			full(t), nil, env("FLEXQ_CONTEXT", "elsewhere"),
			[]string{"environment FLEXQ_CONTEXT: there is no context \"elsewhere\" | `flexq contexts` lists them"},
		},
		"bad values from outside the file": {
			full(t),
			config.Flags{"cluster": "Not One", "slurm-version": "42"},
			env("FLEXQ_REGION", "mars", "FLEXQ_READ_ONLY", "perhaps", "FLEXQ_THEME", "lihgt"),
			[]string{
				`environment FLEXQ_REGION: "mars" is not a region | use a form such as europe-west4`,
				`flag --cluster: "Not One" is not a cluster id | use 1 to 10 lower-case letters and digits, beginning with a letter: the id, not the display name`,
				`flag --slurm-version: "42" is not a version of Slurm's REST data | use a form such as v0.0.42`,
				`environment FLEXQ_READ_ONLY: "perhaps" is neither true nor false | use true or false`,
				`environment FLEXQ_THEME: "lihgt" is unknown | did you mean "light"? use one of auto, dark, light, ansi, mono`,
			},
		},
		"a part of a cluster without a context": {
			&config.File{},
			config.Flags{"project": "my-project"},
			env("FLEXQ_CLUSTER", "a"),
			[]string{"--project and FLEXQ_CLUSTER: a cluster is named by project, region and cluster, or by a context | add --region, or --context NAME"},
		},
		"google as a slurmrestd": {
			&config.File{}, nil,
			env("FLEXQ_ENDPOINT", "https://Europe-West4-aiplatform.googleapis.com"),
			[]string{`environment FLEXQ_ENDPOINT: "https://Europe-West4-aiplatform.googleapis.com" is Google's platform and no slurmrestd | name the cluster by project, region and cluster`},
		},
		"a part of a cluster for a slurmrestd of the environment": {
			full(t),
			config.Flags{"cluster": "a"},
			env("FLEXQ_CONTEXT", "socket"),
			[]string{`flag --cluster: context "socket" is a slurmrestd | give --project, --region and --cluster together, or --context with another context`},
		},
		"a cluster for a slurmrestd": {
			full(t),
			config.Flags{"context": "socket", "cluster": "a"},
			env(),
			[]string{`flag --cluster: context "socket" is a slurmrestd | choose another context, or give --project, --region and --cluster together without --context`},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tt.file.Resolve(tt.flags, tt.env)
			if diff := cmp.Diff(tt.want, problems(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNeedTarget(t *testing.T) {
	t.Parallel()
	if err := resolve(t, &config.File{}, nil, env()).NeedTarget(); !errors.Is(err, config.ErrNoTarget) {
		t.Errorf("got %v, want ErrNoTarget", err)
	}
	one, err := config.Parse("c.toml", []byte(target))
	if err != nil {
		t.Fatal(err)
	}
	s := resolve(t, one, nil, env())
	if err := s.NeedTarget(); err != nil || s.Context != "a" {
		t.Errorf("the only context: %q, %v", s.Context, err)
	}
	if diff := cmp.Diff(map[string]string{"context": "a from c.toml:2"}, origins(s, "context")); diff != "" {
		t.Error(diff)
	}
	file, err := config.Parse("c.toml", []byte(target+strings.ReplaceAll(target, "contexts.a", "contexts.b")))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"c.toml: no context is in use | run `flexq use NAME` or give --context NAME, where NAME is one of a, b"}
	if diff := cmp.Diff(want, problems(t, resolve(t, file, nil, env()).NeedTarget())); diff != "" {
		t.Error(diff)
	}
}

func TestRowsHoldNoSecret(t *testing.T) {
	t.Parallel()
	file := full(t)
	getenv := env("FLEXQ_TOKEN", "SECRET-1", "SLURM_JWT", "SECRET-2", "LAB_TOKEN", "SECRET-3")
	for _, name := range file.ContextNames() {
		for _, get := range []func(string) string{getenv, env("LAB_TOKEN", "SECRET-3", "SLURM_JWT", "SECRET-2")} {
			for _, row := range resolve(t, file, config.Flags{"context": name}, get).Rows() {
				if line := row.Key + row.Value + row.Origin.String(); strings.Contains(line, "SECRET") || strings.Contains(line, "secret@") {
					t.Errorf("context %s shows %s", name, line)
				}
			}
		}
	}
}

func TestScreenDefaults(t *testing.T) {
	t.Parallel()
	want := config.Screen{Theme: "auto", PollJobs: 5 * time.Second, PollNodes: 15 * time.Second, PollCluster: time.Minute}
	if diff := cmp.Diff(want, resolve(t, &config.File{}, nil, env()).Screen, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}
