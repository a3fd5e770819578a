package flex_test

import (
	"slices"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// What happens to a node hits the jobs that are on it or were thrown off it, and none that has ended by itself.
func TestEndedJobsAreNotHit(t *testing.T) {
	t.Parallel()
	for state, want := range map[string][]string{
		"COMPLETED": nil, "FAILED": nil, "CANCELLED": nil, "TIMEOUT": nil, "RUNNING": {"7"}, "NODE_FAIL": {"7"},
	} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			start := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
			var m flex.Memory
			var events []flex.Event
			for i, look := range []struct{ node, job string }{{"MIXED", "RUNNING"}, {"IDLE", state}, {"DOWN", state}} {
				now := start.Add(time.Duration(i) * 30 * time.Second)
				m, events = flex.Observe(m, flex.Snapshot{
					Now: now, NodesAsOf: now, JobsAsOf: now,
					Nodes: []slurm.Node{{Name: "n-0", State: slurm.ParseNodeState(look.node)}},
					Jobs:  []slurm.Job{{ID: 7, User: "alice", State: slurm.ParseJobState(look.job), Nodes: "n-0"}},
				}, flex.Settings{})
			}
			at := slices.IndexFunc(events, func(e flex.Event) bool { return e.Type == flex.NodeDown })
			if at < 0 {
				t.Fatalf("no node went down: %+v", events)
			}
			if got := events[at].Jobs; !slices.Equal(got, want) {
				t.Errorf("it hit %v, want %v", got, want)
			}
		})
	}
}
