package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/tui"
)

func someDraft(id string, at time.Time) tui.Draft {
	return tui.Draft{
		ID: id, From: "torchrun-flex", Name: "train", Text: "#!/bin/bash\n#SBATCH -N {{NODES}}\nsrun x\n",
		Values: map[string]string{"NODES": "4"}, Typed: map[string]string{"more": "--comment=hi"}, Key: "flexq:01JTEST", Changed: at,
	}
}

func draftFolder(t *testing.T) *draftFiles {
	t.Helper()
	return &draftFiles{dir: filepath.Join(t.TempDir(), "state", "drafts")}
}

func TestDraftsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	at := time.Date(2026, 11, 30, 14, 0, 0, 500, time.UTC)
	odd := someDraft("odd", at)
	odd.Text = "latin \xe9, nul \x00, esc \x1b[31m, crlf\r\n, tab\t, \u202e\n"
	want := []tui.Draft{someDraft("newer", at.Add(time.Hour)), odd}
	for _, draft := range want {
		if err := keepDraft(t, d, draft); err != nil {
			t.Fatal(err)
		}
	}
	got, err := d.List(t.Context())
	if diff := cmp.Diff(want, contents(got)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	edited := want[0]
	edited.Text += "more\n"
	if err := keepDraft(t, d, edited); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := dropDraft(t, d, "odd"); err != nil {
			t.Fatal(err)
		}
	}
	got, err = d.List(t.Context())
	if diff := cmp.Diff([]tui.Draft{edited}, contents(got)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestDraftsAreTheUsersOwn(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	if err := keepDraft(t, d, someDraft("a", time.Unix(1, 0))); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{d.dir: 0o700 | os.ModeDir, filepath.Join(d.dir, "a.json"): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode() != want {
			t.Errorf("%s: got %v, %v", path, info.Mode(), err)
		}
	}
}

// keepDraft stores a draft over whatever there is.
func keepDraft(t *testing.T, d *draftFiles, draft tui.Draft) error {
	t.Helper()
	_, err := d.Store(t.Context(), draft, versionNow(t, d, draft.ID))
	return err
}

func dropDraft(t *testing.T, d *draftFiles, id string) error {
	t.Helper()
	return d.Drop(t.Context(), id, versionNow(t, d, id))
}

func versionNow(t *testing.T, d *draftFiles, id string) string {
	t.Helper()
	list, _ := d.List(t.Context()) // what it says of other files is tested elsewhere
	for i := range list {
		if list[i].ID == id {
			return list[i].Version
		}
	}
	return ""
}

// contents are drafts without what their files are.
func contents(list []tui.Draft) []tui.Draft {
	for i := range list {
		list[i].Version = ""
	}
	return list
}

// Names and values from a file that somebody else wrote hold nothing that a terminal would obey.
func TestHostileDraft(t *testing.T) {
	t.Parallel()
	got, err := decodeDraft([]byte(`{"id":"x","from":"a\u001b]0;gone\u0007b","name":"c\u202ed","key":"k\u0000","values":{"N\u001b[2J":"v\u009b1m"},"typed":{"more\u001b[2J":"v\u009b1m"},"unknown":1,"id":"y"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{got.From, got.Name, got.Key, fmt.Sprint(got.Values), fmt.Sprint(got.Typed)} {
		if strings.ContainsAny(text, "\x1b\x07\x00\u009b\u202e") {
			t.Errorf("got %q", text)
		}
	}
}

func TestDraftsThatCannotBeKept(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := &draftFiles{dir: filepath.Join(file, "drafts")}
	err := keepDraft(t, d, someDraft("a", time.Unix(1, 0)))
	if f := fault.From(err); f == nil || f.What != "nothing can be written to "+d.dir+": not a directory" {
		t.Errorf("got %v", err)
	}
	for _, id := range []string{"", "../x", "a/b", ".", "a.b", strings.Repeat("x", 65)} {
		d := draftFolder(t)
		if err := keepDraft(t, d, someDraft(id, time.Unix(1, 0))); fault.KindOf(err) != fault.Usage {
			t.Errorf("%q: got %v", id, err)
		}
		if err := dropDraft(t, d, id); err != nil {
			t.Errorf("%q: got %v", id, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := draftFolder(t).Store(ctx, someDraft("a", time.Unix(1, 0)), ""); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Of the forms that became jobs the newest stay; one that was not sent never goes by itself.
func TestSentDraftsAreFew(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	for i := range mostSent + 5 {
		sent := someDraft(fmt.Sprintf("sent-%02d", i), time.Unix(int64(1000+i), 0).UTC())
		sent.Key, sent.Job = "", uint64(i+1)
		if err := keepDraft(t, d, sent); err != nil {
			t.Fatal(err)
		}
	}
	if err := keepDraft(t, d, someDraft("old", time.Unix(1, 0).UTC())); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := d.List(t.Context())
		if err != nil || len(got) != mostSent+1 || got[0].ID != "sent-34" || got[mostSent-1].ID != "sent-05" || got[mostSent].ID != "old" {
			t.Errorf("%v: got %d from %s to %s", err, len(got), got[0].ID, got[len(got)-1].ID)
		}
	}
	if _, err := os.Stat(filepath.Join(d.dir, "sent-04.json")); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
}

// Two programs change the same draft as fast as they can: each sees what the other has made of it before it takes its
// place, so that no change is lost.
func TestDraftsOfTwoPrograms(t *testing.T) {
	t.Parallel()
	one := draftFolder(t)
	if err := keepDraft(t, one, tui.Draft{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	const each = 12
	var wg sync.WaitGroup
	for _, d := range []*draftFiles{one, {dir: one.dir}} {
		wg.Go(func() {
			draft := tui.Draft{ID: "a"}
			for n := 0; n < each; {
				next := draft
				next.Text += "x"
				version, err := d.Store(t.Context(), next, draft.Version)
				var o *tui.Overtaken
				switch {
				case errors.As(err, &o):
					draft = o.Now
				case err != nil:
					t.Error(err)
					return
				default:
					n++
					next.Version, draft = version, next
				}
			}
		})
	}
	wg.Wait()
	if got, err := one.List(t.Context()); err != nil || len(got) != 1 || len(got[0].Text) != 2*each {
		t.Errorf("%v, got %+v", err, got)
	}
}

// What is not the version that the program knows stays as it is.
func TestDraftsThatAnotherProgramChanged(t *testing.T) {
	t.Parallel()
	d, other := draftFolder(t), &draftFiles{}
	other.dir = d.dir
	first, err := d.Store(t.Context(), someDraft("a", time.Unix(1, 0)), "")
	if err != nil {
		t.Fatal(err)
	}
	theirs := someDraft("a", time.Unix(2, 0).UTC())
	theirs.Text = "theirs"
	if theirs.Version, err = other.Store(t.Context(), theirs, first); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"an older version": second(d.Store(t.Context(), someDraft("a", time.Unix(3, 0)), first)),
		"none":             second(d.Store(t.Context(), someDraft("a", time.Unix(3, 0)), "")),
		"dropped":          d.Drop(t.Context(), "a", first),
	} {
		var o *tui.Overtaken
		if !errors.As(err, &o) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(theirs, o.Now); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if err := other.Drop(t.Context(), "a", theirs.Version); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Store(t.Context(), someDraft("a", time.Unix(3, 0)), first); err != nil { // what is typed outlives a drop elsewhere
		t.Error(err)
	}
	path := filepath.Join(d.dir, "a.json")
	if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	var o *tui.Overtaken
	if _, err := d.Store(t.Context(), someDraft("a", time.Unix(4, 0)), first); !errors.As(err, &o) || o.Now.ID != "" {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != "half" {
		t.Errorf("%q, %v", left, err)
	}
}

// A program that was stopped while it held the lock keeps nobody from storing what was typed.
func TestDraftsUnderAHeldLock(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	defer d.lock(t.Context())()
	if err := keepDraft(t, &draftFiles{dir: d.dir}, someDraft("a", time.Unix(1, 0))); err != nil {
		t.Error(err)
	}
}

func second(_ string, err error) error { return err }
