package watch_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/client/watch"
)

// machines is a cluster of one node, as a platform tells of it.
func machines(now time.Time, life time.Duration, created time.Time, records ...flex.PlatformRecord) flex.Snapshot {
	p := flex.Pools{
		Cluster: "c", Origin: flex.FromResource, AsOf: now, Events: records, Instances: map[string]flex.Instance{},
		Pools: []flex.Pool{{ID: "p", Model: flex.FlexStart, MaxDuration: life, Min: 1, Max: 1}},
	}
	state := slurm.ParseNodeState("DOWN")
	if !created.IsZero() {
		p.Instances["c-p-0"] = flex.Instance{Node: "c-p-0", PoolID: "p", State: "RUNNING", ID: "700", Created: created}
		state = slurm.ParseNodeState("IDLE")
	}
	return flex.Snapshot{Now: now, Pools: p, NodesAsOf: now, Nodes: []slurm.Node{{Name: "c-p-0", State: state}}, JobsAsOf: now}
}

// Where the stream is there and the memory is not, as after a crash in the first minute, the platform's records tell
// nothing anew that is in the stream under what the machines showed.
func TestLostMemoryTellsNothingTwice(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	start := b.now
	created := start.Add(-time.Hour)
	record := flex.PlatformRecord{At: start.Add(70 * time.Second), Type: "VM_DELETION", Message: "VM c-p-0"}
	later := flex.PlatformRecord{At: start.Add(time.Hour), Type: "VM_SCAN_ERROR", Message: "VM c-p-0"}
	observe := func(w *watch.Watcher, s flex.Snapshot) string {
		t.Helper()
		b.now = s.Now
		seen, err := w.Observe(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return kinds(words(seen.Fresh), "expired", "deleted", "health", "scan_error", "repair")
	}
	const life = time.Hour + time.Minute
	w := b.program(watch.Options{})
	observe(w, machines(start, life, created))
	observe(w, machines(start.Add(time.Minute), life, created))
	want(t, "the end", "c-p-0 expired", observe(w, machines(start.Add(2*time.Minute), life, time.Time{}, record)))
	observe(w, machines(start.Add(20*time.Minute), life, time.Time{}, record))

	if err := os.Remove(filepath.Join(b.dir, "memory.json")); err != nil {
		t.Fatal(err)
	}
	w = b.program(watch.Options{})
	blind := machines(start.Add(2*time.Hour), life, time.Time{})
	blind.Pools = flex.Pools{} // the platform answers later
	want(t, "before it answers", "", observe(w, blind))
	got := observe(w, machines(start.Add(2*time.Hour+time.Minute), life, time.Time{}, record, later))
	want(t, "of the records only what came later", "c-p-0 scan_error", got)
}

// A report from here tells which jobs are on the node: one of a later run that ends with its machine is blamed on it.
func TestReportIsRemembered(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	start := b.now
	w := b.program(watch.Options{})
	if _, err := w.Observe(t.Context(), machines(start, 24*time.Hour, start.Add(-time.Hour))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	report := flex.ReportEvent(start.Add(time.Minute), flex.FaultReport{Node: "c-p-0"}, flex.Operation{Name: "op"})
	report.Jobs = []string{"7"}
	teller := b.program(watch.Options{})
	if err := teller.Tell(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	if err := teller.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.now = start.Add(10 * time.Minute)
	s := machines(b.now, 24*time.Hour, time.Time{})
	s.Jobs = []slurm.Job{{
		ID: 7, User: "alice", State: slurm.ParseJobState("PENDING"), Restarts: 1, Submit: slurm.TimeOf(start.Add(2 * time.Minute)),
	}}
	seen, err := b.program(watch.Options{}).Observe(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range seen.Fresh {
		if e.Type == flex.JobRequeued && e.Node == "c-p-0" && e.ConcernsJob("7") {
			return
		}
	}
	t.Errorf("the job that was on the reported node is not told to be requeued for it: %v", words(seen.Fresh))
}
