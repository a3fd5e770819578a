package journal_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client/fault"
	"flexq/client/journal"
)

// A folder that does not answer keeps nobody for long, and what was to be noted is there once it does.
func TestLedgerInAFolderThatHangs(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	synctest.Test(t, func(t *testing.T) {
		l, said := ledger(t, dir, "program1", 0)
		awake := make(chan struct{})
		l.Hang(awake)
		began := time.Now()
		done := l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "flexq:1"})
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("waited %v", took)
		}
		if len(*said) != 1 || !strings.Contains((*said)[0], dir+": it does not answer; changes are made without a note of them") {
			t.Errorf("said %q", *said)
		}
		began = time.Now()
		done(journal.Outcome{Words: "job 7", Job: 7})
		f := fault.From(l.Check(t.Context()))
		if f == nil || !strings.Contains(f.Cure, "XDG_STATE_HOME") {
			t.Errorf("checked: %v", f)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("waited once more: %v", took)
		}
		close(awake)
		synctest.Wait()
		if got := readLedger(t, l, t0()); len(got) != 1 || got[0].Key != "flexq:1" || got[0].Job != 7 {
			t.Errorf("the ledger has %+v", got)
		}
		l.Begin(t.Context(), journal.Entry{Op: "cancel"})(words("done"))
		if got := readLedger(t, l, t0()); len(got) != 2 || len(*said) != 1 {
			t.Errorf("the ledger has %+v, said %q", got, *said)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A submit that was given up before the folder answered was never sent: no note of it is made later.
func TestLedgerNotesNothingLateOfWhatWasNotSent(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	synctest.Test(t, func(t *testing.T) {
		l, _ := ledger(t, dir, "program1", 0)
		awake := make(chan struct{})
		l.Hang(awake)
		ctx, interrupt := context.WithTimeout(t.Context(), time.Second)
		defer interrupt()
		l.Begin(ctx, journal.Entry{Op: "submit", Key: "flexq:1"})
		close(awake)
		synctest.Wait()
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		next, _ := ledger(t, dir, "program2", 0)
		if got := readLedger(t, next, t0()); len(got) != 0 {
			t.Errorf("the ledger has %+v", got)
		}
	})
}

// A submit that was sent without waiting for its note any longer is noted, also where its program is interrupted before the
// folder answers.
func TestLedgerNotesLateWhatWasSent(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	synctest.Test(t, func(t *testing.T) {
		l, _ := ledger(t, dir, "program1", 0)
		awake := make(chan struct{})
		l.Hang(awake)
		ctx, interrupt := context.WithCancel(t.Context())
		l.Begin(ctx, journal.Entry{Op: "submit", Key: "flexq:1"})
		interrupt()
		synctest.Wait()
		close(awake)
		synctest.Wait()
		if got := readLedger(t, l, t0()); len(got) != 1 || got[0].Key != "flexq:1" || !got[0].Ended.IsZero() {
			t.Errorf("the ledger has %+v", got)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}
