package main

import (
	"bytes"
	"context"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// A submit whose connection breaks is looked for by its key, and not sent again. That it is not there yet proves nothing:
// the user gets the key to look for.
func TestSubmitThatNeverArrives(t *testing.T) {
	t.Parallel()
	s, err := sim.New(sim.Config{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	s.Faults().Add(sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropBefore})
	env := map[string]string{"HOME": filepath.Join(t.TempDir(), "home"), "SLURM_JWT": s.SlurmToken("alice")}
	var out, errs bytes.Buffer
	st := streams{In: strings.NewReader("#!/bin/sh\ntrue\n"), Out: &out, Err: &errs}
	f := newFactory(st, func(name string) string { return env[name] })
	var slept time.Duration
	f.sleep = func(ctx context.Context, d time.Duration) error {
		slept += d
		return ctx.Err()
	}
	cmd := newRootCmd(f)
	cmd.SetArgs([]string{"--endpoint", server.URL, "submit", "--chdir", "/home/alice", "-"})
	err = cmd.ExecuteContext(t.Context())
	complain(&errs, err)
	if out.Len() > 0 || !strings.Contains(errs.String(), "nobody knows") || !strings.Contains(errs.String(), "flexq:") {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
	posts := 0
	for _, r := range s.Requests() {
		if r.Method == "POST" {
			posts++
		}
	}
	if posts > 1 || slept < 10*time.Second {
		t.Errorf("%d submits, %s of looking", posts, slept)
	}
}
