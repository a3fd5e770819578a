package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/tui"
	"flexq/tui/action"
)

// screenFactory is a factory on an environment and a command line, with what it writes to the standard error.
func screenFactory(t *testing.T, env map[string]string, args ...string) (*factory, *bytes.Buffer) {
	t.Helper()
	var errs bytes.Buffer
	f := newFactory(streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs}, func(name string) string { return env[name] })
	root := newRootCmd(f)
	if err := root.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return f, &errs
}

func configFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The demo is for whoever has no config that works: nothing in one keeps it from starting.
func TestDemoNeedsNoConfig(t *testing.T) {
	t.Parallel()
	const cluster = "[contexts.train]\nproject = \"my-project\"\nregion = \"europe-west4\"\ncluster = \"a3u7\"\nread_only = true\n"
	tests := map[string]struct {
		text  string
		env   map[string]string
		args  []string
		theme string
		quits bool // q is its key
		errs  string
	}{
		"none":       {"", nil, nil, "auto", true, ""},
		"of its own": {"[ui]\ntheme = \"light\"\n[keys]\nquit = \"x\"\n" + cluster, nil, nil, "light", false, ""},
		"broken": {
			"[ui]\nthem = \"light\"\n", nil, nil, "auto", true,
			"flexq: warning: FILE:2: unknown key ui.them\n  did you mean ui.theme?\n",
		},
		"no TOML": {
			"[ui\n", nil, nil, "auto", true,
			"flexq: warning: FILE:1: expected ']' to close table name\n  see https://toml.io for the form of the file\n",
		},
		"broken keys": {
			"[ui]\ntheme = \"light\"\n[keys]\nquti = \"x\"\n", nil, nil, "light", true,
			"flexq: warning: FILE:4: keys.quti: no action \"quti\"\n  did you mean \"quit\"?\n",
		},
		"a context that does not exist": {cluster, map[string]string{"FLEXQ_CONTEXT": "nowhere"}, nil, "auto", true, ""},
		"half a target":                 {"", map[string]string{"FLEXQ_PROJECT": "p"}, []string{"--region", "moon"}, "auto", true, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := configFile(t, tt.text)
			env := map[string]string{"HOME": t.TempDir(), "FLEXQ_CONFIG": path}
			for k, v := range tt.env {
				env[k] = v
			}
			f, errs := screenFactory(t, env, tt.args...)
			o := &demoOptions{factory: f}
			s, err := o.demoSettings()
			if err != nil {
				t.Fatal(err)
			}
			dressed, err := f.dressed(s, tui.Options{})
			if err != nil {
				t.Fatal(err)
			}
			quits := slices.Contains(dressed.Keys.Keys(action.Global, action.Quit), "q")
			if dressed.Theme != tt.theme || quits != tt.quits || s.ReadOnly || s.Context != "demo" {
				t.Errorf("theme %s, q quits: %t, settings %+v", dressed.Theme, quits, s)
			}
			if diff := cmp.Diff(tt.errs, strings.ReplaceAll(errs.String(), path, "FILE")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A flag that cannot be is still a mistake on the command line.
func TestDemoRefusesBadFlags(t *testing.T) {
	t.Parallel()
	f, _ := screenFactory(t, map[string]string{"FLEXQ_THEME": "lihgt"})
	o := &demoOptions{factory: f}
	if _, err := o.demoSettings(); exitCode(err) != exitUsage {
		t.Errorf("got %v", err)
	}
}

// Without a home directory there are the built-in templates, and a warning.
func TestScreenWithoutHome(t *testing.T) {
	t.Parallel()
	f, errs := screenFactory(t, nil)
	o := &demoOptions{factory: f}
	s, err := o.demoSettings()
	if err != nil {
		t.Fatal(err)
	}
	dressed, err := f.dressed(s, tui.Options{})
	if err != nil {
		t.Fatal(err)
	}
	templates, err := dressed.Scripts.Templates(t.Context())
	shipped, _ := builtinTemplates()
	var want []tui.Template
	for _, t := range shipped {
		want = append(want, tui.Template{Name: t.Name, Help: t.Help, Script: t.Text})
	}
	if diff := cmp.Diff(want, templates); diff != "" || err != nil || len(templates) == 0 {
		t.Error(err, diff)
	}
	const said = "flexq: warning: no home directory is known: set HOME or XDG_CONFIG_HOME; without it there are no templates but the built-in ones\n"
	if diff := cmp.Diff(said, errs.String()); diff != "" {
		t.Error(diff)
	}
}
