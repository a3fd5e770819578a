package sim_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/sim"
)

const (
	jobsPath   = "/slurm/v0.0.42/jobs/"
	submitPath = "/slurm/v0.0.42/job/submit"
)

func TestFaultsOnAnswers(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name  string
		fault sim.Fault
		check func(t *testing.T, r reply)
	}{
		{"outer error", sim.Fault{Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE", Message: "away", RetryAfter: "7"}}, func(t *testing.T, r reply) {
			t.Helper()
			if r.status != 503 || r.at("error", "status") != "UNAVAILABLE" || r.at("error", "message") != "away" || r.header.Get("Retry-After") != "7" {
				t.Errorf("%+v", r)
			}
		}},
		{"inner error", sim.Fault{Inner: &sim.InnerError{Status: 500, Number: 1800, Error: "Unable to contact", Description: "d", Source: "s"}}, func(t *testing.T, r reply) {
			t.Helper()
			errs, _ := r.at("structuredBody", "errors").([]any)
			if r.status != 200 || r.at("status") != 500.0 || len(errs) != 1 || !strings.Contains(r.body, `"error_number":1800`) {
				t.Errorf("%+v", r)
			}
		}},
		{"cut body", sim.Fault{CutAfter: 100}, func(t *testing.T, r reply) {
			t.Helper()
			if !errors.Is(r.err, io.ErrUnexpectedEOF) || len(r.body) != 100 || r.status != 200 {
				t.Errorf("%+v", r)
			}
		}},
		{"cut before the body", sim.Fault{CutAfter: -1}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err == nil || r.body != "" {
				t.Errorf("%+v", r)
			}
		}},
		{"cut body, whole for HTTP", sim.Fault{CutAfter: 100, CutWhole: true}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err != nil || len(r.body) != 100 || r.status != 200 {
				t.Errorf("%+v", r)
			}
		}},
		{"no body, whole for HTTP", sim.Fault{CutAfter: -1, CutWhole: true}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err != nil || r.body != "" || r.status != 200 {
				t.Errorf("%+v", r)
			}
		}},
		{"malformed body", sim.Fault{Malformed: true}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err != nil || r.status != 200 || jsontext.Value(r.body).IsValid() || !strings.HasPrefix(r.body, `{"status":200,`) {
				t.Errorf("%+v", r)
			}
		}},
		{"page", sim.Fault{HTML: true}, func(t *testing.T, r reply) {
			t.Helper()
			if r.status != 502 || !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") || !strings.Contains(r.body, "<html>") {
				t.Errorf("%+v", r)
			}
		}},
		{"slow body", sim.Fault{Slow: time.Millisecond, SlowBytes: 64}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err != nil || r.at("status") != 200.0 {
				t.Errorf("%+v", r)
			}
		}},
		{"latency", sim.Fault{Latency: 5 * time.Millisecond}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err != nil || r.at("status") != 200.0 {
				t.Errorf("%+v", r)
			}
		}},
		{"dropped", sim.Fault{Drop: sim.DropBefore}, func(t *testing.T, r reply) {
			t.Helper()
			if r.err == nil || r.status != 0 {
				t.Errorf("%+v", r)
			}
		}},
		{"expired token", sim.Fault{Expire: true}, func(t *testing.T, r reply) {
			t.Helper()
			if r.status != 401 || r.at("error", "status") != "UNAUTHENTICATED" {
				t.Errorf("%+v", r)
			}
		}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, sim.Config{})
			k.fault.Method, k.fault.Path, k.fault.Count = "GET", "/jobs/", 1
			s.Faults().Add(k.fault)
			if r := s.call("alice", "GET", "/slurm/v0.0.42/ping/", ""); r.status != 200 {
				t.Errorf("another path: %+v", r)
			}
			k.check(t, s.call("alice", "GET", jobsPath, ""))
			if r := s.call("alice", "GET", jobsPath, ""); r.status != 200 || r.at("status") != 200.0 {
				t.Errorf("after the fault: %+v", r)
			}
			if n := s.Faults().Hits(); n != 1 {
				t.Errorf("%d hits", n)
			}
		})
	}
}

// TestFaultsOnWrites checks what a client must not confuse: a lost answer to a write that was done, and one that was
// not.
func TestFaultsOnWrites(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name  string
		fault sim.Fault
		jobs  int
	}{
		{"before", sim.Fault{Drop: sim.DropBefore}, 0},
		{"after", sim.Fault{Drop: sim.DropAfter}, 1},
		{"cut", sim.Fault{CutAfter: 20}, 1},
		{"unavailable", sim.Fault{Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}}, 0},
		{"bad gateway", sim.Fault{HTML: true}, 0},
		{"refused by Slurm", sim.Fault{Inner: &sim.InnerError{Status: 500, Number: 2000}}, 0},
		{"unavailable after", sim.Fault{After: true, Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}}, 1},
		{"gateway timeout after", sim.Fault{After: true, HTML: true, Outer: &sim.OuterError{Code: 504}}, 1},
		{"bad gateway after", sim.Fault{After: true, HTML: true}, 1},
		{"socket timeout after", sim.Fault{After: true, Inner: &sim.InnerError{Status: 500, Number: 5004}}, 1},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, through := range []string{"platform", "direct"} {
				s := serve(t, sim.Config{})
				k.fault.Path = "job/submit"
				s.Faults().Add(k.fault)
				if through == "direct" {
					s.direct("alice", "POST", submitPath, sleeper)
				} else {
					s.call("alice", "POST", submitPath, sleeper)
				}
				s.Faults().Clear()
				r := s.direct("alice", "GET", "/slurm/v0.0.42/jobs/state/", "")
				if jobs, ok := r.at("jobs").([]any); !ok || len(jobs) != k.jobs {
					t.Errorf("%s: %d jobs, want %d", through, len(jobs), k.jobs)
				}
				if log := s.Requests(); len(log) == 0 || log[0].Executed != (k.jobs == 1) {
					t.Errorf("%s: log %+v", through, log)
				}
			}
		})
	}
}

// TestFaultsAfterTheEffect checks that the answer is the fault's all the same, also before a real slurmrestd.
func TestFaultsAfterTheEffect(t *testing.T) {
	t.Parallel()
	inner := sim.Fault{After: true, Inner: &sim.InnerError{Status: 500, Number: 5004, Error: "Socket timed out"}}
	outer := sim.Fault{After: true, Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE", Message: "away"}}
	page := sim.Fault{After: true, HTML: true, Outer: &sim.OuterError{Code: 504}}
	for _, forward := range []bool{false, true} {
		back := serve(t, sim.Config{})
		front := back
		if forward {
			token := back.SlurmToken("alice")
			front = serve(t, sim.Config{Forward: &sim.Forward{URL: back.url, Token: func() string { return token }}})
		}
		for i, f := range []sim.Fault{inner, outer, page} {
			front.Faults().Add(f)
			r := front.call("alice", "POST", submitPath, sleeper)
			front.Faults().Clear()
			switch i {
			case 0:
				if r.status != 200 || r.at("status") != 500.0 || !strings.Contains(r.body, "5004") || strings.Contains(r.body, "job_id") {
					t.Errorf("forward %v: %d %s", forward, r.status, r.body)
				}
			case 1:
				if r.status != 503 || r.at("error", "message") != "away" {
					t.Errorf("forward %v: %d %s", forward, r.status, r.body)
				}
			default:
				if r.status != 504 || !strings.Contains(r.body, "<html>") {
					t.Errorf("forward %v: %d %s", forward, r.status, r.body)
				}
			}
			jobs, ok := back.direct("alice", "GET", "/slurm/v0.0.42/jobs/state/", "").at("jobs").([]any)
			if !ok || len(jobs) != i+1 {
				t.Errorf("forward %v: %d jobs after %d submits", forward, len(jobs), i+1)
			}
			if log := front.Requests(); !log[len(log)-1].Executed && !forward {
				t.Errorf("log %+v", log)
			}
		}
	}
}

func TestFaultsCount(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.Faults().Add(
		sim.Fault{Path: "/ping/", Skip: 1, Count: 2, Outer: &sim.OuterError{Code: 429, Status: "RESOURCE_EXHAUSTED"}},
		sim.Fault{Path: "/token", Outer: &sim.OuterError{Code: 500, Status: "INTERNAL"}},
		sim.Fault{Method: "GET", Path: "modelDevelopmentClusters", Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}},
	)
	var got []int
	for range 5 {
		got = append(got, s.call("alice", "GET", "/slurm/v0.0.42/ping/", "").status)
	}
	if want := []int{200, 429, 429, 200, 200}; !equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if r := s.do("POST", "/token", ""); r.status != 500 {
		t.Errorf("token endpoint: %d", r.status)
	}
	if r := s.do("GET", clusters+"/hcsdemo", ""); r.status != 503 {
		t.Errorf("resource: %d", r.status)
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestFaultLatencyEndsWithTheClient checks that a client that gives up frees the service at once.
func TestFaultLatencyEndsWithTheClient(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.Faults().Add(sim.Fault{Latency: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "GET", jobsPath, nil)
	r.Header.Set("X-SLURM-USER-TOKEN", s.SlurmToken("alice"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
	}()
	cancel()
	<-done
	if log := s.Requests(); len(log) != 1 || log[0].Executed {
		t.Errorf("log %+v", log)
	}
}

func TestDaemonsDown(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.ControllerDown(true)
	if r := s.call("alice", "GET", jobsPath, ""); r.at("status") != 502.0 || !strings.Contains(r.body, "1800") {
		t.Errorf("jobs: %s", r.body)
	}
	if r := s.call("alice", "GET", "/slurm/v0.0.42/ping/", ""); r.at("status") != 200.0 || !strings.Contains(r.body, `"responding":false`) {
		t.Errorf("ping: %s", r.body)
	}
	if r := s.call("alice", "GET", "/slurmdb/v0.0.42/jobs/", ""); r.at("status") != 200.0 {
		t.Errorf("accounting: %s", r.body)
	}
	s.ControllerDown(false)
	s.DatabaseDown(true)
	if r := s.call("alice", "GET", "/slurmdb/v0.0.42/jobs/", ""); r.at("status") != 502.0 {
		t.Errorf("accounting: %s", r.body)
	}
	if r := s.call("alice", "GET", jobsPath, ""); r.at("status") != 200.0 {
		t.Errorf("jobs: %s", r.body)
	}
	if r := s.do(http.MethodGet, "/nosuch", ""); r.status != 404 || r.at("error", "status") != "NOT_FOUND" {
		t.Errorf("another path: %+v", r)
	}
}
