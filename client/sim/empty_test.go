package sim_test

import (
	"encoding/json"
	"testing"
	"time"

	"flexq/client/sim"
)

// The queue of a Demo without jobs is empty and stays so; its nodes are there.
func TestDemoWithoutJobs(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Profile: sim.Demo, Jobs: -1, Nodes: 24, Seed: 3})
	s.Advance(24 * time.Hour)
	var got struct{ Jobs, Nodes []any }
	for _, path := range []string{"jobs", "nodes"} {
		r := s.direct("alice", "GET", "/slurm/v0.0.42/"+path+"/", "")
		if r.status != 200 {
			t.Fatal(r)
		}
		if err := json.Unmarshal([]byte(r.body), &got); err != nil {
			t.Fatal(err)
		}
	}
	if len(got.Jobs) != 0 || len(got.Nodes) < 24 {
		t.Errorf("%d jobs, %d nodes", len(got.Jobs), len(got.Nodes))
	}
}
