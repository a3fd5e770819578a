//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/tui"
)

// What is no draft is left alone and named; it keeps no draft from being read, and the program from nothing.
func TestDraftsAmongOtherFiles(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	good := someDraft("good", time.Unix(100, 0).UTC())
	if err := keepDraft(t, d, good); err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("broken.json", `{"id":"broken","text":"half`)
	put("stolen.json", `{"id":"good","text":"of another name"}`)
	put("notes.txt", "mine")
	put(".a.json.123", "left by a crash")
	put("huge.json", strings.Repeat(" ", mostDraft+1))
	if err := syscall.Mkfifo(filepath.Join(d.dir, "pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(d.dir, "link.json")); err != nil {
		t.Fatal(err)
	}
	got, err := d.List(t.Context())
	if diff := cmp.Diff([]tui.Draft{good}, contents(got)); diff != "" {
		t.Error(diff)
	}
	f := fault.From(err)
	if f == nil || f.What != "broken.json, huge.json, link.json in "+d.dir+" cannot be read" || f.Cure == "" {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(d.dir, "broken.json")); err != nil {
		t.Errorf("what could be mended is gone: %v", err)
	}
}
