package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

func TestTheNewestAreKept(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir, Max: 20})
	var want []string
	for i := range 50 {
		add(t, j, event("a", i))
	}
	for i := 36; i < 50; i++ {
		want = append(want, event("a", i).ID)
	}
	got := ids(read(t, j, time.Time{}))
	diff(t, "in this program", want, got[len(got)-len(want):])
	again := open(t, journal.Options{Dir: dir, Max: 20})
	diff(t, "and on disk", got, ids(read(t, again, time.Time{})))
	if len(got) > 20 {
		t.Errorf("%d events", len(got))
	}
	diff(t, "the dropped are no news", []string(nil), add(t, again, event("a", 1), event("a", 20)))
	diff(t, "nor for a third", []string{"a:77"}, add(t, open(t, journal.Options{Dir: dir}), event("a", 2), event("a", 77)))
}

func TestBurstOfOneMomentIsNotLost(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir, Max: 20})
	var burst []flex.Event
	for i := range 30 {
		e := event("a", i)
		e.At = t0()
		burst = append(burst, e)
	}
	if got := add(t, j, burst...); len(got) != 30 {
		t.Errorf("%d fresh", len(got))
	}
	diff(t, "kept", 15, len(read(t, j, time.Time{})))
	diff(t, "replayed", []string(nil), add(t, open(t, journal.Options{Dir: dir, Max: 20}), burst...))
}

func TestTheFileIsBoundedInBytes(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	const most = 64 << 10
	j := open(t, journal.Options{Dir: dir, MaxBytes: most})
	for i := range 200 {
		e := event("a", i)
		e.Text = strings.Repeat("x", 900)
		add(t, j, e)
		info, err := os.Stat(filepath.Join(dir, "events.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > most {
			t.Fatalf("%d bytes after %d events", info.Size(), i+1)
		}
	}
	kept := ids(read(t, j, time.Time{}))
	diff(t, "the newest", "a:199", kept[len(kept)-1])
	if len(kept) < 20 {
		t.Errorf("only %d events kept", len(kept))
	}
}

func TestForeignFloodIsSurvived(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	const most = 16 << 10
	j := open(t, journal.Options{Dir: dir, MaxBytes: most})
	add(t, j, event("a", 1))
	spoil(t, dir, "events.jsonl", strings.Repeat(strings.Repeat("y", 99)+"\n", 2000))
	diff(t, "fresh", []string{"a:2"}, add(t, j, event("a", 2)))
	diff(t, "events", []string{"a:1", "a:2"}, ids(read(t, open(t, journal.Options{Dir: dir}), time.Time{})))
	if n := len(text(t, dir, "events.jsonl")); n > most {
		t.Errorf("%d bytes", n)
	}
}

func TestFloodDoesNotMakeTheDroppedNews(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir, Max: 8})
	for i := range 20 {
		add(t, j, event("a", i))
	}
	spoil(t, dir, "events.jsonl", strings.Repeat(strings.Repeat("y", 99)+"\n", 2000))
	again := open(t, journal.Options{Dir: dir, MaxBytes: 16 << 10}) // it reads only the end
	diff(t, "fresh", []string{"a:50"}, add(t, again, event("a", 1), event("a", 50)))
}

func TestShorteningKeepsWhoRang(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir, Max: 8})
	for i := range 8 {
		add(t, j, event("a", i))
	}
	if _, err := j.Claim(t.Context(), []string{"a:7"}); err != nil {
		t.Fatal(err)
	}
	add(t, j, event("a", 8))
	if got := text(t, dir, "events.jsonl"); strings.Contains(got, "a:1\"") {
		t.Fatal("the file was not shortened")
	}
	claimed, err := open(t, journal.Options{Dir: dir}).Claim(t.Context(), []string{"a:7", "a:8"})
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "left to ring for", []string{"a:8"}, claimed)
}

func TestJournalsOfOneFolderTogether(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	const programs, each = 4, 50
	fresh := make([][]string, programs)
	var wait sync.WaitGroup
	for p := range programs {
		j := open(t, journal.Options{Dir: dir, Max: 60})
		wait.Go(func() {
			for i := range each {
				got, err := j.Append(t.Context(), []flex.Event{event("all", i), event(fmt.Sprint("p", p), i)})
				if err != nil {
					t.Error(err)
				}
				fresh[p] = append(fresh[p], ids(got)...)
				if _, err := j.Read(t.Context(), t0()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	count := map[string]int{}
	for _, list := range fresh {
		for _, id := range list {
			count[id]++
		}
	}
	for id, n := range count {
		if n != 1 {
			t.Errorf("%s is fresh %d times", id, n)
		}
	}
	kept := ids(read(t, open(t, journal.Options{Dir: dir}), time.Time{}))
	diff(t, "the newest", fmt.Sprint(each-1), kept[len(kept)-1][strings.Index(kept[len(kept)-1], ":")+1:])
}
