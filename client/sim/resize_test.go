package sim_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"flexq/client/sim"
)

type resize struct {
	Name  string `json:"name"`
	State string `json:"state"`
	By    int    `json:"resizeBy"`
	Run   struct {
		Seconds string `json:"seconds"`
	} `json:"requestedRunDuration"`
	Status struct {
		Error struct {
			Errors []struct {
				Code string `json:"code"`
			} `json:"errors"`
		} `json:"error"`
	} `json:"status"`
}

// requests reads the groups with the one request of each.
func (s *service) requests() map[string]resize {
	s.t.Helper()
	r := s.of("alice", "aggregated/instanceGroupManagers", "filter", `name eq "hcsdemo-.*"`)
	var list struct {
		Items map[string]struct {
			Groups []struct {
				Name string `json:"name"`
			} `json:"instanceGroupManagers"`
		} `json:"items"`
	}
	if err := json.Unmarshal([]byte(r.body), &list); err != nil || r.status != 200 {
		s.t.Fatal(err, r.body)
	}
	out := map[string]resize{}
	for scope, in := range list.Items {
		for _, g := range in.Groups {
			r := s.of("alice", scope+"/instanceGroupManagers/"+g.Name+"/resizeRequests")
			var one struct {
				Items []resize `json:"items"`
			}
			if err := json.Unmarshal([]byte(r.body), &one); err != nil || r.status != 200 || len(one.Items) != 1 {
				s.t.Fatalf("%v: %s", err, r.body)
			}
			out[g.Name] = one.Items[0]
		}
	}
	return out
}

func TestResizeRequests(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	state := func(prefix string) string {
		for name, r := range s.requests() {
			if strings.HasPrefix(name, prefix) {
				if r.Name != "initial-resize" || r.Run.Seconds != "604800" {
					t.Errorf("%+v", r)
				}
				return r.State
			}
		}
		return ""
	}
	must(s.SetStock("flexnodeset", sim.StockWaits))
	s.submit("alice", "flex", `,"tres_per_node":"gres/gpu:8","minimum_nodes":2`)
	s.Advance(2 * time.Second)
	if got := state("hcsdemo-flexnodeset-job-1-"); got != "CREATING" {
		t.Errorf("at first %q: %v", got, s.requests())
	}
	s.Advance(10 * time.Second)
	if got := state("hcsdemo-flexnodeset-job-1-"); got != "ACCEPTED" {
		t.Errorf("without stock %q", got)
	}
	must(s.SetStock("flexnodeset", sim.StockNormal))
	s.Advance(8 * time.Second)
	if got := state("hcsdemo-flexnodeset-job-1-"); got != "SUCCEEDED" || s.instances()["hcsdemo-flexnodeset-1"].ID == "" {
		t.Errorf("with stock %q", got)
	}
	must(s.SetStock("flexnodeset", sim.StockFails))
	s.submit("bob", "flex", `,"tres_per_node":"gres/gpu:8","requeue":true`)
	s.Advance(10 * time.Second)
	if got := state("hcsdemo-flexnodeset-job-2-"); got != "FAILED" {
		t.Errorf("failing %q", got)
	}
	r := s.direct("bob", "GET", "/slurm/v0.0.42/node/hcsdemo-flexnodeset-2", "")
	if !strings.Contains(r.body, "GCP Error: ZONE_RESOURCE_POOL_EXHAUSTED") || !strings.Contains(r.body, `"DOWN"`) {
		t.Errorf("node %s", r.body)
	}
	r = s.direct("bob", "GET", "/slurm/v0.0.42/job/2", "")
	if !strings.Contains(r.body, `"admin_comment":"GCP Error: ZONE_RESOURCE_POOL_EXHAUSTED`) || !strings.Contains(r.body, `"restart_cnt":1`) {
		t.Errorf("job %s", r.body)
	}
	must(s.SetStock("flexnodeset", sim.StockNormal))
	s.Advance(20 * time.Minute)
	if r = s.direct("bob", "GET", "/slurm/v0.0.42/job/2", ""); !strings.Contains(r.body, `"RUNNING"`) {
		t.Errorf("job %s", r.body)
	}
	must(s.ExpireLease("hcsdemo-a3unodeset-0"))
	if got := state("hcsdemo-a3unodeset-"); got != "CREATING" {
		t.Errorf("static %q", got)
	}
	if r := s.of("alice", "zones/us-central1-a/instanceGroupManagers/nosuch/resizeRequests"); r.status != 404 {
		t.Errorf("no such group: %d %s", r.status, r.body)
	}
	if err := s.SetStock("nosuch", sim.StockWaits); err == nil {
		t.Error("a pool that is none")
	}
}
