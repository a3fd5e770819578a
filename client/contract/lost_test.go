package contract_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/sim"
	"flexq/client/slurm"
)

// cut is one way in which a submit, or the answer to it, is lost.
type cut struct {
	fault sim.Fault
	// what is said: refused is any fault with its word that nothing was done, open is that nobody knows, made is the job.
	say string
	// what there is when all is over
	job bool
}

const (
	refused = "refused"
	open    = "open"
	made    = "made"
)

// cuts are all of them: before the request has left or had its effect, after that and before the answer, in the middle
// of the answer, and late.
func cuts() map[string]cut {
	out := map[string]cut{
		"cut in the head of the answer": {sim.Fault{CutAfter: 5}, made, true},
		"cut before the job's number":   {sim.Fault{CutAfter: 40}, made, true},
		"cut in the number":             {sim.Fault{CutAfter: 200}, made, true},
		"the end is missing":            {sim.Fault{Malformed: true}, made, true},
		"quota":                         {sim.Fault{Outer: &sim.OuterError{Code: 429, Status: "RESOURCE_EXHAUSTED", RetryAfter: "1"}}, refused, false},
		"token expired":                 {sim.Fault{Expire: true}, refused, false},
		"refused":                       {sim.Fault{Inner: &sim.InnerError{Status: 500, Number: 2000, Error: "Invalid partition name specified"}}, refused, false},
		"no reason":                     {sim.Fault{Inner: &sim.InnerError{Status: 200, Number: -1, Error: "Unspecified error"}}, refused, false},
		"no reason after it":            {sim.Fault{After: true, Inner: &sim.InnerError{Status: 200, Number: -1, Error: "Unspecified error"}}, made, true},
	}
	for name, f := range map[string]sim.Fault{
		"unavailable":     {Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}},
		"internal":        {Outer: &sim.OuterError{Code: 500, Status: "INTERNAL"}},
		"client closed":   {Outer: &sim.OuterError{Code: 499, Status: "CANCELLED"}},
		"gateway timeout": {Outer: &sim.OuterError{Code: 504, Status: "DEADLINE_EXCEEDED"}},
		"bad gateway":     {HTML: true},
		"socket timeout":  {Inner: &sim.InnerError{Status: 500, Number: 5004, Error: "Socket timed out on send/recv operation"}},
		"receive failure": {Inner: &sim.InnerError{Status: 500, Number: 1003, Error: "Communication message receive failure"}},
		"hard drop":       {Inner: &sim.InnerError{Status: 500, Number: 1805, Error: "Hard drop"}},
		"dropped":         {},
	} {
		before, after, soon, late := f, f, f, f
		after.After, soon.Late, late.Late = true, 2*time.Second, 50*time.Minute
		if name == "dropped" {
			before.Drop, after.Drop = sim.DropBefore, sim.DropAfter
		}
		out[name+" before it"] = cut{before, open, false}
		out[name+" after it"] = cut{after, made, true}
		out[name+", soon"] = cut{soon, made, true}
		out[name+", late"] = cut{late, open, true}
	}
	return out
}

// TestLostSubmit loses a submit in each way. Nothing may ever say that there is no job when there is one, or be sent
// twice; and when it is over, all is known.
func TestLostSubmit(t *testing.T) {
	t.Parallel()
	for name, c := range cuts() {
		for via, direct := range map[string]bool{"platform": false, "direct": true} {
			if direct && c.fault.Outer != nil { // what only the platform says
				continue
			}
			t.Run(name+", "+via, func(t *testing.T) {
				t.Parallel()
				loseSubmit(t, c, direct)
			})
		}
	}
}

func loseSubmit(t *testing.T, x cut, direct bool) {
	t.Helper()
	s, url := serve(t, sim.Config{Profile: sim.Lab, TokenLife: 1000 * time.Hour})
	x.fault.Method, x.fault.Path, x.fault.Count = "POST", "/job/submit", 1
	s.Faults().Add(x.fault)
	c := clientOf(t, s, url, direct)
	lost := client.Lost{Name: "lost", User: "alice", Clock: c.SeenNow(t.Context()).Clock}
	got, err := c.Submit(t.Context(), slurm.Submission{
		Name: "lost", Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 600\n",
	})
	said := open
	switch f := fault.From(err); {
	case err == nil && got.ID != 0:
		said = made
	case f != nil && f.Kind != fault.UnknownOutcome && f.Settled:
		said = refused
	}
	if said != x.say {
		t.Errorf("said %s, %+v, %v; want %s", said, got, err, x.say)
	}
	if posts := sent(s); posts != 1 {
		t.Errorf("sent %d times", posts)
	}
	if said == open {
		lost.Key = fault.From(err).Key
		closeLost(t, x, s, lost, func() *client.Client { return clientOf(t, s, url, direct) })
	}
	s.Advance(2 * time.Hour)
	all, err := clientOf(t, s, url, direct).Accounting(t.Context(), slurm.AccountingQuery{})
	if err != nil || len(all.Items) > 1 || (len(all.Items) == 1) != x.job {
		t.Errorf("there are %d jobs, %v", len(all.Items), err)
	}
}

// closeLost looks for an open submit as a later run does: at once, before a late one arrives, and when none can arrive
// any more.
func closeLost(t *testing.T, x cut, s *sim.Sim, lost client.Lost, again func() *client.Client) {
	t.Helper()
	look := func() (slurm.Submitted, error) { return again().Resolve(t.Context(), lost) }
	for range 2 {
		if _, err := look(); fault.KindOf(err) != fault.UnknownOutcome || fault.From(err).Key != lost.Key {
			t.Errorf("while it may arrive: %v", err)
		}
		s.Advance(20 * time.Minute)
	}
	s.Advance(40 * time.Minute)
	got, err := look()
	if x.job && (err != nil || got.ID != 1 || got.Key != lost.Key) || !x.job && fault.KindOf(err) != fault.JobUnknown {
		t.Errorf("at the end: %+v, %v", got, err)
	}
	if posts := sent(s); posts != 1 {
		t.Errorf("sent %d times", posts)
	}
}

func sent(s *sim.Sim) int {
	posts := 0
	for _, r := range s.Requests() {
		if r.Method == http.MethodPost {
			posts++
		}
	}
	return posts
}

// clientOf is a client with a new token, which waits in simulated time.
func clientOf(t *testing.T, s *sim.Sim, url string, direct bool) *client.Client {
	t.Helper()
	o := gateway.Options{Now: s.Now, Retry: gateway.Retry{Attempts: -1}}
	var gw *gateway.Gateway
	var err error
	if direct {
		o.Transport = auth.Slurm(http.DefaultTransport, auth.Fixed(s.SlurmToken("alice")), "")
		gw, err = gateway.NewDirect(gateway.DirectTarget{URL: url}, o)
	} else {
		o.Transport = auth.Platform(http.DefaultTransport, auth.Fixed(s.AccessToken("alice")), "")
		gw, err = gateway.NewPlatform(gateway.PlatformTarget{Endpoint: url, Project: simProject, Region: simRegion, Cluster: simCluster}, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return client.New(gw, client.Options{
		Now: s.Now, User: "alice", Version: "v0.0.42",
		Sleep: func(_ context.Context, d time.Duration) error {
			s.Advance(d)
			return nil
		},
	})
}

// A token that runs out while the answer to a submit is lost leaves it open: the look needs one. With a new one it is
// found.
func TestTokenRunsOutWhileASubmitIsLooked(t *testing.T) {
	t.Parallel()
	for via, direct := range map[string]bool{"platform": false, "direct": true} {
		t.Run(via, func(t *testing.T) {
			t.Parallel()
			s, url := serve(t, sim.Config{Profile: sim.Lab})
			s.Faults().Add(
				sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropAfter},
				sim.Fault{Method: "GET", Path: "/jobs/", Expire: true},
			)
			_, err := clientOf(t, s, url, direct).Submit(t.Context(), slurm.Submission{
				Name: "lost", Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 600\n",
			})
			f := fault.From(err)
			if f == nil || f.Kind != fault.UnknownOutcome || f.Key == "" || !strings.Contains(f.What, "nobody knows") {
				t.Fatalf("got %v", err)
			}
			s.Faults().Clear()
			if got, err := clientOf(t, s, url, direct).Resolve(t.Context(), client.Lost{Key: f.Key}); err != nil || got.ID != 1 {
				t.Errorf("with a new token: %+v, %v", got, err)
			}
		})
	}
}
