package preflight_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/preflight"
	"flexq/client/slurm"
)

// undecided is the world of a Slurm that does not say which partition is the default (before v0.0.45), without a
// cluster resource that does.
func undecided() preflight.World {
	w := world()
	w.Partitions[0].Default = false
	return w
}

// A job that names no partition is held against the default one, which is said.
func TestDefaultPartition(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*preflight.World, *slurm.Submission)
		want   []string
	}{
		"fits":  {func(*preflight.World, *slurm.Submission) {}, nil},
		"nodes": {func(_ *preflight.World, s *slurm.Submission) { s.Nodes = "5" }, []string{"error --nodes: the default partition a3u has 4 nodes; ask for 4 or fewer"}},
		"limit": {func(w *preflight.World, s *slurm.Submission) {
			w.Partitions[0].MaxTime, s.Limit = slurm.LimitOf(60), slurm.LimitOf(120)
		}, []string{"severe --time: longer than the default partition a3u allows, 01:00:00: it would wait for ever; ask for 01:00:00 or less"}},
		"most nodes": {func(w *preflight.World, s *slurm.Submission) {
			w.Partitions[0].MaxNodes, s.Nodes = slurm.NumOf(2), "3"
		}, []string{"severe --nodes: the default partition a3u allows a job 2 nodes: it would wait for ever; ask for 2 or fewer"}},
		"drained": {func(w *preflight.World, _ *slurm.Submission) {
			w.Partitions[0].State = []string{"DRAIN"}
		}, []string{"error --partition: the default partition a3u takes no jobs now (DRAIN); choose another partition, or wait"}},
		"down": {func(w *preflight.World, _ *slurm.Submission) {
			w.Partitions[0].State = []string{"DOWN"}
		}, []string{"warning --partition: the default partition a3u starts no jobs now (DOWN); choose another partition, or let the job wait"}},
		"accounts": {func(w *preflight.World, _ *slurm.Submission) {
			w.Partitions[0].AllowAccts, w.Enforces = "ops", true
		}, []string{`severe --account: the default partition a3u is not for the account "research": it would wait for ever; the only one is ops`}},
		"lease": {func(w *preflight.World, s *slurm.Submission) {
			w.Pools.Pools[0].Model, w.Pools.Pools[0].MaxDuration, s.Limit = flex.FlexStart, 7*24*time.Hour, days(8)
		}, []string{"severe --time: longer than a lease of a3u can be (7 days): it could never finish, in the default partition a3u; checkpoint and use --requeue, or ask for 7-00:00:00 or less"}},
		"as the cluster's resource says": {func(w *preflight.World, s *slurm.Submission) {
			w.Partitions[0].Default, w.Pools.Default, s.Nodes = false, "cpu", "3"
		}, []string{"error --nodes: the default partition cpu has 2 nodes; ask for 2 or fewer"}},
		"Slurm's word counts before the resource's": {func(w *preflight.World, s *slurm.Submission) {
			w.Pools.Default, s.Nodes = "cpu", "3"
		}, nil},
		"hidden": {func(w *preflight.World, s *slurm.Submission) {
			w.Partitions, s.Nodes = w.Partitions[1:], "5"
		}, []string{"error --nodes: the default partition a3u has 4 nodes; ask for 4 or fewer"}},
		"a resource that names none that there is": {func(w *preflight.World, s *slurm.Submission) {
			w.Partitions[0].Default, w.Pools.Default, s.Nodes = false, "gone", "4"
		}, []string{"warning --partition: no partition is named, and Slurm does not say which is the default: if it is cpu, cpu has 2 nodes; name one"}},
		"a partition is named": {func(w *preflight.World, s *slurm.Submission) {
			w.Partitions[0].State, s.Partition = []string{"DRAIN"}, "cpu"
		}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, s := world(), job(func(s *slurm.Submission) { s.Partition = "" })
			tt.change(&w, &s)
			wantTexts(t, preflight.Check(s, w), tt.want...)
		})
	}
}

// Where Slurm does not say which partition is the default, only what none can hold is an error; what one of them could not
// is a doubt.
func TestDefaultPartitionIsNotKnown(t *testing.T) {
	t.Parallel()
	const doubt = "warning --partition: no partition is named, and Slurm does not say which is the default: "
	w, s := undecided(), job(func(s *slurm.Submission) { s.Partition = "" })
	wantTexts(t, preflight.Check(s, w))
	s.Nodes = "5"
	wantTexts(t, preflight.Check(s, w), "error --nodes: no partition can hold it: a3u has 4 nodes; ask for 4 or fewer")
	s.Nodes = "4" // too many for cpu alone
	wantTexts(t, preflight.Check(s, w), doubt+"if it is cpu, cpu has 2 nodes; name one")
	s.Nodes, s.Limit = "", days(40)
	wantTexts(t, preflight.Check(s, w), doubt+"if it is cpu, longer than cpu allows, 7-00:00:00: it would wait for ever; "+
		"if it is flex, longer than flex allows, 30-00:00:00: it would wait for ever; name one")
	w.Partitions[0].MaxTime = days(39)
	wantTexts(t, preflight.Check(s, w), "severe --time: no partition can hold it: longer than a3u allows, 39-00:00:00: it would wait for ever; ask for 39-00:00:00 or less")
	w, s.Limit = undecided(), days(8) // within the limit of flex, and beyond its leases
	wantTexts(t, preflight.Check(s, w), doubt+"if it is cpu, longer than cpu allows, 7-00:00:00: it would wait for ever; "+
		"if it is flex, longer than a lease of flex can be (7 days): it could never finish; name one")
}

// A cluster without a default partition refuses a job that names none, unless the site chooses one for it.
func TestNoDefaultPartition(t *testing.T) {
	t.Parallel()
	w, s := undecided(), job(func(s *slurm.Submission) { s.Partition = "" })
	for i := range w.Partitions {
		w.Partitions[i].SaysDefault = true
	}
	w.Pools.Default = "cpu" // which is not so any more
	const none = "warning --partition: no partition is named, and none that Slurm lists is the default: Slurm refuses it, unless the site chooses one; choose one of a3u, cpu, flex"
	wantTexts(t, preflight.Check(s, w), none)
	s.Nodes = "3"
	wantTexts(t, preflight.Check(s, w), none)
	w.Access.Partitions = nil // hidden ones are not known
	wantTexts(t, preflight.Check(s, w), none)
	if got := w.DefaultPartition(); got != "" {
		t.Errorf("the default partition is %q", got)
	}
}
