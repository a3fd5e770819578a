package sim_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// TestForward puts the platform before a slurmrestd, which is another simulation served by itself.
func TestForward(t *testing.T) {
	t.Parallel()
	back := serve(t, sim.Config{})
	token := back.SlurmToken("bob")
	front := serve(t, sim.Config{Forward: &sim.Forward{URL: back.url, Token: func() string { return token }}})
	r := front.call("alice", "POST", submitPath, sleeper)
	if r.status != 200 || r.at("status") != 200.0 || r.at("structuredBody", "job_id") != 1.0 {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if log := back.Requests(); len(log) != 1 || log[0].User != "bob" || !log[0].Direct {
		t.Errorf("the slurmrestd saw %+v", log)
	}
	back.Advance(2 * time.Second)
	if r := front.call("alice", "GET", "/slurm/v0.0.42/job/1?flags=ALL", ""); !strings.Contains(r.body, `"job_state":["RUNNING"]`) {
		t.Errorf("%s", r.body)
	}
	for path, status := range map[string]float64{"/slurm/v0.0.42/job/99": 404, "/slurm/v0.0.99/ping/": 404, "/slurm/v0.0.42/jobs/state/?job_id=1,2": 400} {
		if r := front.call("alice", "GET", path, ""); r.status != 200 || r.at("status") != status {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	res := front.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+front.AccessToken("alice"))
	for _, want := range []string{
		`{"id":"a3u","scalingSpec":{"minNodeCount":4,"maxNodeCount":4}}`, `{"id":"flex","scalingSpec":{"minNodeCount":0,"maxNodeCount":4}}`,
		`"nodePoolId":"cpu","nodePoolType":"NODE_POOL_TYPE_COMPUTE","nodeState":"RUNNING","instanceName":"hcsdemo-cpunodeset-1"`,
	} {
		if !strings.Contains(res.body, want) {
			t.Errorf("resource lacks %s: %s", want, res.body)
		}
	}
	if strings.Contains(res.body, "flexnodeset-0") || strings.Contains(res.body, "FLEX_START") {
		t.Errorf("resource knows more than Slurm: %s", res.body)
	}
	machines := front.instances("filter", "name:hcsdemo-*")
	if x := machines["hcsdemo-cpunodeset-1"]; len(machines) != 6 || x.Status != "RUNNING" || x.ID != "" || x.Status2.Scheduling.End != "" {
		t.Errorf("machines %+v", machines)
	}
	if r := front.of("alice", "aggregated/instanceGroupManagers"); r.status != 200 || strings.Contains(r.body, "flexnodeset") {
		t.Errorf("groups: %d %s", r.status, r.body)
	}
	if r := front.report("alice", `{"nodeActions":[{"nodeId":"hcsdemo-cpunodeset-1"}]}`); r.status != 400 || r.at("error", "status") != "FAILED_PRECONDITION" {
		t.Errorf("report: %d %s", r.status, r.body)
	}
	back.Faults().Add(sim.Fault{Path: "/jobs/", CutAfter: 50})
	if r := front.call("alice", "GET", jobsPath, ""); r.err == nil {
		t.Errorf("a cut answer came through whole: %s", r.body)
	}
}

func TestForwardToNobody(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for _, url := range []string{gone.URL, "unix:" + filepath.Join(t.TempDir(), "nosuch.sock")} {
		s := serve(t, sim.Config{Forward: &sim.Forward{URL: url}})
		if r := s.call("alice", "GET", jobsPath, ""); r.status != 503 || r.at("error", "status") != "UNAVAILABLE" {
			t.Errorf("%s: %d %s", url, r.status, r.body)
		}
		if r := s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+s.AccessToken("alice")); r.status != 503 {
			t.Errorf("%s: resource: %d %s", url, r.status, r.body)
		}
		if r := s.of("alice", "aggregated/instances"); r.status != 503 {
			t.Errorf("%s: machines: %d %s", url, r.status, r.body)
		}
	}
	for _, url := range []string{"", "slurm:6820", "ftp://x"} {
		if _, err := sim.New(sim.Config{Forward: &sim.Forward{URL: url}}); err == nil {
			t.Errorf("%q is taken for a slurmrestd", url)
		}
	}
}

func TestForwardToASocket(t *testing.T) {
	t.Parallel()
	back, err := sim.New(sim.Config{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rest.sock")
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewUnstartedServer(back.Handler())
	if err := srv.Listener.Close(); err != nil {
		t.Fatal(err)
	}
	srv.Listener = listener
	srv.Start()
	t.Cleanup(srv.Close)
	front := serve(t, sim.Config{Forward: &sim.Forward{URL: "unix:" + path, Token: func() string { return back.SlurmToken("alice") }}})
	if r := front.call("alice", "GET", "/slurm/v0.0.42/ping/", ""); r.at("status") != 200.0 {
		t.Errorf("%d %s", r.status, r.body)
	}
}
