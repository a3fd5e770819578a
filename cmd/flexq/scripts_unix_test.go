//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"flexq/client/fault"
)

// A pipe into which nobody writes would keep the screen waiting for ever.
func TestScriptsDoNotWaitForAPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "templates", "p.sbatch")
	if err := os.Mkdir(filepath.Dir(pipe), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	s := scripts{dir: dir}
	within(t, func() {
		if _, err := s.Load(t.Context(), pipe); fault.KindOf(err) != fault.Usage {
			t.Errorf("got %v", err)
		}
		got, err := s.Templates(t.Context())
		if shipped, _ := builtinTemplates(); err != nil || len(got) != len(shipped) {
			t.Errorf("%d templates, %v", len(got), err)
		}
	})
}
