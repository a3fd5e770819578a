package watch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/slurm"
	"flexq/client/watch"
)

// bench is a cluster in memory, and what its programs share: a folder and a clock.
type bench struct {
	t    *testing.T
	dir  string // "" keeps nothing on disk
	now  time.Time
	jobs []slurm.Job
	down bool // the only node
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return &bench{t: t, dir: filepath.Join(t.TempDir(), "alice"), now: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)}
}

// program starts one that watches the cluster.
func (b *bench) program(o watch.Options) *watch.Watcher {
	b.t.Helper()
	if b.dir != "" {
		j, err := journal.Open(journal.Options{Dir: b.dir})
		if err != nil {
			b.t.Fatal(err)
		}
		o.Journal = j
	}
	o.Now = func() time.Time { return b.now }
	return watch.New(o)
}

func (b *bench) snapshot() flex.Snapshot {
	state := slurm.ParseNodeState("IDLE")
	if b.down {
		state = slurm.ParseNodeState("DOWN")
	}
	nodes := []slurm.Node{{Name: "n1", State: state, Partitions: []string{"p"}}}
	return flex.Snapshot{Now: b.now, Nodes: nodes, NodesAsOf: b.now, Jobs: slices.Clone(b.jobs), JobsAsOf: b.now}
}

// look lets some time pass and a program look at the cluster. It returns the events that are fresh, and those to ring
// for, as words.
func (b *bench) look(w *watch.Watcher) (fresh, notify string) {
	b.t.Helper()
	b.now = b.now.Add(5 * time.Second)
	seen, err := w.Observe(b.t.Context(), b.snapshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if seen.Outlook == nil {
		b.t.Fatal("there is no outlook")
	}
	return words(seen.Fresh), words(seen.Notify)
}

func (b *bench) run(id uint64, user string) {
	b.jobs = append(b.jobs, slurm.Job{
		ID: id, User: user, Name: "train", Partition: "p", Nodes: "n1", State: slurm.ParseJobState("RUNNING"), Start: slurm.TimeOf(b.now),
	})
}

func (b *bench) end(id uint64, state string) {
	for i := range b.jobs {
		if b.jobs[i].ID == id {
			b.jobs[i].State, b.jobs[i].End = slurm.ParseJobState(state), slurm.TimeOf(b.now)
		}
	}
}

func words(events []flex.Event) string {
	out := make([]string, 0, len(events))
	for _, e := range events {
		word := strings.Join(strings.Fields(strings.Join([]string{e.Node, strings.Join(e.Jobs, ","), string(e.Type)}, " ")), " ")
		if e.Mine {
			word += " (mine)"
		}
		out = append(out, word)
	}
	return strings.Join(out, "; ")
}

func want(t *testing.T, what, want, got string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestJobThatEndsIsToldOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(7, "alice")
	b.run(8, "bob")
	w := b.program(watch.Options{Settings: flex.Settings{User: "alice"}})
	fresh, _ := b.look(w)
	want(t, "the first sight tells no differences", "", fresh)
	b.end(7, "COMPLETED")
	b.end(8, "COMPLETED")
	fresh, notify := b.look(w)
	want(t, "fresh", "n1 7 job_ended (mine)", fresh)
	want(t, "rung for", "n1 7 job_ended (mine)", notify)
	fresh, notify = b.look(w)
	want(t, "again", "", fresh+notify)
}

func TestOneOfTwoProgramsRings(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(7, "alice")
	settings := flex.Settings{User: "alice"}
	first := b.program(watch.Options{Settings: settings})
	second := b.program(watch.Options{Settings: settings})
	b.look(first)
	b.look(second)
	b.end(7, "FAILED")
	for _, tt := range []struct {
		w             *watch.Watcher
		fresh, notify string
	}{{second, "n1 7 job_failed (mine)", "n1 7 job_failed (mine)"}, {first, "n1 7 job_failed (mine)", ""}, {second, "", ""}} {
		fresh, notify := b.look(tt.w)
		want(t, "fresh", tt.fresh, fresh)
		want(t, "rung for", tt.notify, notify)
	}
	events, err := first.Events(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "the stream", "n1 7 job_failed (mine)", words(events))
}

func TestProgramThatCannotRingTakesNothingAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(7, "alice")
	settings := flex.Settings{User: "alice"}
	follower := b.program(watch.Options{Settings: settings, Rings: watch.Never})
	screen := b.program(watch.Options{Settings: settings})
	b.look(follower)
	b.look(screen)
	b.end(7, "COMPLETED")
	fresh, notify := b.look(follower)
	want(t, "the follower sees it", "n1 7 job_ended (mine)", fresh)
	want(t, "and does not ring", "", notify)
	_, notify = b.look(screen)
	want(t, "the screen does", "n1 7 job_ended (mine)", notify)
}

func TestOthersEventsAreFreshAndMarked(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(7, "alice")
	alices := b.program(watch.Options{Settings: flex.Settings{User: "alice"}})
	another := b.program(watch.Options{})
	b.look(alices)
	b.look(another)
	report := flex.ReportEvent(b.now, flex.FaultReport{Node: "n1"}, flex.Operation{Name: "op-1"})
	report.Jobs = []string{"7"}
	if err := another.Tell(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	fresh, _ := b.look(another)
	want(t, "told by itself", "n1 7 reported", fresh)
	fresh, _ = b.look(alices)
	want(t, "told by another, about one's own job", "n1 7 reported (mine)", fresh)
	if fresh, _ = b.look(alices); fresh != "" {
		t.Errorf("again: %s", fresh)
	}
}

func TestRestart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(7, "alice")
	settings := flex.Settings{User: "alice"}
	w := b.program(watch.Options{Settings: settings})
	b.look(w)
	b.down = true
	fresh, _ := b.look(w)
	want(t, "before", "n1 7 down (mine)", kinds(fresh, "down"))
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Hour)
	b.end(7, "FAILED") // while nobody looked
	w = b.program(watch.Options{Settings: settings})
	fresh, notify := b.look(w)
	want(t, "what happened meanwhile is fresh, what was told is not", "n1 7 job_failed (mine)", fresh)
	want(t, "rung for", "n1 7 job_failed (mine)", notify)
	events, err := w.Events(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "the stream goes over restarts", "n1 7 down (mine); n1 7 job_failed (mine)", kinds(words(events), "down", "job_failed"))
}

// kinds keeps the words of some types.
func kinds(words string, types ...string) string {
	var out []string
	for _, word := range strings.Split(words, "; ") {
		if slices.ContainsFunc(types, func(t string) bool { return slices.Contains(strings.Fields(word), t) }) {
			out = append(out, word)
		}
	}
	return strings.Join(out, "; ")
}

func TestCrashTellsNothingTwice(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	w := b.program(watch.Options{})
	for range 20 { // beyond a minute: the memory is on disk
		b.look(w)
	}
	b.down = true
	fresh, _ := b.look(w)
	want(t, "before", "n1 down", kinds(fresh, "down"))
	w = b.program(watch.Options{}) // the memory on disk is from before that
	fresh, _ = b.look(w)
	want(t, "after a crash", "", fresh)
}

func TestMemoryIsSavedOnceAMinute(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	w := b.program(watch.Options{})
	saves, last := 0, time.Time{}
	for range 60 { // five minutes
		b.look(w)
		info, err := os.Stat(filepath.Join(b.dir, "memory.json"))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if info.ModTime() != last {
			saves, last = saves+1, info.ModTime()
		}
	}
	if saves < 4 || saves > 5 {
		t.Errorf("%d saves in five minutes", saves)
	}
}

func TestWatchAndUserCanComeLater(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.dir = ""
	b.run(7, "alice")
	b.run(8, "bob")
	b.run(9, "carol")
	w := b.program(watch.Options{Settings: flex.Settings{Watched: func(job uint64) bool { return job == 9 }}})
	b.look(w)
	w.SetUser("alice")
	w.Watch(8, true)
	if !w.IsWatched(8) || w.IsWatched(7) {
		t.Error("watched jobs are mixed up")
	}
	b.look(w)
	for _, id := range []uint64{7, 8, 9} {
		b.end(id, "COMPLETED")
	}
	_, notify := b.look(w)
	want(t, "rung for", "n1 7 job_ended (mine); n1 8 job_ended (mine); n1 9 job_ended (mine)", notify)
	w.Watch(8, false)
	if w.IsWatched(8) {
		t.Error("still watched")
	}
}

func TestErrorsOfTheDiskAreSaidOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.dir, "memory.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(b.dir, "events.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	w := b.program(watch.Options{})
	var said []string
	for i := range 6 {
		b.down = i%2 == 1
		b.now = b.now.Add(5 * time.Second)
		seen, err := w.Observe(t.Context(), b.snapshot())
		if err != nil {
			said = append(said, err.Error())
		}
		if i > 0 && len(seen.Fresh) == 0 {
			t.Errorf("look %d: nothing is fresh", i)
		}
	}
	all := strings.Join(said, "\n")
	for word, want := range map[string]int{"damaged": 1, "cannot be written": 1, "cannot be read": 0, "is no plain file": 1} {
		if n := strings.Count(all, word); n != want {
			t.Errorf("%q is said %d times in\n%s", word, n, all)
		}
	}
	events, err := w.Events(t.Context(), time.Time{})
	if err != nil || len(events) == 0 {
		t.Errorf("events %v, %v", words(events), err)
	}
}

func TestWatcherForSeveralGoroutines(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(7, "alice")
	w := b.program(watch.Options{})
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			for range 20 {
				w.Watch(uint64(i), true)
				w.SetUser(fmt.Sprint("user", i))
				if _, err := w.Events(t.Context(), time.Time{}); err != nil {
					t.Error(err)
				}
				if err := w.Tell(t.Context(), flex.Event{ID: fmt.Sprint("told:", i), At: b.snapshot().Now, Type: flex.NodeReported}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	s := b.snapshot()
	for range 20 {
		if _, err := w.Observe(t.Context(), s); err != nil {
			t.Error(err)
		}
	}
	wait.Wait()
}

func TestMemoryOfAClockThatWasAheadBlindsNobody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.now = b.now.Add(24 * time.Hour)
	first := b.program(watch.Options{})
	b.look(first)
	if err := first.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.now = b.now.Add(-24 * time.Hour)
	second := b.program(watch.Options{})
	b.look(second)
	b.down = true
	fresh, _ := b.look(second)
	want(t, "after the clock was set right", "n1 down", kinds(fresh, "down"))
}

func TestClockThatIsSetBackBlindsNobody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	w := b.program(watch.Options{})
	b.look(w)
	b.now = b.now.Add(-2 * time.Hour)
	b.look(w)
	b.down = true
	fresh, _ := b.look(w)
	want(t, "after the clock was set back", "n1 down", kinds(fresh, "down"))
}

// A look says that it was kept when something was written and nothing failed.
func TestKeptSaysThatTheDiskWorks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := os.WriteFile(b.dir, nil, 0o600); err != nil { // where the folder is to be
		t.Fatal(err)
	}
	w := b.program(watch.Options{})
	look := func() flex.Seen {
		b.now = b.now.Add(2 * time.Minute)
		seen, _ := w.Observe(t.Context(), b.snapshot())
		return seen
	}
	for range 3 {
		b.down = !b.down
		if look().Kept {
			t.Error("it was kept where nothing can be")
		}
	}
	if err := os.Remove(b.dir); err != nil {
		t.Fatal(err)
	}
	b.down = !b.down
	if !look().Kept {
		t.Error("it was not kept")
	}
	b.now = b.now.Add(time.Second)
	if seen, err := w.Observe(t.Context(), b.snapshot()); seen.Kept || err != nil {
		t.Errorf("kept %v where there was nothing to write, %v", seen.Kept, err)
	}
}
