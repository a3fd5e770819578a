package watch_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

// FuzzMemory looks at a cluster with whatever stands in the file of what is remembered.
func FuzzMemory(f *testing.F) {
	b := newFuzzBench()
	var m flex.Memory
	for i := range 3 {
		s := machines(b.Add(time.Duration(i)*time.Minute), time.Hour, b.Add(-30*time.Minute), flex.PlatformRecord{At: b, Type: "VM_SLURM_DRAIN", Message: "c-p-0"})
		m, _ = flex.Observe(m, s, flex.Settings{})
	}
	dir := f.TempDir()
	j, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		f.Fatal(err)
	}
	if err := j.SaveMemory(f.Context(), b, m); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "memory.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"memory":{"Nodes":{"c-p-0":{"Later":[null,"9999-12-31T23:59:59Z"],"Life":-1,"Machine":"x"}},"Jobs":{"1":{"Nodes":"a[0-9999999]"}},` +
		`"Events":{"Marks":{"c-p-0":{"Listed":true,"Machine":"7","Boots":[{},{}]}},"Told":[{}],"Waiting":[{"Node":"c-p-0","Type":"VM_DELETION"}],"Taken":[""]}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "memory.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := journal.Open(journal.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := j.LoadMemory(t.Context()) // damaged or not
		m = m.Mend(b)
		for i := range 3 {
			created := b.Add(-30 * time.Minute)
			if i == 1 {
				created = time.Time{}
			}
			s := machines(b.Add(time.Duration(i)*10*time.Minute), time.Hour, created, flex.PlatformRecord{At: b, Type: "VM_DELETION", Message: "c-p-0"})
			m, _ = flex.Observe(m, s, flex.Settings{User: "u"})
		}
		if err := j.SaveMemory(t.Context(), b.Add(1000*time.Hour), m); err != nil {
			t.Fatal(err)
		}
	})
}

func newFuzzBench() time.Time { return time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC) }
