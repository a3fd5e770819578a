package journal_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"flexq/client/journal"
)

func spokenOf() journal.Version {
	return journal.Version{Version: "v0.0.42", Release: "24.11.5", Newest: "v0.0.45"}
}

func TestVersionIsKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state", "cluster")
	if got := journal.LoadVersion(dir); got != (journal.Version{}) {
		t.Errorf("before: %+v", got)
	}
	for _, release := range []string{"24.11.5", "25.05.1"} {
		want := spokenOf()
		want.Release = release
		if err := journal.SaveVersion(dir, want); err != nil {
			t.Fatal(err)
		}
		if got := journal.LoadVersion(dir); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
	if info, err := files[0].Info(); err != nil || info.Mode() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}

func TestVersionOfADamagedFile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "cut": `{"v":1,"version":"v0.0.4`, "no JSON": "\x00\xff garbage", "another kind": "[1,2]",
		"a newer format": `{"v":99,"version":"v0.0.42"}`, "wrong type": `{"v":1,"version":42}`,
		"huge": `{"v":1,"version":"` + strings.Repeat("x", 1<<20) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "version.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := journal.LoadVersion(dir); got != (journal.Version{}) {
				t.Errorf("got %+v", got)
			}
			if err := journal.SaveVersion(dir, spokenOf()); err != nil {
				t.Error(err)
			}
			if got := journal.LoadVersion(dir); got != spokenOf() {
				t.Errorf("after: %+v", got)
			}
		})
	}
}

func TestVersionInAFolderThatIsNone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := journal.SaveVersion(dir, spokenOf()); err == nil {
		t.Error("saved below a file")
	}
	if got := journal.LoadVersion(dir); got != (journal.Version{}) {
		t.Errorf("got %+v", got)
	}
}

// Several programs that write at once leave one whole file.
func TestVersionOfSeveralPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				if err := journal.SaveVersion(dir, spokenOf()); err != nil {
					t.Error(err)
				}
				if got := journal.LoadVersion(dir); got != spokenOf() {
					t.Errorf("got %+v", got)
				}
			}
		})
	}
	all.Wait()
}
