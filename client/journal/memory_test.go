package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

func memory(machine string) flex.Memory {
	return flex.Memory{Nodes: map[string]flex.NodeMemory{"alice-a3u-0": {
		Machine: machine, Boot: t0(), Life: 7 * 24 * time.Hour, LifeFrom: flex.LifePool,
		Lease: flex.Lease{
			Provenance: flex.Exact, Source: flex.SourceCompute, Start: t0(), End: t0().Add(time.Hour + time.Nanosecond),
			Duration: 90*time.Minute + 7,
		},
	}}, Jobs: map[uint64]flex.JobMemory{1234: {Restarts: 2}}}
}

func load(t *testing.T, dir string) flex.Memory {
	t.Helper()
	m, err := open(t, journal.Options{Dir: dir}).LoadMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func save(t *testing.T, dir string, at time.Time, m flex.Memory) {
	t.Helper()
	if err := open(t, journal.Options{Dir: dir}).SaveMemory(t.Context(), at, m); err != nil {
		t.Fatal(err)
	}
}

func TestMemoryComesBack(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	diff(t, "before the first run", flex.Memory{}, load(t, dir))
	save(t, dir, t0(), memory("1"))
	diff(t, "after a restart", memory("1"), load(t, dir))
	save(t, "", t0(), memory("1"))
	diff(t, "without a folder", flex.Memory{}, load(t, ""))
}

func TestNewerMemoryIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	save(t, dir, t0().Add(time.Minute), memory("new"))
	save(t, dir, t0(), memory("old"))
	diff(t, "a program that lags behind", memory("new"), load(t, dir))
	save(t, dir, t0().Add(2*time.Minute), memory("newest"))
	diff(t, "one that does not", memory("newest"), load(t, dir))

	save(t, dir, t0().Add(1000*time.Hour), memory("of a wrong clock"))
	save(t, dir, t0().Add(3*time.Minute), memory("right"))
	diff(t, "what lies far in the future", memory("right"), load(t, dir))
}

func TestDamagedMemoryBeginsAnew(t *testing.T) {
	t.Parallel()
	for _, spoiled := range []string{"", "{", `{"v":1,"asOf":"2026-11-30T08:00:00Z","memory":{"Nodes":{"a":7}}}`, "\x00\x00"} {
		dir := folder(t)
		save(t, dir, t0(), memory("1"))
		if err := os.WriteFile(filepath.Join(dir, "memory.json"), []byte(spoiled), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := open(t, journal.Options{Dir: dir}).LoadMemory(t.Context())
		diff(t, "memory", flex.Memory{}, m)
		wantIn(t, fmt.Sprint(err), filepath.Join(dir, "memory.json"), "damaged", "begins anew")
		save(t, dir, t0().Add(time.Second), memory("2"))
		diff(t, "afterwards", memory("2"), load(t, dir))
	}
}

func TestMemoryThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.MkdirAll(filepath.Join(dir, "memory.json", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := open(t, journal.Options{Dir: dir}).SaveMemory(t.Context(), t0(), memory("1"))
	wantIn(t, fmt.Sprint(err), dir, "the memory of nodes cannot be written", "XDG_STATE_HOME")
	if _, err := os.Stat(filepath.Join(dir, "memory.json.new")); err == nil {
		t.Error("a try that failed has left its file")
	}
}

// What a cluster tells may lie in any year; those of JSON have four digits.
func TestMomentsOfAnyYearAreKept(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{time.Unix(1<<40, 0), time.Unix(-1<<40, 0)} {
		dir := folder(t)
		m := memory("1")
		n := m.Nodes["alice-a3u-0"]
		n.Boot = at
		m.Nodes["alice-a3u-0"] = n
		save(t, dir, t0(), m)
		diff(t, "machine", "1", load(t, dir).Nodes["alice-a3u-0"].Machine)
		j := open(t, journal.Options{Dir: dir})
		e := event("far", 1)
		e.At = at
		diff(t, "fresh", []string{"far:1"}, add(t, j, e))
		diff(t, "what comes after", []string{"a:2"}, add(t, j, event("a", 2)))
		diff(t, "kept", 2, len(read(t, open(t, journal.Options{Dir: dir}), time.Time{})))
	}
}
