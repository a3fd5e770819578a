package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/tui"
)

// hang lets the folder answer nothing until the channel is closed.
func hang(d *draftFiles, until <-chan struct{}) {
	begun := make(chan struct{})
	go func() {
		_ = d.slow.Run(context.Background(), time.Hour, func() error {
			close(begun)
			<-until
			return nil
		})
	}()
	<-begun
}

// A folder that does not answer keeps nobody for long. What was to be stored is there once it does, in its order, and is
// taken for no other program's; what was to be dropped stays.
func TestDraftsInAFolderThatHangs(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	gone := someDraft("gone", time.Unix(1, 0))
	if err := keepDraft(t, d, gone); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		d := &draftFiles{dir: d.dir}
		until := make(chan struct{})
		hang(d, until)
		began := time.Now()
		first, second := someDraft("a", time.Unix(2, 0)), someDraft("a", time.Unix(3, 0))
		second.Text += "more\n"
		_, err := d.Store(t.Context(), first, "")
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("waited %v", took)
		}
		if f := fault.From(err); f == nil || f.What != d.dir+" does not answer" || !strings.Contains(f.Cure, "XDG_STATE_HOME") {
			t.Errorf("stored: %v", err)
		}
		began = time.Now()
		if _, err := d.Store(t.Context(), second, ""); err == nil {
			t.Error("stored the second")
		}
		if err := d.Drop(t.Context(), "gone", versionIn(t, d, "gone")); err == nil {
			t.Error("dropped")
		}
		if _, err := d.List(t.Context()); err == nil {
			t.Error("listed")
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("waited once more: %v", took)
		}
		close(until)
		synctest.Wait()
		got, err := d.List(t.Context())
		if diff := cmp.Diff([]tui.Draft{second, gone}, contents(got)); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}

func versionIn(t *testing.T, d *draftFiles, id string) string {
	t.Helper()
	draft, err := readDraft(d.path(id))
	if err != nil {
		t.Fatal(err)
	}
	return draft.Version
}

// The editor is not kept by a folder that does not answer, and nothing is left there once it does.
func TestEditingInAFolderThatHangs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		until := make(chan struct{})
		began := time.Now()
		there := writtenInTime(t.Context(), editing{ctx: t.Context(), before: "srun x\n"}, func(e *editing) error {
			<-until
			return e.write(dir, "train")
		})
		if took := time.Since(began); there != nil || took != 3*time.Second {
			t.Errorf("%v after %v", there, took)
		}
		close(until)
		synctest.Wait()
		if left := others(dir); len(left) != 0 {
			t.Errorf("left %q", left)
		}
		there = writtenInTime(t.Context(), editing{ctx: t.Context(), before: "srun x\n"}, func(e *editing) error { return e.write(dir, "train") })
		if there == nil {
			t.Fatal("not written")
		}
		if got, err := os.ReadFile(there.file); err != nil || string(got) != "srun x\n" {
			t.Errorf("%q, %v", got, err)
		}
		there.Done()
	})
}
