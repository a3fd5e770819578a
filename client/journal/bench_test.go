package journal_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

// BenchmarkOpen reads a journal as large as it may be.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	j, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	var events []flex.Event
	for i := range journal.DefaultMax {
		events = append(events, event("a", i))
	}
	if _, err := j.Append(b.Context(), events); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		again, err := journal.Open(journal.Options{Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		if got, err := again.Read(b.Context(), time.Time{}); err != nil || len(got) != journal.DefaultMax {
			b.Fatal(len(got), err)
		}
	}
}

// BenchmarkAppend adds one event to such a journal, and reads it in another program.
func BenchmarkAppend(b *testing.B) {
	dir := b.TempDir()
	j, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	other, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		n++
		if _, err := j.Append(b.Context(), []flex.Event{event("a", n)}); err != nil {
			b.Fatal(err)
		}
		if _, err := other.Append(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
	}
}
