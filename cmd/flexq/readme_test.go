package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/config"
	"flexq/tui/action"
	"flexq/tui/keymap"
)

// The config of the README works as it is pasted: its only context is the one that is used.
func TestReadmeConfig(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "config.toml`:\n\n")
	pasted, _, ended := strings.Cut(rest, "\n\n")
	if !found || !ended || !strings.Contains(pasted, "[contexts.") {
		t.Fatalf("the README has no config: %q", pasted)
	}
	file, err := config.Parse("config.toml", []byte(pasted))
	if err != nil {
		t.Fatal(err)
	}
	s, err := file.Resolve(nil, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	want := config.Target{Kind: config.PlatformTarget, Project: "my-project", Region: "europe-west4", Cluster: "a3u7"}
	if err := s.NeedTarget(); err != nil || s.Context != "train-eu" || s.Target != want || s.User != "alice" {
		t.Errorf("got %q, %+v, %q, %v", s.Context, s.Target, s.User, err)
	}
}

// What the README's context says of jobs is read as it is pasted.
func TestReadmeJobs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "say nothing:\n\n    [contexts.train-eu]\n")
	pasted, _, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatal("the README has no defaults of jobs")
	}
	const cluster = "project = 'my-project'\nregion = 'europe-west4'\ncluster = 'a3u7'\n"
	file, err := config.Parse("config.toml", []byte("[contexts.train-eu]\n"+cluster+pasted))
	if err != nil {
		t.Fatal(err)
	}
	s, err := file.Resolve(nil, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if s.WorkDir != "/home/{user}" || s.Account != "ml" || s.Partition != "a3u" || s.QOS != "high" || len(s.Env) != 2 {
		t.Errorf("got %+v", s)
	}
}

// The pools of the README are read as they are pasted.
func TestReadmePools(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "    [contexts.lab]\n")
	pasted, _, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatal("the README has no pools")
	}
	file, err := config.Parse("config.toml", []byte("[contexts.lab]\n"+pasted))
	if err != nil {
		t.Fatal(err)
	}
	s, err := file.Resolve(nil, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Pools) != 1 || s.Pools[0].Name != "a3u" || s.Pools[0].Duration != 7*24*time.Hour || s.LeaseMargin != 2*time.Hour {
		t.Errorf("got %+v, margin %v", s.Pools, s.LeaseMargin)
	}
}

// Every key of the README's table does something in the screen.
func TestReadmeKeys(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "| key | does |\n")
	table, _, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatal("the README has no table of keys")
	}
	keys := keymap.Defaults()
	spelling := strings.NewReplacer("ctrl-", "ctrl+", "PgDn", "pgdown", "PgUp", "pgup")
	seen := 0
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		for i, key := range strings.Split(cells[1], "`") {
			if i%2 == 0 { // between two keys
				continue
			}
			seen++
			bound := false
			for scope := action.Global; scope <= action.Dialog; scope++ {
				bound = bound || keys.Find(scope, spelling.Replace(key)) != action.None
			}
			if !bound {
				t.Errorf("the key %q of the README does nothing", key)
			}
		}
	}
	if seen < 30 {
		t.Errorf("%d keys only", seen)
	}
}
