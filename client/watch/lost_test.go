package watch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// Where the memory is there and the stream is not, what the platform still lists is told again, and that it was lost.
func TestLostStreamIsToldAgain(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		spoil       func(path string) error
		warned      string
		wantRecords string
	}{
		"removed": {os.Remove, "begun anew", "c-p-0 scan_error; c-p-0 gpu_error"},
		"garbage": {
			func(path string) error { return os.WriteFile(path, []byte("garbage\nmore\n"), 0o600) },
			"2 lines of ", "c-p-0 scan_error; c-p-0 gpu_error",
		},
		"garbage without an end": {
			func(path string) error { return os.WriteFile(path, []byte("garbage"), 0o600) },
			"begun anew", "c-p-0 scan_error; c-p-0 gpu_error",
		},
		"some lines": {
			func(path string) error {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				return os.WriteFile(path, []byte(strings.ReplaceAll(string(text), `"gpu_error"`, `"gpu_error`)), 0o600)
			}, "1 line of ", "c-p-0 gpu_error",
		},
		"nothing": {func(string) error { return nil }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			start := b.now
			records := []flex.PlatformRecord{
				{At: start.Add(-3 * time.Hour), Type: "VM_SCAN_ERROR", Message: "VM c-p-0"},
				{At: start.Add(-2 * time.Hour), Type: "VM_CONTINUOUS_GPU_ERROR", Message: "VM c-p-0"},
			}
			look := func(after time.Duration) (string, error) {
				b.now = start.Add(after)
				w := b.program(watch.Options{})
				before, failed := w.Events(t.Context(), time.Time{})
				seen, err := w.Observe(t.Context(), machines(b.now, 24*time.Hour, start.Add(-4*time.Hour), records...))
				if err := w.Close(t.Context()); err != nil {
					t.Fatal(err)
				}
				events, _ := w.Events(t.Context(), time.Time{})
				if len(before)+len(seen.Fresh) != len(events) {
					t.Errorf("before %v, fresh %v, at last %v", words(before), words(seen.Fresh), words(events))
				}
				return words(seen.Fresh), errors.Join(failed, err)
			}
			if got, err := look(0); err != nil || got != "c-p-0 scan_error; c-p-0 gpu_error" {
				t.Fatal(got, err)
			}
			if err := tt.spoil(filepath.Join(b.dir, "events.jsonl")); err != nil {
				t.Fatal(err)
			}
			got, err := look(time.Minute)
			want(t, "told again", tt.wantRecords, got)
			if warned := fmt.Sprint(err); tt.warned == "" && err != nil || !strings.Contains(warned, tt.warned) {
				t.Errorf("warned: %s", warned)
			}
			if got, err := look(2 * time.Minute); err != nil && name != "garbage without an end" || got != "" {
				t.Errorf("after that %q, %v", got, err) // without its end a line may still be good
			}
			if got, err := look(3 * time.Minute); err != nil || got != "" {
				t.Errorf("in the end %q, %v", got, err)
			}
		})
	}
}
