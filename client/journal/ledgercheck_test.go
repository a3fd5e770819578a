package journal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/client/journal"
)

// That nothing can be noted is known before anything is, and it is not told twice.
func TestLedgerCheck(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, said := ledger(t, dir, "program1", 0)
	check := func(want string) {
		t.Helper()
		err := l.Check(t.Context())
		if want == "" {
			if err != nil {
				t.Fatal(err)
			}
			return
		}
		f := fault.From(err)
		if f == nil || !strings.Contains(f.What, want) || !strings.HasPrefix(f.What, "the ledger cannot be written: ") || f.Cure == "" {
			t.Fatalf("got %v, want %s", err, want)
		}
	}
	check("")
	l.Begin(t.Context(), journal.Entry{Op: "cancel"})(words("done"))
	check("")
	if got := readLedger(t, l, t0()); len(got) != 1 || got[0].Words != "done" {
		t.Errorf("the ledger has %+v", got)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() != "lock" && f.Name() != "ledger.jsonl" {
			t.Errorf("%s is left behind", f.Name())
		}
	}
	path := filepath.Join(dir, "ledger.jsonl")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	check("it is no plain file")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	check("not a directory")
	if len(*said) > 0 {
		t.Errorf("said %q", *said)
	}
}

// A ledger that is kept nowhere has nothing that could fail.
func TestLedgerCheckOfNoFolder(t *testing.T) {
	t.Parallel()
	l, _ := ledger(t, "", "program1", 0)
	if err := l.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
