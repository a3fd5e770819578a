//go:build unix

package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"syscall"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

func TestModesAreMended(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"events.jsonl", "ledger.jsonl", "events.jsonl.new", "memory.json.new"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	j := open(t, journal.Options{Dir: dir, Max: 2})
	save(t, dir, t0(), memory("1"))
	add(t, j, event("a", 1))
	l, _ := ledger(t, dir, "program1", 0)
	l.Begin(t.Context(), journal.Entry{Op: "cancel"})(words("done"))
	for range 2 { // appended to, and then shortened
		for _, name := range []string{".", "events.jsonl", "ledger.jsonl", "memory.json"} {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode().Perm(); mode&0o077 != 0 {
				t.Errorf("%s is open to others: %o", name, mode)
			}
		}
		add(t, j, event("a", 2), event("a", 3))
	}
}

func TestLinkIsNotWrittenThrough(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, filepath.Join(dir, "memory.json.new")); err != nil {
		t.Fatal(err)
	}
	save(t, dir, t0(), memory("1"))
	diff(t, "memory", memory("1"), load(t, dir))
	got, err := os.ReadFile(victim)
	if err != nil || string(got) != "precious" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestFolderOfAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	dir := folder(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, 4711, 4711); err != nil {
		t.Fatal(err)
	}
	j := open(t, journal.Options{Dir: dir})
	fresh, err := j.Append(t.Context(), []flex.Event{event("a", 1)})
	diff(t, "fresh", []string{"a:1"}, ids(fresh))
	wantIn(t, fmt.Sprint(err), dir, "belongs to another user", "chown", "events last only as long as this run")
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v was written there, %v", entries, err)
	}
}

func TestNoFileIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"events.jsonl", "memory.json", "version.json"} {
		dir := folder(t)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
		j := open(t, journal.Options{Dir: dir})
		_, failed := j.Read(t.Context(), time.Time{})
		_, err := j.LoadMemory(t.Context())
		if name == "version.json" {
			diff(t, "version", journal.Version{}, journal.LoadVersion(dir))
			continue
		}
		wantIn(t, fmt.Sprint(failed, err), name, "is no plain file")
	}
}

// A lock that is held for long is waited for once, and not once more with each change.
func TestHeldLockIsWaitedForOnce(t *testing.T) { //nolint:paralleltest // it counts goroutines
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir})
	add(t, j, event("a", 1))
	release := journal.HoldLock(t, dir)
	for i := range 10 {
		j.Hurry(t, event("a", 2+i))
	}
	var stacks strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&stacks, 2); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(stacks.String(), "lockedfile.OpenFile("); n > 1 {
		t.Errorf("%d goroutines wait for one lock", n)
	}
	release()
	add(t, j, event("a", 99))
	diff(t, "all are kept", 12, len(read(t, open(t, journal.Options{Dir: dir}), time.Time{})))
}
