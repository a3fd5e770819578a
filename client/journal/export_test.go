package journal

import (
	"path/filepath"
	"testing"
)

// HoldLock takes the lock of a folder as another program would, and returns what gives it back.
func HoldLock(t *testing.T, dir string) func() {
	t.Helper()
	f, err := lock(t.Context(), filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
