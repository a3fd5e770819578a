package sim_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// Each run of a job that was requeued is a record of accounting, unless a flag of the query leaves the earlier ones out.
func TestRunsOfARequeuedJob(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.submit("alice", "a3u", `,"required_nodes":["hcsdemo-a3unodeset-1"],"requeue":true`)
	s.submit("alice", "cpu", "")
	s.Advance(10 * time.Second)
	if err := s.KillNode("hcsdemo-a3unodeset-1"); err != nil {
		t.Fatal(err)
	}
	s.Advance(10 * time.Minute)
	for query, want := range map[string]int{
		"": 2, "?skip_steps=true": 1, "?skip_steps=false": 2, "?skip_steps=true&show_duplicates=true": 2, "?job_name=s": 2,
	} {
		r := s.direct("alice", "GET", "/slurmdb/v0.0.42/jobs/"+query, "")
		if n := strings.Count(r.body, `"submit_line"`); r.status != 200 || n != want+1 { // and the other job
			t.Errorf("%q: %d, %d records, want %d", query, r.status, n, want+1)
		}
	}
}
