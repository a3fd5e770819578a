package journal_test

import (
	"testing"
	"time"

	"flexq/client/journal"
)

// BenchmarkLedgerCheck is done after each pause in typing.
func BenchmarkLedgerCheck(b *testing.B) {
	l, err := journal.OpenLedger(journal.LedgerOptions{Dir: b.TempDir(), Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := l.Check(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
