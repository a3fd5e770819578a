package client_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

func unpinned(o *client.Options) { o.Version = "" }

// notServed is what slurmrestd says of a version that it does not know. [version-unknown]
func notServed() answer {
	return answer{status: 404, text: "Unable find requested URL. Please view /openapi/v3 for API reference."}
}

func pings(s *server, served ...string) []string {
	var calls []string
	for _, v := range client.Versions() {
		call := "GET /slurm/" + v + "/ping/"
		calls = append(calls, call)
		s.on(call, notServed())
		for _, ok := range served {
			if v == ok {
				s.on(call, file(v+"/ping.json"))
			}
		}
	}
	return calls
}

func TestVersionIsTheNewestThatIsServed(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		calls := pings(s, "v0.0.42", "v0.0.41", "v0.0.40")
		got, err := c.Cluster(t.Context())
		if err != nil || got.DataVersion != "v0.0.42" || !got.Responding {
			t.Fatalf("got %+v, %v", got, err)
		}
		wantPings(t, s, calls[:4]...)
		s.on("GET /slurm/v0.0.42/diag/", file("v0.0.42/diag.json"))
		if _, err := c.Diag(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantPings(t, s, "GET /slurm/v0.0.42/diag/") // remembered
		if _, err := c.Cluster(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantPings(t, s, calls[3])
	})
}

func TestVersionIsFoundByTheFirstQuestion(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		pings(s, "v0.0.44")
		s.on("GET /slurm/v0.0.44/jobs/?flags=ALL", file("v0.0.44/jobs.json"))
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				if list, err := c.Jobs(t.Context(), 0); err != nil || len(list.Items) != 5 {
					t.Errorf("got %d jobs, %v", len(list.Items), err)
				}
			})
		}
		wg.Wait()
		n := 0
		for _, call := range s.asked() {
			if strings.Contains(call, "v0.0.45/ping") {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the cluster was asked for v0.0.45 %d times", n)
		}
	})
}

// After an upgrade of Slurm a version is served no more. [version-unknown]
func TestVersionThatIsNoLongerServed(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		pings(s, "v0.0.42")
		if _, err := c.Cluster(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.asked()
		pings(s, "v0.0.44")
		s.on("GET /slurm/v0.0.42/jobs/?flags=ALL", notServed())
		s.on("GET /slurm/v0.0.44/jobs/?flags=ALL", file("v0.0.44/jobs.json"))
		if list, err := c.Jobs(t.Context(), 0); err != nil || len(list.Items) != 5 {
			t.Errorf("got %d jobs, %v", len(list.Items), err)
		}
		wantPings(t, s, "GET /slurm/v0.0.42/jobs/?flags=ALL", ping("v0.0.42"), ping("v0.0.45"), ping("v0.0.44"),
			"GET /slurm/v0.0.44/jobs/?flags=ALL")
	})
}

func ping(v string) string { return "GET /slurm/" + v + "/ping/" }

// wantPings fails unless these calls were made, and beside them none but pings: older versions are asked for at the same
// time, and whether the cluster hears of it before the answer is known is up to the scheduler.
func wantPings(t *testing.T, s *server, want ...string) {
	t.Helper()
	got := s.asked()
	for _, call := range want {
		i := slices.Index(got, call)
		if i < 0 {
			t.Errorf("nobody asked %s", call)
			continue
		}
		got = slices.Delete(got, i, i+1)
	}
	for _, call := range got {
		if !strings.HasSuffix(call, "/ping/") {
			t.Errorf("asked beside them: %s", call)
		}
	}
}

func TestVersionThatIsNoLongerServedIsNotAllThatIsAsked(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		pings(s, "v0.0.42")
		if _, err := c.Cluster(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.asked()
		pings(s, "v0.0.45")
		if got, err := c.Cluster(t.Context()); err != nil || got.DataVersion != "v0.0.45" {
			t.Errorf("got %+v, %v", got, err)
		}
		wantPings(t, s, ping("v0.0.42"), ping("v0.0.45"))
		calls := pings(s)
		_, err := c.Cluster(t.Context())
		if f := asKind(t, err, fault.NoVersion); !strings.Contains(f.What, "v0.0.40 to v0.0.45") ||
			strings.Contains(f.Cure, "slurm_version") { // nobody has set it
			t.Errorf("got %v", f)
		}
		wantPings(t, s, calls...)
	})
}

// What is served and has nothing under a path is kept.
func TestVersionThatLacksAPath(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		pings(s, "v0.0.42")
		s.on("GET /slurm/v0.0.42/reservations/", notServed())
		if _, err := c.Cluster(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.asked()
		_, err := c.Reservations(t.Context())
		wantKind(t, err, fault.NoVersion)
		wantPings(t, s, "GET /slurm/v0.0.42/reservations/", ping("v0.0.42"))
	})
}

// A 404 without Slurm's number for an unknown job may be that of a version which is served no more.
func TestVersionOfAnUnknownJob(t *testing.T) {
	t.Parallel()
	empty := answer{status: 404}
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		pings(s, "v0.0.42")
		s.on("GET /slurm/v0.0.42/job/5?flags=ALL", empty)
		s.on("GET /slurmdb/v0.0.42/job/5", file("v0.0.42/db-job-unknown.json"))
		_, err := c.Job(t.Context(), slurm.RefTo(5))
		wantKind(t, err, fault.JobUnknown)
		pings(s, "v0.0.44")
		s.on("GET /slurm/v0.0.44/job/5?flags=ALL", answer{status: 200, text: `{"jobs": [{"job_id": 5}]}`})
		if d, err := c.Job(t.Context(), slurm.RefTo(5)); err != nil || len(d.Jobs) != 1 {
			t.Errorf("got %+v, %v", d, err)
		}
	})
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		pings(s, "v0.0.42")
		if _, err := c.Cluster(t.Context()); err != nil {
			t.Fatal(err)
		}
		pings(s, "v0.0.44")
		s.on("DELETE /slurm/v0.0.42/job/5", empty)
		s.asked()
		_, err := c.Cancel(t.Context(), slurm.RefTo(5), "")
		f := asKind(t, err, fault.NoVersion)
		if !strings.Contains(f.What, "v0.0.44; nothing was changed") {
			t.Errorf("got %v", f)
		}
		wantPings(t, s, "DELETE /slurm/v0.0.42/job/5", ping("v0.0.42"), ping("v0.0.45"), ping("v0.0.44")) // not sent again
		pings(s, "v0.0.44")
		s.on("DELETE /slurm/v0.0.44/job/5", empty)
		if got, err := c.Cancel(t.Context(), slurm.RefTo(5), ""); err != nil || got.Result != slurm.CancelUnknown {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestVersionPinned(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.42/ping/", file("v0.0.42/ping.json"), notServed())
		if got, err := c.Cluster(t.Context()); err != nil || got.DataVersion != "v0.0.42" {
			t.Errorf("got %+v, %v", got, err)
		}
		_, err := c.Cluster(t.Context())
		if f := asKind(t, err, fault.NoVersion); !strings.Contains(f.What, "v0.0.42") || !strings.Contains(f.Cure, "slurm_version") {
			t.Errorf("got %v", f)
		}
		wantCalls(t, s, "GET /slurm/v0.0.42/ping/", "GET /slurm/v0.0.42/ping/")
	})
}

func TestVersionNone(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		calls := pings(s)
		_, err := c.Nodes(t.Context())
		if f := asKind(t, err, fault.NoVersion); !strings.Contains(f.What, "v0.0.40 to v0.0.45") {
			t.Errorf("got %v", f)
		}
		wantPings(t, s, calls...)
	})
}

func TestVersionIsNotTheMatter(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.45/ping/", answer{status: 401, text: "Authentication failure"})
		_, err := c.Cluster(t.Context())
		wantKind(t, err, fault.TokenRejected)
		wantCalls(t, s, "GET /slurm/v0.0.45/ping/")
	})
}
