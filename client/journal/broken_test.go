package journal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

func TestCutLastLineIsLeftBehind(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	add(t, open(t, journal.Options{Dir: dir}), event("a", 1), event("a", 2))
	whole := text(t, dir, "events.jsonl")
	lastLine := whole[strings.LastIndexByte(strings.TrimSuffix(whole, "\n"), '\n')+1:]
	for cut := 1; cut < len(lastLine); cut++ {
		dir := folder(t)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		spoil(t, dir, "events.jsonl", whole[:len(whole)-cut])
		j := open(t, journal.Options{Dir: dir})
		diff(t, "before the cut", []string{"a:1"}, ids(read(t, j, time.Time{})))
		add(t, j, event("a", 3))
		want := []string{"a:1", "a:3"}
		if cut == 1 { // only the end of the line is missing
			want = []string{"a:1", "a:2", "a:3"}
		}
		diff(t, fmt.Sprint("after it, cut by ", cut), want, ids(read(t, j, time.Time{})))
		again := open(t, journal.Options{Dir: dir})
		diff(t, "read again", want, ids(read(t, again, time.Time{})))
		if broken := again.Skipped(); broken != 3-len(want) {
			t.Errorf("cut by %d: %d lines skipped", cut, broken)
		}
	}
}

func TestSpoiledLinesAreSkippedAndCounted(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	add(t, open(t, journal.Options{Dir: dir}), event("a", 1))
	spoil(t, dir, "events.jsonl", "{\"v\":1,\"k\":\"event\",\"id\":\x00\x01\n\n[]\nnull x\n{\"v\":1,\"k\":\"event\",\"id\":\"half\"}\n")
	j := open(t, journal.Options{Dir: dir})
	diff(t, "events", []string{"a:1"}, ids(read(t, j, time.Time{})))
	diff(t, "skipped", 4, j.Skipped())
	wantIn(t, fmt.Sprint(j.Damage()), "4 lines of "+filepath.Join(dir, "events.jsonl")+" cannot be read")
	add(t, j, event("a", 2))
	j = open(t, journal.Options{Dir: dir})
	diff(t, "events", []string{"a:1", "a:2"}, ids(read(t, j, time.Time{})))
	diff(t, "skipped when it has been written over", 0, j.Skipped())
	diff(t, "damage", nil, j.Damage())
}

func TestFileWithoutHeadIsRead(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	add(t, open(t, journal.Options{Dir: dir}), event("a", 1), event("a", 2))
	_, rest, _ := strings.Cut(text(t, dir, "events.jsonl"), "\n")
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(rest), 0o600); err != nil {
		t.Fatal(err)
	}
	j := open(t, journal.Options{Dir: dir})
	diff(t, "fresh", []string{"a:3"}, add(t, j, event("a", 1), event("a", 3)))
	diff(t, "events", []string{"a:1", "a:2", "a:3"}, ids(read(t, j, time.Time{})))
}

func TestNewerProgramsLinesAreKept(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	add(t, open(t, journal.Options{Dir: dir}), event("a", 0))
	spoil(t, dir, "events.jsonl",
		`{"v":9,"k":"event","id":"new:1","at":"2026-11-30T09:00:00Z","type":"quantum_leap","sev":"fatal","node":"n","spin":{"up":[1]}}`+"\n"+
			`{"v":9,"k":"opinion","id":"new:2","good":true}`+"\n")
	j := open(t, journal.Options{Dir: dir, Max: 4})
	got := read(t, j, t0().Add(time.Minute))
	diff(t, "an event of a type that is not known here", []flex.Event{{
		ID: "new:1", At: t0().Add(time.Hour), Type: "quantum_leap", Severity: flex.Notice, Node: "n",
	}}, got)
	for i := range 5 {
		add(t, j, event("a", i+1))
	}
	wantIn(t, text(t, dir, "events.jsonl"), `"spin":{"up":[1]}`, `"quantum_leap"`, `"k":"opinion"`)
	diff(t, "skipped", 0, j.Skipped())
}

func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("there is no folder that this user cannot write to")
	}
	dir := folder(t)
	add(t, open(t, journal.Options{Dir: dir}), event("a", 1))
	for _, name := range []string{"events.jsonl", "lock"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	goesOnInMemory(t, dir, "permission denied", "chown")
}

func TestFileWhereTheFolderShouldBe(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	spoil(t, filepath.Dir(dir), filepath.Base(dir), "a file")
	j := open(t, journal.Options{Dir: dir})
	fresh, err := j.Append(t.Context(), []flex.Event{event("a", 1)})
	diff(t, "fresh", []string{"a:1"}, ids(fresh))
	wantIn(t, fmt.Sprint(err), dir, "not a directory", "move away the file", "events last only as long as this run")
}

func TestFolderThatIsAFile(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.MkdirAll(filepath.Join(dir, "events.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	goesOnInMemory(t, dir, "events.jsonl", "check the folder")
}

// goesOnInMemory works with a folder that cannot be written to, then with one that can again.
func goesOnInMemory(t *testing.T, dir string, words ...string) {
	t.Helper()
	j := open(t, journal.Options{Dir: dir})
	fresh, err := j.Append(t.Context(), []flex.Event{event("a", 1), event("a", 2)})
	wantIn(t, fmt.Sprint(err), append(words, dir, "the journal of events cannot be written", "XDG_STATE_HOME")...)
	if !slices.Contains(ids(fresh), "a:2") {
		t.Errorf("fresh %v", ids(fresh))
	}
	if again, _ := j.Append(t.Context(), []flex.Event{event("a", 2)}); len(again) > 0 {
		t.Errorf("%v is told twice", ids(again))
	}
	claimed, err := j.Claim(t.Context(), []string{"a:2"})
	if err == nil {
		t.Error("a claim that others cannot see is no error")
	}
	diff(t, "claimed", []string{"a:2"}, claimed)
	claimed, _ = j.Claim(t.Context(), []string{"a:2"})
	diff(t, "once", []string(nil), claimed)

	err = os.Chmod(dir, 0o700)
	for _, name := range []string{"events.jsonl", "lock"} {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
	}
	if err != nil {
		t.Fatal(err)
	}
	add(t, j, event("a", 3))
	other := open(t, journal.Options{Dir: dir})
	if got := ids(read(t, other, time.Time{})); !slices.Contains(got, "a:2") || !slices.Contains(got, "a:3") {
		t.Errorf("kept after the disk is well again: %v", got)
	}
	claimed, err = other.Claim(t.Context(), []string{"a:2"})
	if err != nil || len(claimed) > 0 {
		t.Errorf("rung for again: %v %v", claimed, err)
	}
}

func TestHeldLockIsGivenUp(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir})
	add(t, j, event("a", 1))
	release := journal.HoldLock(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fresh, err := j.Append(ctx, []flex.Event{event("a", 2)})
	diff(t, "in memory", []string{"a:2"}, ids(fresh))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := text(t, dir, "events.jsonl"); strings.Contains(got, "a:2") {
		t.Error("written without the lock")
	}
	release()
	add(t, j)
	wantIn(t, text(t, dir, "events.jsonl"), "a:2")
}

func TestSeveralProgramsOnOneFolder(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const programs, each = 4, 60
	dir := folder(t)
	outputs := make([]strings.Builder, programs)
	var running []*exec.Cmd
	for i := range programs {
		cmd := exec.CommandContext(t.Context(), exe, "program", dir, fmt.Sprint("p", i), fmt.Sprint(each))
		cmd.Stdout, cmd.Stderr = &outputs[i], &outputs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	said := map[string]int{}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, outputs[i].String())
		}
		for line := range strings.Lines(outputs[i].String()) {
			said[strings.TrimSpace(line)]++
		}
	}
	want := map[string]int{}
	for i := range each {
		want[fmt.Sprint("fresh all:", i)], want[fmt.Sprint("rung all:", i)] = 1, 1
		for p := range programs {
			want[fmt.Sprintf("fresh p%d:%d", p, i)] = 1
		}
	}
	missing, twice := 0, 0
	for line := range want {
		switch said[line] {
		case 0:
			missing++
		case 1:
		default:
			twice++
			t.Errorf("%s: %d times", line, said[line])
		}
	}
	// A program that lags behind tells what the others have dropped by then: that is no news any more.
	if missing > len(want)/2 {
		t.Errorf("%d of %d are missing", missing, len(want))
	}
	j := open(t, journal.Options{Dir: dir})
	kept := read(t, j, time.Time{})
	if len(kept) > 150 || len(kept) < 100 || j.Skipped() > 0 {
		t.Errorf("%d events kept, %d lines broken", len(kept), j.Skipped())
	}
	diff(t, "the newest is kept", event("all", each-1).At, kept[len(kept)-1].At)
}
