package sim_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// A late request has its effect when its time has come, in the order of the times, and its client hears nothing of it.
func TestLate(t *testing.T) {
	t.Parallel()
	for name, direct := range map[string]bool{"direct": true, "platform": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, sim.Config{})
			call := s.call
			if direct {
				call = s.direct
			}
			s.Faults().Add(
				sim.Fault{Method: "POST", Late: time.Minute, Count: 1},
				sim.Fault{Method: "POST", Late: 30 * time.Second, Count: 1, Inner: &sim.InnerError{Status: 500, Number: 5004, Error: "Socket timed out on send/recv operation"}},
				sim.Fault{Method: "POST", Late: 30 * time.Second, Count: 1, HTML: true},
			)
			named := func(name string) string { return strings.Replace(sleeper, `"name":"s"`, `"name":"`+name+`"`, 1) }
			if r := call("alice", "POST", submitPath, named("last")); r.err == nil || r.status != 0 {
				t.Errorf("dropped: %+v", r)
			}
			if r := call("alice", "POST", submitPath, named("first")); !strings.Contains(r.body, "Socket timed out") {
				t.Errorf("Slurm's error: %+v", r)
			}
			if r := call("alice", "POST", submitPath, named("second")); r.status != 502 {
				t.Errorf("a page: %+v", r)
			}
			names := func() string {
				var out []string
				r := call("alice", "GET", jobsPath, "")
				for _, n := range []string{"first", "second", "last"} {
					if strings.Contains(r.body, `"name":"`+n+`"`) {
						out = append(out, n)
					}
				}
				return strings.Join(out, " ")
			}
			for _, step := range []struct {
				pass time.Duration
				want string
			}{{0, ""}, {29 * time.Second, ""}, {2 * time.Second, "first second"}, {time.Hour, "first second last"}} {
				s.Advance(step.pass)
				if got := names(); got != step.want && step.pass < time.Hour {
					t.Errorf("after %v: %q, want %q", step.pass, got, step.want)
				}
			}
			r := call("alice", "GET", "/slurmdb/v0.0.42/jobs/", "")
			first, second, last := strings.Index(r.body, `"name":"first"`), strings.Index(r.body, `"name":"second"`), strings.Index(r.body, `"name":"last"`)
			if first < 0 || second < first || last < second {
				t.Errorf("accounting has them at %d, %d, %d: %s", first, second, last, r.body)
			}
		})
	}
}

// Before a real Slurm the time is real, and what is not sent yet when the simulation ends is not sent at all.
func TestLateBeforeASlurm(t *testing.T) {
	t.Parallel()
	back := serve(t, sim.Config{})
	s := serve(t, sim.Config{Forward: &sim.Forward{URL: back.url, Token: func() string { return back.SlurmToken("alice") }}})
	s.Faults().Add(sim.Fault{Method: "POST", Late: time.Nanosecond, Count: 1}, sim.Fault{Method: "POST", Late: time.Hour})
	for range 2 {
		if r := s.call("alice", "POST", submitPath, sleeper); r.err == nil {
			t.Errorf("answered: %+v", r)
		}
	}
	for deadline := time.Now().Add(3 * time.Minute); back.RequestCount() == 0 && time.Now().Before(deadline); {
		<-time.After(time.Millisecond)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if n := back.RequestCount(); n != 1 {
		t.Errorf("%d requests were sent", n)
	}
}
