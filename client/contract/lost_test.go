package contract_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/sim"
	"flexq/client/slurm"
)

// TestLostSubmit loses the answer to a submit in each way, before and after it has made a job. Nothing may ever say that
// there is no job when there is one, or be sent twice.
func TestLostSubmit(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]sim.Fault{
		"unavailable":     {Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}},
		"internal":        {Outer: &sim.OuterError{Code: 500, Status: "INTERNAL"}},
		"client closed":   {Outer: &sim.OuterError{Code: 499, Status: "CANCELLED"}},
		"gateway timeout": {Outer: &sim.OuterError{Code: 504, Status: "DEADLINE_EXCEEDED"}},
		"bad gateway":     {HTML: true},
		"socket timeout":  {Inner: &sim.InnerError{Status: 500, Number: 5004, Error: "Socket timed out on send/recv operation"}},
		"receive failure": {Inner: &sim.InnerError{Status: 500, Number: 1003, Error: "Communication message receive failure"}},
		"hard drop":       {Inner: &sim.InnerError{Status: 500, Number: 1805, Error: "Hard drop"}},
		"no reason":       {Inner: &sim.InnerError{Status: 200, Number: -1, Error: "Unspecified error"}},
		"dropped":         {Drop: sim.DropBefore},
	} {
		for _, after := range []bool{false, true} {
			title := name + " before the effect"
			if after {
				title = name + " after it"
			}
			t.Run(title, func(t *testing.T) {
				t.Parallel()
				fails := f
				if fails.After = after; after && fails.Drop != sim.DropNever {
					fails.Drop = sim.DropAfter
				}
				loseSubmit(t, fails, name == "no reason")
			})
		}
	}
}

// loseSubmit submits once through the fault; provable says that Slurm's own words end its work.
func loseSubmit(t *testing.T, f sim.Fault, provable bool) {
	t.Helper()
	s, url := serve(t, sim.Config{Profile: sim.Lab})
	f.Method, f.Path, f.Count = "POST", "/job/submit", 1
	s.Faults().Add(f)
	gw, err := gateway.NewPlatform(gateway.PlatformTarget{
		Endpoint: url, Project: simProject, Region: simRegion, Cluster: simCluster,
	}, gateway.Options{
		Transport: auth.Platform(http.DefaultTransport, auth.Fixed(s.AccessToken("alice")), ""), Now: s.Now,
		Retry: gateway.Retry{Attempts: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := client.New(gw, client.Options{
		Now: s.Now, User: "alice", Version: "v0.0.42",
		Sleep: func(_ context.Context, d time.Duration) error {
			s.Advance(d)
			return nil
		},
	})
	got, err := c.Submit(t.Context(), slurm.Submission{
		Name: "lost", Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 600\n",
	})
	posts := 0
	for _, r := range s.Requests() {
		if r.Method == "POST" {
			posts++
		}
	}
	if posts != 1 {
		t.Errorf("sent %d times", posts)
	}
	acted := f.After || f.Drop == sim.DropAfter
	switch {
	case acted:
		if err != nil || got.ID == 0 {
			t.Errorf("the job is there: got %+v, %v", got, err)
		}
	case provable:
		if fault.KindOf(err) != fault.Refused {
			t.Errorf("got %v, want that it was not submitted", err)
		}
	default:
		if fault.KindOf(err) != fault.UnknownOutcome {
			t.Errorf("got %v, want that nobody knows", err)
		}
	}
}
