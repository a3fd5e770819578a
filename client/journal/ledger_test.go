package journal_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"flexq/client/journal"
)

// ledger opens a ledger whose clock goes on by a second with each look at it.
func ledger(t *testing.T, dir, program string, most int64) (*journal.Ledger, *[]string) {
	t.Helper()
	var mu sync.Mutex
	now, said := t0(), new([]string)
	l, err := journal.OpenLedger(journal.LedgerOptions{
		Dir: dir, MaxBytes: most, Random: strings.NewReader(program),
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			now = now.Add(time.Second)
			return now
		},
		OnError: func(err error) {
			mu.Lock()
			defer mu.Unlock()
			*said = append(*said, err.Error())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return l, said
}

// words is an outcome that is known.
func words(s string) journal.Outcome { return journal.Outcome{Words: s} }

func readLedger(t *testing.T, l *journal.Ledger, since time.Time) []journal.Entry {
	t.Helper()
	entries, err := l.Read(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestLedgerNotesBeginningAndEnd(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, said := ledger(t, dir, "program1", 0)
	ctx, cancel := context.WithCancel(t.Context())
	done := l.Begin(ctx, journal.Entry{
		Op: "submit", Targets: []string{"train"}, User: "alice", Key: "flexq:01J", Cluster: "hcsdemo", Clock: t0().Add(-time.Hour), Outcome: words("not yours to say"), ID: "nor this",
	})
	l.Begin(ctx, journal.Entry{Op: "cancel job 7", Targets: []string{"7", "8"}, User: "alice"})
	cancel() // the user has left
	done(words("sent"))
	done(words("job 1234"))

	other, _ := ledger(t, dir, "program2", 0)
	const id1 = "70726f6772616d31"
	at := func(s int) time.Time { return t0().Add(time.Duration(s) * time.Second) }
	want := []journal.Entry{
		{ID: id1 + "-1", Op: "submit", Targets: []string{"train"}, User: "alice", Key: "flexq:01J", Cluster: "hcsdemo", Clock: t0().Add(-time.Hour), Program: id1, Began: at(1), Ended: at(4), Outcome: words("job 1234")},
		{ID: id1 + "-2", Op: "cancel job 7", Targets: []string{"7", "8"}, User: "alice", Program: id1, Began: at(2)},
	}
	diff(t, "read by another", want, readLedger(t, other, time.Time{}))
	diff(t, "since", want[1:], readLedger(t, other, at(2)))
	diff(t, "errors", []string(nil), *said)

	info, err := os.Stat(filepath.Join(dir, "ledger.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "mode", os.FileMode(0o600), info.Mode().Perm())
}

func TestLedgerOfSeveralProgramsIsWholeAndBounded(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	const most, each = 16 << 10, 60
	var wait sync.WaitGroup
	for p := range 3 {
		l, said := ledger(t, dir, fmt.Sprint("program", p), most)
		wait.Go(func() {
			for i := range each {
				l.Begin(t.Context(), journal.Entry{Op: fmt.Sprintf("cancel job %d", i)})(words("done"))
			}
			if len(*said) > 0 {
				t.Error(*said)
			}
		})
	}
	wait.Wait()
	if n := len(text(t, dir, "ledger.jsonl")); n > most+1000 {
		t.Errorf("%d bytes", n)
	}
	l, _ := ledger(t, dir, "reader--", most)
	entries := readLedger(t, l, time.Time{})
	if len(entries) < 20 {
		t.Fatalf("only %d entries left", len(entries))
	}
	for _, e := range entries[:len(entries)-3] {
		if e.Words != "done" {
			t.Errorf("%+v", e)
		}
	}
	last := entries[len(entries)-1]
	diff(t, "the newest is there", fmt.Sprintf("cancel job %d", each-1), last.Op)
}

func TestLedgerSurvivesCutAndSpoiledLines(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, _ := ledger(t, dir, "program1", 0)
	l.Begin(t.Context(), journal.Entry{Op: "one"})(words("done"))
	spoil(t, dir, "ledger.jsonl", `{"v":1,"k":"begin","id":"x","op":"cu`)
	l.Begin(t.Context(), journal.Entry{Op: "two"})(words("done"))
	spoil(t, dir, "ledger.jsonl", `{"v":7,"k":"verdict","id":"x"}`+"\n")
	var ops []string
	for _, e := range readLedger(t, l, time.Time{}) {
		ops = append(ops, e.Op+" "+e.Words)
	}
	diff(t, "entries", []string{"one done", "two done"}, ops)
}

func TestLedgerThatCannotBeWrittenSaysSoOnce(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.MkdirAll(filepath.Join(dir, "ledger.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	l, said := ledger(t, dir, "program1", 0)
	for range 3 {
		l.Begin(t.Context(), journal.Entry{Op: "cancel job 7"})(words("done"))
	}
	if len(*said) != 1 {
		t.Fatalf("said %q", *said)
	}
	wantIn(t, (*said)[0], "keep the ledger", dir, "changes are made without a note of them", "XDG_STATE_HOME")
}

func TestLedgerBoundsItsTexts(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, _ := ledger(t, dir, "program1", 0)
	l.Begin(t.Context(), journal.Entry{Op: strings.Repeat("é", 5000), Targets: make([]string, 5000)})(words(strings.Repeat("x", 1<<20)))
	got := readLedger(t, l, time.Time{})[0]
	diff(t, "op", strings.Repeat("é", 150)+"...", got.Op)
	diff(t, "outcome", 303, len(got.Words))
	diff(t, "targets", 100, len(got.Targets))
}

func TestLedgerWithoutFolderOrClock(t *testing.T) {
	t.Parallel()
	l, said := ledger(t, "", "program1", 0)
	l.Begin(t.Context(), journal.Entry{Op: "cancel job 7"})(words("done"))
	diff(t, "entries", []journal.Entry(nil), readLedger(t, l, time.Time{}))
	diff(t, "errors", []string(nil), *said)
	if _, err := journal.OpenLedger(journal.LedgerOptions{}); err == nil {
		t.Error("a ledger without a clock was opened")
	}
}
