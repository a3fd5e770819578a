//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
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
		shipped, _ := builtinTemplates()
		if err != nil || len(got) != len(shipped)+1 || got[len(shipped)].Name != "p.sbatch" || got[len(shipped)].Unusable == nil {
			t.Errorf("%d templates, %v", len(got), err)
		}
	})
}

// The screen is told of each file that cannot be a template, with the cause and the cure that the command line gives.
func TestScriptsTellOfUnusableTemplates(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "templates")
	write(t, filepath.Join(folder, "good.sbatch"), "#!/bin/sh\nhostname\n")
	write(t, filepath.Join(folder, "binary.sbatch"), "\x7fELF\x00\x01")
	write(t, filepath.Join(folder, "co:lon.sbatch"), "#!/bin/sh\n")
	if err := os.Symlink("nowhere", filepath.Join(folder, "dangling.sbatch")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.sbatch"), 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	want := map[string]string{
		"binary.sbatch":   "is a binary file",
		"co:lon.sbatch":   `"co:lon" cannot be the name of a template: it has ':', and not every system takes that`,
		"dangling.sbatch": "cannot be read: no such file or directory",
		"pipe.sbatch":     "is no plain file",
	}
	if os.Geteuid() != 0 {
		write(t, filepath.Join(folder, "closed.sbatch"), "#!/bin/sh\n")
		if err := os.Chmod(filepath.Join(folder, "closed.sbatch"), 0); err != nil {
			t.Fatal(err)
		}
		want["closed.sbatch"] = "cannot be read: permission denied"
	}
	all, err := scripts{dir: dir}.Templates(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range all {
		if got.Unusable == nil {
			if got.Name != "good" && got.Path != "" || got.Script == "" {
				t.Errorf("%+v is a template", got)
			}
			continue
		}
		f := fault.From(got.Unusable)
		if f == nil || !strings.Contains(f.What, want[got.Name]) || want[got.Name] == "" || !isCure(got.Name, f.Cure) || got.Path != filepath.Join(folder, got.Name) {
			t.Errorf("%s: %+v", got.Name, f)
		}
		delete(want, got.Name)
	}
	if len(want) > 0 {
		t.Errorf("not told of %v", want)
	}
}

// isCure reports whether a cure says what to do about such a file: of the command line it says nothing.
func isCure(name, cure string) bool {
	if name == "co:lon.sbatch" {
		return cure == "use letters, digits, - and _, as in train-8b"
	}
	return cure == "put a batch script there, or take it away"
}
