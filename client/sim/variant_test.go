package sim_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

func TestResourceForms(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Resource: sim.ResourceSnake})
	get := func(path string) reply {
		return s.do("GET", clusters+path, "", "Authorization", "Bearer "+s.AccessToken("alice"))
	}
	r := get("/hcsdemo")
	for _, want := range []string{
		`"effective_flex_start_max_duration":"604800s"`, `"scaling_spec":{"min_node_count":"4","max_node_count":"4"}`, `"nodes_status":[`,
		`"slurm_spec":{`, `"node_pools":[{"id":"login"`,
	} {
		if !strings.Contains(r.body, want) {
			t.Errorf("no %s in %.1500s", want, r.body)
		}
	}
	if strings.Contains(r.body, "nodePools") {
		t.Errorf("both forms: %.300s", r.body)
	}
	if list := get(""); !strings.HasPrefix(list.body, `{"clusters":[{"name":`) {
		t.Errorf("list %.100s", list.body)
	}
}

func TestLeaseReservations(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{LeaseReservations: true})
	r := s.direct("alice", "GET", "/slurm/v0.0.42/reservation/dws-eol-hcsdemo-a3unodeset-2", "")
	list, _ := r.at("reservations").([]any)
	if len(list) != 1 || !strings.Contains(r.body, `"flags":["MAINT","IGNORE_JOBS","SPEC_NODES"]`) || !strings.Contains(r.body, `"node_list":"hcsdemo-a3unodeset-2"`) {
		t.Fatal(r.body)
	}
	one, _ := list[0].(map[string]any)
	begin, _ := one["start_time"].(map[string]any)
	start, _ := begin["number"].(float64)
	if end := at(t, s.instances()["hcsdemo-a3unodeset-2"].Status2.Scheduling.End).Unix(); int64(start) <= end || int64(start) > end+60 {
		t.Errorf("reserved from %v, the machine ends at %d", start, end)
	}
	if r := s.direct("alice", "GET", "/slurm/v0.0.42/reservations/", ""); strings.Count(r.body, `"name":"dws-eol-`) != 4 {
		t.Errorf("%.400s", r.body)
	}
}

// TestDates checks that answers of the platform are dated by its own clock.
func TestDates(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.Advance(36 * time.Hour)
	for _, r := range []reply{
		s.of("alice", "aggregated/instances"), s.call("alice", "GET", "/slurm/v0.0.42/ping/", ""),
		s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer x"),
	} {
		if got := r.header.Get("Date"); got != s.Now().Format(http.TimeFormat) {
			t.Errorf("status %d is of %s, now is %s", r.status, got, s.Now())
		}
	}
	if r := s.direct("alice", "GET", "/slurm/v0.0.42/ping/", ""); r.header.Get("Date") != "" {
		t.Errorf("slurmrestd says it is %s", r.header.Get("Date"))
	}
}

// TestUsersInOrder checks that users of the configuration are the same in each cluster of one seed.
func TestUsersInOrder(t *testing.T) {
	t.Parallel()
	cfg := sim.Config{Users: map[string]sim.User{}}
	for i, name := range []string{"nina", "otto", "paul", "quinn", "rosa", "sven", "tara"} {
		cfg.Users[name] = sim.User{UID: 5000 + uint32(i), Account: "extra"}
	}
	want := serve(t, cfg).direct("alice", "GET", "/slurmdb/v0.0.42/associations/", "").body
	if !strings.Contains(want, `"quinn"`) {
		t.Fatal(want)
	}
	for range 8 {
		if got := serve(t, cfg).direct("alice", "GET", "/slurmdb/v0.0.42/associations/", "").body; got != want {
			t.Fatalf("users differ: %.300s and %.300s", got, want)
		}
	}
}
