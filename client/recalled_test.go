package client_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// sluggish takes seven seconds for each answer, and serves some versions.
type sluggish struct {
	slow
	served []string
	broken string // a version that cannot be asked

	mu    sync.Mutex
	calls []string
}

func (s *sluggish) Do(ctx context.Context, r gateway.Request, _ wire.Fields) (gateway.Answer, error) {
	s.mu.Lock()
	s.calls = append(s.calls, r.Method+" "+r.Path)
	s.mu.Unlock()
	select {
	case <-time.After(7 * time.Second):
	case <-ctx.Done():
		return gateway.Answer{}, fault.New(fault.Cancelled, "", "")
	}
	if v := strings.Split(r.Path, "/")[2]; v == s.broken {
		return gateway.Answer{}, fault.New(fault.Unavailable, "", "")
	}
	if slices.Contains(s.served, strings.Split(r.Path, "/")[2]) {
		return gateway.Answer{Status: 200}, nil
	}
	return gateway.Answer{}, fault.New(fault.NoVersion, "", "")
}

func TestVersionOfASlowCluster(t *testing.T) {
	t.Parallel()
	recalled := func(v string) client.Spoken { return client.Spoken{Version: v, Newest: client.Versions()[0]} }
	for name, c := range map[string]struct {
		recalled client.Spoken
		served   string
		took     time.Duration // for the first list
	}{
		"newest":          {client.Spoken{}, "v0.0.45", 14 * time.Second},
		"oldest":          {client.Spoken{}, "v0.0.40", 21 * time.Second},
		"recalled":        {recalled("v0.0.42"), "v0.0.42", 7 * time.Second},
		"recalled, gone":  {recalled("v0.0.42"), "v0.0.44", 28 * time.Second},
		"not one of ours": {recalled("v0.0.39"), "v0.0.45", 14 * time.Second},
		"garbage":         {recalled("../../etc"), "v0.0.45", 14 * time.Second},
		"by an older flexq": {
			client.Spoken{Version: "v0.0.42", Newest: "v0.0.44"}, "v0.0.45", 14 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gw := &sluggish{served: []string{c.served}}
				began := time.Now()
				if _, err := client.Over(gw, client.Options{Now: time.Now, Recalled: c.recalled}).Partitions(t.Context()); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(began); took != c.took {
					t.Errorf("took %v, want %v: %v", took, c.took, gw.calls)
				}
			})
		})
	}
}

// What may not be the newest is good enough for this run, and not for the next.
func TestVersionBesideOneThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gw := &sluggish{served: []string{"v0.0.42", "v0.0.43"}, broken: "v0.0.44"}
		var told []client.Spoken
		o := client.Options{Now: time.Now, OnVersion: func(s client.Spoken) { told = append(told, s) }}
		if got, err := client.Over(gw, o).Cluster(t.Context()); err != nil || got.DataVersion != "v0.0.43" {
			t.Errorf("got %+v, %v", got, err)
		}
		if len(told) > 0 {
			t.Errorf("kept for later: %v", told)
		}
		gw.served = nil
		_, err := client.Over(gw, o).Cluster(t.Context())
		wantKind(t, err, fault.Unavailable)
	})
}

// recalling gives a client what an earlier run knew, and notes what a later one is to know.
func recalling(version, release string, told *[]client.Spoken) func(*client.Options) {
	var mu sync.Mutex
	return func(o *client.Options) {
		o.Version = ""
		o.Recalled = client.Spoken{Version: version, Release: release, Newest: client.Versions()[0]}
		o.OnVersion = func(s client.Spoken) {
			mu.Lock()
			defer mu.Unlock()
			*told = append(*told, s)
		}
	}
}

// pinged is a ping's answer of a release of Slurm.
func pinged(release string) answer {
	return answer{status: 200, text: fmt.Sprintf(`{"pings": [{"hostname": "c", "responding": true, "pinged": "UP"}],`+
		` "meta": {"slurm": {"cluster": "hcs", "release": %q}}}`, release)}
}

func spokenNow(version, release string) []client.Spoken {
	return []client.Spoken{{Version: version, Release: release, Newest: client.Versions()[0]}}
}

func TestRecalledVersion(t *testing.T) {
	t.Parallel()
	submitted := answer{status: 200, text: `{"job_id": 7, "meta": {"slurm": {"cluster": "hcs", "release": "25.11.1"}}}`}
	for name, c := range map[string]struct {
		release string            // in which the cluster answers now
		served  map[string]answer // pings
		do      func(*server, *client.Client)
		told    []client.Spoken
		calls   []string // without pings
	}{
		"a read asks at once": {
			release: "24.11.5",
			do:      func(s *server, c *client.Client) { noError(s.t)(c.Jobs(s.t.Context(), 0)) },
			calls:   []string{"GET /slurm/v0.0.42/jobs/?flags=ALL"},
		},
		"the same Slurm": {
			served: map[string]answer{"v0.0.42": pinged("24.11.5")},
			do:     func(s *server, c *client.Client) { noError(s.t)(c.Cluster(s.t.Context())) },
		},
		"an upgrade that still serves it": {
			served: map[string]answer{"v0.0.42": pinged("25.11.1"), "v0.0.44": pinged("25.11.1")},
			do:     func(s *server, c *client.Client) { noError(s.t)(c.Cluster(s.t.Context())) },
			told:   spokenNow("v0.0.44", "25.11.1"),
		},
		"an upgrade that serves nothing newer that is known": {
			served: map[string]answer{"v0.0.42": pinged("24.11.6")},
			do:     func(s *server, c *client.Client) { noError(s.t)(c.Cluster(s.t.Context())) },
			told:   spokenNow("v0.0.42", "24.11.6"),
		},
		"an upgrade that took it away, seen by a read": {
			served: map[string]answer{"v0.0.44": pinged("25.11.1")},
			do:     func(s *server, c *client.Client) { noError(s.t)(c.Jobs(s.t.Context(), 0)) },
			told:   spokenNow("v0.0.44", "25.11.1"),
			calls:  []string{"GET /slurm/v0.0.42/jobs/?flags=ALL", "GET /slurm/v0.0.44/jobs/?flags=ALL"},
		},
		"an upgrade that took it away, seen by a submit": {
			served: map[string]answer{"v0.0.44": pinged("25.11.1")},
			do: func(s *server, c *client.Client) {
				t := s.t
				s.on("POST /slurm/v0.0.44/job/submit", submitted)
				noError(t)(c.Submit(t.Context(), slurm.Submission{Name: "x", Script: "#!/bin/sh\n"}))
			},
			told:  spokenNow("v0.0.44", "25.11.1"),
			calls: []string{"POST /slurm/v0.0.44/job/submit"}, // and none of v0.0.42
		},
		"a submit after a read": {
			release: "24.11.5",
			do: func(s *server, c *client.Client) {
				t := s.t
				s.on("POST /slurm/v0.0.42/job/submit", submitted)
				noError(t)(c.Jobs(t.Context(), 0))
				noError(t)(c.Submit(t.Context(), slurm.Submission{Name: "x", Script: "#!/bin/sh\n"}))
			},
			calls: []string{"GET /slurm/v0.0.42/jobs/?flags=ALL", "POST /slurm/v0.0.42/job/submit"},
		},
		// It was served a moment ago: whether the cluster had taken the job is nobody's to guess.
		"an upgrade between a read and a submit": {
			release: "24.11.5",
			served:  map[string]answer{"v0.0.44": pinged("25.11.1")},
			do: func(s *server, c *client.Client) {
				t := s.t
				noError(t)(c.Jobs(t.Context(), 0))
				s.on("POST /slurm/v0.0.42/job/submit", notServed())
				_, err := c.Submit(t.Context(), slurm.Submission{Name: "x", Script: "#!/bin/sh\n"})
				if f := asKind(t, err, fault.NoVersion); !strings.Contains(f.What, "nothing was changed") || f.Cure != "do it again" {
					t.Errorf("got %v", f)
				}
			},
			told:  spokenNow("v0.0.44", "25.11.1"),
			calls: []string{"GET /slurm/v0.0.42/jobs/?flags=ALL", "POST /slurm/v0.0.42/job/submit"},
		},
		"one that nothing is served in any more": {
			do: func(s *server, c *client.Client) {
				t := s.t
				_, err := c.Jobs(t.Context(), 0)
				wantKind(t, err, fault.NoVersion)
			},
			calls: []string{"GET /slurm/v0.0.42/jobs/?flags=ALL"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, platform := range []bool{false, true} {
				var told []client.Spoken
				s, cl := open(t, platform, recalling("v0.0.42", "24.11.5", &told))
				pings(s)
				for v, a := range c.served {
					s.on(ping(v), a)
				}
				s.on("GET /slurm/v0.0.42/jobs/?flags=ALL", notServed())
				s.on("GET /slurm/v0.0.44/jobs/?flags=ALL", file("v0.0.44/jobs.json"))
				if c.release != "" {
					s.on("GET /slurm/v0.0.42/jobs/?flags=ALL", file("v0.0.42/jobs.json"))
				}
				c.do(s, cl)
				if d := cmp.Diff(c.told, told); d != "" {
					t.Errorf("told later runs: -want +got\n%s", d)
				}
				got := slices.DeleteFunc(s.asked(), func(call string) bool { return strings.HasSuffix(call, "/ping/") })
				if d := cmp.Diff(c.calls, got, cmp.Transformer("none", func(l []string) string { return strings.Join(l, "\n") })); d != "" {
					t.Errorf("asked: -want +got\n%s", d)
				}
			}
		})
	}
}

// noError fails the test where a call did.
func noError(t *testing.T) func(any, error) {
	t.Helper()
	return func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
}
