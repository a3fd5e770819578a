package pane_test

import (
	"testing"

	"flexq/client/slurm"
	"flexq/tui/pane"
)

func TestJobsOn(t *testing.T) {
	t.Parallel()
	running := slurm.ParseJobState("RUNNING")
	jobs := []slurm.Job{
		{ID: 1, State: running, Nodes: "n[1-3]"},
		{ID: 2, State: running, Nodes: "n2,x"},
		{ID: 3, State: slurm.ParseJobState("PENDING"), Nodes: "n1"},
		{ID: 4, State: running},
		{ID: 5, State: running, Nodes: "n[1-4000000000]"}, // nobody has so many
	}
	on := pane.JobsOn(jobs)
	for node, want := range map[string][]uint64{"n1": {1}, "n2": {1, 2}, "n3": {1}, "x": {2}, "n4": nil} {
		var got []uint64
		for _, j := range on[node] {
			got = append(got, j.ID)
		}
		if len(got) != len(want) || len(got) > 0 && got[len(got)-1] != want[len(want)-1] {
			t.Errorf("on %s are %v, want %v", node, got, want)
		}
	}
}
