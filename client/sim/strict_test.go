package sim_test

import (
	"strings"
	"sync"
	"testing"

	"flexq/client/sim"
)

// TestStrict checks that a request that is not of the protocol is reported, and a good one is not.
func TestStrict(t *testing.T) {
	t.Parallel()
	const v = "/slurm/v0.0.42"
	call := func(method, path, body string) func(*service) reply {
		return func(s *service) reply { return s.call("alice", method, path, body) }
	}
	direct := func(method, path, body string) func(*service) reply {
		return func(s *service) reply { return s.direct("alice", method, path, body) }
	}
	raw := func(envelope string) func(*service) reply {
		return func(s *service) reply { return s.platform("alice", envelope) }
	}
	for _, k := range []struct {
		name string
		send func(*service) reply
		want string // part of the report; "" for none
	}{
		{"ping", call("GET", v+"/ping/", ""), ""},
		{"jobs", call("GET", v+"/jobs/?flags=ALL&update_time=5", ""), ""},
		{"states", call("GET", v+"/jobs/state/?job_id=1&job_id=2", ""), ""},
		{"submit", call("POST", v+"/job/submit", sleeper), ""},
		{"update", call("POST", v+"/job/1", `{"comment":"x"}`), ""},
		{"cancel", call("DELETE", v+"/job/1?signal=USR1", ""), ""},
		{"accounting", call("GET", "/slurmdb/v0.0.42/jobs/?users=alice&state=FAILED&state=TIMEOUT&start_time=1", ""), ""},
		{"direct kill", direct("DELETE", v+"/jobs/", `{"jobs":["1"]}`), ""},

		{"body on GET", call("GET", v+"/jobs/", `{"x":1}`), "a GET has no body"},
		{"body on DELETE", call("DELETE", v+"/job/1", `{"x":1}`), "no body with a DELETE"},
		{"no body on POST", call("POST", v+"/job/1", ""), "a POST needs a body"},
		{"comma", call("GET", v+"/jobs/state/?job_id=1,2", ""), "not commas"},
		{"encoded comma", call("GET", v+"/jobs/state/?job_id=1%2C2", ""), "not commas"},
		{"unknown parameter", call("GET", v+"/jobs/?nosuch=1", ""), `unknown field "nosuch"`},
		{"unknown field", call("POST", v+"/job/submit", strings.Replace(sleeper, `"name"`, `"nosuch":1,"name"`, 1)), `unknown field "nosuch"`},
		{"wrong type", call("POST", v+"/job/submit", strings.Replace(sleeper, `"name":"s"`, `"name":5`, 1)), "Expected OpenAPI type=string"},
		{"number as text", call("POST", v+"/job/submit", strings.Replace(sleeper, `"name"`, `"tasks":"2","name"`, 1)), "Expected OpenAPI type=integer"},
		{"unknown field of an update", call("POST", v+"/job/1", `{"nosuch":1}`), `unknown field "nosuch"`},
		{"unknown field of the envelope", raw(`{"method":"HTTP_METHOD_GET","path":"/slurm/v0.0.42/ping/","x":1}`), `unknown field "x"`},
		{"method", raw(`{"method":"GET","path":"/slurm/v0.0.42/ping/"}`), `method "GET"`},
		{"path", raw(`{"method":"HTTP_METHOD_GET","path":"slurm/v0.0.42/ping/"}`), `path "slurm`},
		{"body as text", raw(`{"method":"HTTP_METHOD_POST","path":"/slurm/v0.0.42/job/1","body":"{}"}`), "body is not an object"},
		{"envelope", raw(`[]`), "not a JSON object"},
		{"content type", func(s *service) reply {
			return s.do("POST", clusters+"/hcsdemo:callSlurmRestApi", `{"method":"HTTP_METHOD_GET","path":"/slurm/v0.0.42/ping/"}`,
				"Authorization", "Bearer "+s.AccessToken("alice"), "Content-Type", "text/plain")
		}, "content type"},
		{"another version", call("GET", "/slurm/v0.0.45/ping/", ""), ""},
		{"no such path", call("GET", v+"/nothing/", ""), "no such method and path"},
		{"method of a path", direct("PUT", v+"/jobs/", `{}`), "no such method and path"},
		{"method of the platform", func(s *service) reply {
			return s.do("GET", clusters+"/hcsdemo:callSlurmRestApi", "", "Authorization", "Bearer "+s.AccessToken("alice"))
		}, "no such method"},
		{"time limit", call("POST", v+"/job/submit", strings.Replace(sleeper, `"name"`, `"time_limit":"1:00:00","name"`, 1)), "Expected integer"},
		{"unknown state", call("GET", "/slurmdb/v0.0.42/jobs/?state=NOSUCH", ""), "Unknown flag"},
		{"direct content type", func(s *service) reply {
			return s.do("POST", v+"/job/submit", sleeper, "X-SLURM-USER-TOKEN", s.SlurmToken("alice"), "Content-Type", "text/plain")
		}, "content type"},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var reports []string
			s := serve(t, sim.Config{Strict: true, OnViolation: func(text string) {
				mu.Lock()
				defer mu.Unlock()
				reports = append(reports, text)
			}})
			if r := k.send(s); r.err != nil {
				t.Fatal(r.err)
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case k.want == "" && len(reports) > 0:
				t.Errorf("reported: %q", reports)
			case k.want != "" && !strings.Contains(strings.Join(reports, "\n"), k.want):
				t.Errorf("got %q, want a report of %q", reports, k.want)
			}
		})
	}
}
