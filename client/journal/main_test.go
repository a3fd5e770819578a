package journal_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/journal"
)

// TestMain lets the test binary stand in for another program that uses the same folder: "program DIR NAME COUNT", or
// "submitter DIR".
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "submitter" {
		os.Exit(submitter(os.Args[2]))
	}
	if len(os.Args) == 5 && os.Args[1] == "program" {
		os.Exit(program(os.Args[2], os.Args[3], os.Args[4]))
	}
	os.Exit(m.Run())
}

// program tells events that it alone tells, and events that all programs tell, and prints which of the latter were
// fresh and which it may ring for.
func program(dir, name, count string) int {
	n, err := strconv.Atoi(count)
	if err != nil {
		return 2
	}
	j, err := journal.Open(journal.Options{Dir: dir, Max: 150})
	if err != nil {
		return 2
	}
	ctx := context.Background()
	for i := range n {
		own, all := event(name, i), event("all", i)
		fresh, err := j.Append(ctx, []flex.Event{own, all})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for _, e := range fresh {
			fmt.Fprintln(os.Stdout, "fresh", e.ID)
		}
		rung, err := j.Claim(ctx, []string{all.ID})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for _, id := range rung {
			fmt.Fprintln(os.Stdout, "rung", id)
		}
	}
	return 0
}

// t0 is when the tests begin.
func t0() time.Time { return time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC) }

// event is the i-th event of a name, each a second after the one before.
func event(name string, i int) flex.Event {
	return flex.Event{
		ID: fmt.Sprintf("%s:%d", name, i), At: t0().Add(time.Duration(i) * time.Second), Type: flex.NodeReady,
		Severity: flex.Info, Node: "alice-a3u-" + strconv.Itoa(i), Pool: "a3u", From: flex.BySlurm,
	}
}

func open(t *testing.T, o journal.Options) *journal.Journal {
	t.Helper()
	j, err := journal.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// folder is a folder that is not there yet.
func folder(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "state", "alice")
}

func add(t *testing.T, j *journal.Journal, events ...flex.Event) []string {
	t.Helper()
	fresh, err := j.Append(t.Context(), events)
	if err != nil {
		t.Fatal(err)
	}
	return ids(fresh)
}

func read(t *testing.T, j *journal.Journal, since time.Time) []flex.Event {
	t.Helper()
	events, err := j.Read(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func ids(events []flex.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.ID)
	}
	return out
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// text reads a file of the folder.
func text(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// spoil adds text to a file of the folder as it stands.
func spoil(t *testing.T, dir, name, more string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(more); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func wantIn(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q does not say %q", text, w)
		}
	}
}
