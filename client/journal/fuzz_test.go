package journal_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

// FuzzJournal opens a folder in which anything may stand. What is told after that is fresh once, is read by others, and
// nothing is an error.
func FuzzJournal(f *testing.F) {
	for _, text := range []string{
		"", "\n\n", "{", "null\n[]\n1\n", "\x00\x00\n", string(make([]byte, 5000)),
		`{"v":1,"k":"head","gen":"aa"}` + "\n" + `{"v":1,"k":"event","id":"a:1","at":"2026-11-30T08:00:01Z","type":"ready","node":"n"}` + "\n",
		`{"v":1,"k":"head","gen":"aa","past":"9999-12-31T23:59:59Z"}` + "\n",
		`{"v":1,"k":"event","id":"x","at":"9999-12-31T23:59:59-12:00","type":"ready"}` + "\n" + `{"v":1,"k":"rung","id":"x"}` + "\n",
		`{"v":1,"k":"event","id":"x","at":"0000-01-01T00:00:00+12:00","type":"ready","also":["new:1","x"],"jobs":[""]}` + "\n",
		`{"v":7,"k":"event","id":"y","at":"2026-11-30T08:00:01Z","type":"t","sev":"z","within":9223372036854775807,"a":[1e999]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := folder(t)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		one, other := open(t, journal.Options{Dir: dir}), open(t, journal.Options{Dir: dir})
		read(t, other, time.Time{})
		news := flex.Event{ID: "really new", At: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), Type: flex.LeaseExpired, Node: "of no other"}
		diff(t, "fresh", []string{news.ID}, add(t, one, news))
		diff(t, "once", []string(nil), add(t, one, news))
		diff(t, "for others", []string(nil), add(t, other, news))
		for _, j := range []*journal.Journal{one, other, open(t, journal.Options{Dir: dir})} {
			if n := slices.Index(ids(read(t, j, time.Time{})), news.ID); n < 0 {
				t.Fatal("it is not kept")
			}
		}
		if got, err := one.Claim(t.Context(), []string{news.ID}); err != nil || len(got) != 1 {
			t.Fatalf("claimed %v, %v", got, err)
		}
		if got, err := other.Claim(t.Context(), []string{news.ID}); err != nil || len(got) != 0 {
			t.Fatalf("claimed again %v, %v", got, err)
		}
		for i := range 2 { // shortening writes everything anew
			small := open(t, journal.Options{Dir: dir, Max: 1})
			e := news
			e.ID, e.Node, e.At = "later"+string(rune('a'+i)), "n"+string(rune('a'+i)), e.At.Add(time.Duration(i+1)*time.Hour)
			add(t, small, e)
		}
	})
}

// FuzzLedger notes a write in a ledger in which anything may stand, with and without its end.
func FuzzLedger(f *testing.F) {
	for _, text := range []string{
		"", "{", "\x00\n", "null\n[]\n", `{"v":1,"k":"begin","id":"70726f6772616d31-1","op":"other"}` + "\n",
		`{"v":1,"k":"end","id":"x"}` + "\n" + `{"v":9,"k":"begin","id":"x","at":"9999-12-31T23:59:59-12:00"}` + "\n" + `{"v":1,"k":"end","id":"x","at":7}`,
	} {
		f.Add([]byte(text), int64(0))
		f.Add([]byte(text), int64(200))
	}
	f.Fuzz(func(t *testing.T, text []byte, most int64) {
		if most != 0 && most < 200 {
			return
		}
		dir := folder(t)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "ledger.jsonl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		l, said := ledger(t, dir, "program9", most)
		l.Begin(t.Context(), journal.Entry{Op: "cancel", Targets: []string{"1"}})(words("done"))
		l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "flexq:01J"})
		if len(*said) > 0 {
			t.Fatal(*said)
		}
		entries := readLedger(t, l, time.Time{})
		if len(entries) == 0 || entries[len(entries)-1].Key != "flexq:01J" || !entries[len(entries)-1].Ended.IsZero() {
			t.Fatalf("the write that is under way is not there: %+v", entries)
		}
	})
}
