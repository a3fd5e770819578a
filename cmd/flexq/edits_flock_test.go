//go:build darwin || linux

package main

import (
	"errors"
	"io/fs"
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

// begun is an editor that has the script of a form; nothing runs.
func begun(t *testing.T, d *draftFiles, form tui.Draft) *editing {
	t.Helper()
	began, err := editors{ctx: t.Context(), getenv: vars(map[string]string{"EDITOR": "true"}), dir: editsOf(d.dir)}.Begin(form)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := began.(*editing)
	if !ok || e.lock == nil || !strings.HasPrefix(e.file, editsOf(d.dir)) {
		t.Fatalf("got %+v", began)
	}
	return e
}

// killed is what the system does for a program that was killed. A program that is just being started, as another test may
// do, has a copy of each open file until it runs, so that closing alone may let go of the lock some time later.
func (e *editing) killed() {
	_ = syscall.Flock(int(e.lock.Fd()), syscall.LOCK_UN)
	e.lock.Close()
}

func save(t *testing.T, e *editing, text string) {
	t.Helper()
	if err := os.WriteFile(e.file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)
	if err := os.Chtimes(e.file, at, at); err != nil {
		t.Fatal(err)
	}
}

// What an editor saved whose flexq was killed is among the drafts: in the place of the form that it comes from, or apart
// from it where that was changed or sent since.
func TestEditsOfKilledProgramsAreDrafts(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	form := someDraft("form", at)
	form.Key = ""
	but := func(change func(*tui.Draft)) tui.Draft {
		d := form
		change(&d)
		return d
	}
	edited := but(func(d *tui.Draft) { d.Text, d.Changed = "edited\n", at.Add(time.Hour) })
	apart := edited
	apart.ID = "form-2"
	older := but(func(d *tui.Draft) { d.Text, d.Changed = "older\n", at.Add(-time.Second) })
	newer := but(func(d *tui.Draft) { d.Text, d.Changed = "newer\n", at.Add(time.Second) })
	sent := but(func(d *tui.Draft) { d.Job = 7 })
	for name, c := range map[string]struct {
		stored []tui.Draft
		saved  string
		want   []tui.Draft
	}{
		"the form was never stored":  {nil, "edited\n", []tui.Draft{edited}},
		"it was stored before":       {[]tui.Draft{older}, "edited\n", []tui.Draft{edited}},
		"as it is":                   {[]tui.Draft{form}, "edited\n", []tui.Draft{edited}},
		"it was changed since":       {[]tui.Draft{newer}, "edited\n", []tui.Draft{apart, newer}},
		"it was sent":                {[]tui.Draft{sent}, "edited\n", []tui.Draft{apart, sent}},
		"it was kept with the edit":  {[]tui.Draft{edited}, "edited\n", []tui.Draft{edited}},
		"nothing was changed":        {[]tui.Draft{older}, form.Text, []tui.Draft{older}},
		"the editor had emptied it":  {[]tui.Draft{form}, "", []tui.Draft{form}},
		"nothing changed nor stored": {nil, form.Text, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := draftFolder(t)
			for _, draft := range c.stored {
				if err := keepDraft(t, d, draft); err != nil {
					t.Fatal(err)
				}
			}
			e := begun(t, d, form)
			save(t, e, c.saved)
			if got, err := d.List(t.Context()); err != nil || len(got) != len(c.stored) || !cmp.Equal(contents(got), append([]tui.Draft(nil), c.stored...)) {
				t.Errorf("while it is edited: %v, %+v", err, got)
			}
			e.killed()
			for range 2 {
				got, err := d.List(t.Context())
				if diff := cmp.Diff(c.want, contents(got)); diff != "" || err != nil {
					t.Errorf("%v\n%s", err, diff)
				}
			}
			if left, err := os.ReadDir(editsOf(d.dir)); err != nil || len(left) > 0 {
				t.Errorf("%v is left, %v", left, err)
			}
		})
	}
}

// What cannot be taken stays where it is, and is named until somebody has seen to it.
func TestEditsThatCannotBeTaken(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	form := someDraft("form", time.Unix(100, 0).UTC())
	e := begun(t, d, form)
	swap := filepath.Join(e.dir, ".torchrun-flex.sbatch.swp")
	if err := os.WriteFile(swap, []byte("unsaved"), 0o600); err != nil {
		t.Fatal(err)
	}
	save(t, e, "edited\n")
	e.killed()
	for range 2 {
		got, err := d.List(t.Context())
		f := fault.From(err)
		if len(got) != 1 || got[0].Text != "edited\n" || f == nil || f.What != "an editor that was ended left .torchrun-flex.sbatch.swp in "+e.dir {
			t.Errorf("%v, %+v", err, got)
		}
	}
	if text, err := os.ReadFile(swap); err != nil || string(text) != "unsaved" {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.Remove(swap); err != nil {
		t.Fatal(err)
	}
	if _, err := d.List(t.Context()); err != nil {
		t.Error(err)
	}
	binary := begun(t, d, form)
	save(t, binary, "a\x00b")
	binary.killed()
	_, err := d.List(t.Context())
	if f := fault.From(err); f == nil || f.What != "an editor that was ended left torchrun-flex.sbatch in "+binary.dir {
		t.Errorf("got %v", err)
	}
}

// What the user was told of is not offered again, and an editor in the background keeps its file.
func TestEditsThatEndedHere(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	form := someDraft("form", time.Unix(100, 0).UTC())
	rejected := begun(t, d, form)
	rejected.cmd.Path, rejected.cmd.Args = "/bin/sh", []string{"sh", "-c", "echo no >'" + rejected.file + "'; exit 1"}
	_ = rejected.Run()
	_, err := rejected.Text()
	if f := fault.From(err); f == nil || !strings.HasSuffix(f.Cure, rejected.file) {
		t.Errorf("got %v", err)
	}
	if text, file, ok := rejected.Saved(); text != "no\n" || file != rejected.file || !ok {
		t.Errorf("got %q, %q, %v", text, file, ok)
	}
	rejected.killed()
	if got, err := d.List(t.Context()); len(got) > 0 || err != nil {
		t.Errorf("%v, %+v", err, got)
	}

	background := begun(t, d, form)
	background.cmd.Path, background.cmd.Args = "/bin/sh", []string{"sh", "-c", "while [ ! -e '" + background.dir + "/go' ]; do sleep 0.02; done & :"}
	_ = background.Run()
	if text, err := background.Text(); text != form.Text || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	background.Done()
	save(t, background, "later\n")
	if got, err := d.List(t.Context()); len(got) > 0 || err != nil {
		t.Errorf("while it runs: %v, %+v", err, got)
	}
	if err := os.WriteFile(filepath.Join(background.dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	untilTrue(t, func() bool {
		got, _ := d.List(t.Context())
		return len(got) == 1 && got[0].Text == "later\n"
	})
}

// untilTrue looks until something is so.
func untilTrue(t *testing.T, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); <-time.After(lookEach) {
		if time.Now().After(deadline) {
			t.Fatal("it never was")
		}
	}
}

// isEdited reports whether somebody holds the lock of what is being edited.
func isEdited(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return tryLock(f) != nil
}
