package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
	"flexq/client/slurm"
)

// countingConfig is a config of a simulated slurmrestd whose token command leaves a line in a file each time it runs.
func countingConfig(t *testing.T) (env map[string]string, runs func() int) {
	t.Helper()
	s, err := sim.New(sim.Config{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	count := filepath.Join(t.TempDir(), "count")
	command := fmt.Sprintf("echo run >> %s; echo %s", count, s.SlurmToken("alice"))
	path := configFile(t, fmt.Sprintf("[contexts.lab]\nurl = %q\n[contexts.lab.auth]\ntoken_command = [\"sh\", \"-c\", %q]\n", server.URL, command))
	return map[string]string{"FLEXQ_CONFIG": path}, func() int {
		data, err := os.ReadFile(count)
		if err != nil {
			return 0
		}
		return strings.Count(string(data), "run")
	}
}

// The screen learns who asks from the token, which it asks for with its first question and once.
func TestScreenAsksForOneToken(t *testing.T) {
	t.Parallel()
	env, runs := countingConfig(t)
	f, _ := screenFactory(t, env)
	s, err := f.target()
	if err != nil {
		t.Fatal(err)
	}
	o, err := f.screenOn(s)
	if err != nil {
		t.Fatal(err)
	}
	if o.User != "" || runs() != 0 {
		t.Errorf("before the first frame: user %q, %d tokens", o.User, runs())
	}
	about, err := o.Service.Cluster(t.Context())
	if err != nil || about.User != "alice" || runs() != 1 {
		t.Errorf("user %q, %d tokens, %v", about.User, runs(), err)
	}
}

func TestMineAsksForOneToken(t *testing.T) {
	t.Parallel()
	env, runs := countingConfig(t)
	f, errs := screenFactory(t, env)
	root := newRootCmd(f)
	root.SetArgs([]string{"jobs", "--mine"})
	if err := root.ExecuteContext(t.Context()); err != nil || runs() != 1 {
		t.Errorf("%d tokens, %v", runs(), err)
	}
	if !strings.HasSuffix(errs.String(), "flexq: no jobs of alice\n") {
		t.Errorf("stderr %q", errs.String())
	}
}

// What the cluster says goes before what the token says.
func TestIntroduced(t *testing.T) {
	t.Parallel()
	api := newStage(t).api
	name := ""
	api.cluster = func() (slurm.Cluster, error) { return slurm.Cluster{User: name}, nil }
	var learned []string
	s := introduced{api, func(context.Context) (string, bool) { return "token", false }, func(name string) { learned = append(learned, name) }}
	for said, want := range map[string]string{"": "token", "cluster": "cluster"} {
		name = said
		if about, err := s.Cluster(t.Context()); err != nil || about.User != want {
			t.Errorf("%q: got %q, %v", said, about.User, err)
		}
	}
}
