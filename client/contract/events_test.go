package contract_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/sim"
	"flexq/client/slurm"
)

// TestSimEvents does to the simulated cluster what TestSlurmEvents does to the real Slurm, and wants the events that
// flexq tells of that: when they differ, the simulation is wrong.
func TestSimEvents(t *testing.T) {
	t.Parallel()
	s, url := serve(t, sim.Config{Profile: sim.Lab})
	target := direct(url, func(_ *testing.T, user string) string { return s.SlurmToken(user) })
	o := observe(t, target.Client(t, "alice"), s.Now, t.TempDir())
	o.look(t.Context(), t)
	began := s.Now()
	submit := func(name, partition, node, script string, requeue bool) {
		_, err := o.client.Submit(t.Context(), slurm.Submission{
			Name: name, Partition: partition, Script: "#!/bin/bash\n" + script + "\n", WorkDir: "/home/alice", Env: []string{"PATH=/bin"},
			RequiredNodes: node, Requeue: &requeue,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	submit("cloud", "flex", cloudNode, "sleep 15", true) // 1
	submit("again", "cpu", cpuDies, "sleep 600", true)   // 2
	submit("lost", "cpu", cpuDies, "sleep 600", false)   // 3
	submit("stays", "cpu", cpuDrains, "sleep 30", true)  // 4
	pass := func(d time.Duration) {
		for range int(d / time.Second) {
			s.Advance(time.Second)
			o.look(t.Context(), t)
		}
	}
	root := target.Client(t, "root")
	order := func(u slurm.NodeUpdate) {
		if _, err := root.UpdateNode(t.Context(), cpuDrains, u); err != nil {
			t.Fatal(err)
		}
	}
	pass(3 * time.Second)
	if err := s.KillNode(cpuDies); err != nil {
		t.Fatal(err)
	}
	order(slurm.NodeUpdate{State: slurm.OrderDrain, Reason: "fan is loud"})
	pass(100 * time.Second)
	if _, err := root.Cancel(t.Context(), slurm.RefTo(2), ""); err != nil {
		t.Fatal(err)
	}
	order(slurm.NodeUpdate{State: slurm.OrderResume})
	if err := s.ReviveNode(cpuDies); err != nil {
		t.Fatal(err)
	}
	pass(100 * time.Second)

	got := map[string][]string{}
	events, err := o.watcher.Events(t.Context(), began)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		t.Logf("%s %-15s %-22s %-6s %s", e.At.Format("15:04:05.0"), e.Type, e.Node, strings.Join(e.Jobs, ","), e.Text)
		key := e.Node
		if e.Type == flex.JobRequeued || e.Type == flex.JobNodeFailed || e.Type == flex.JobEnded {
			key = "job"
		}
		got[key] = append(got[key], strings.TrimSpace(string(e.Type)+" "+strings.Join(e.Jobs, ",")))
	}
	slices.Sort(got["job"])
	want := map[string][]string{
		cloudNode: {"powering_up", "ready", "machine_created", "powering_down", "powered_down"},
		cpuDies:   {"not_responding 2,3", "down 2,3", "up"},
		cpuDrains: {"draining 4", "drained", "resumed"},
		"job":     {"job_ended 1", "job_ended 4", "node_fail 3", "requeued 2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-real Slurm +simulated):\n%s", diff)
	}
}
