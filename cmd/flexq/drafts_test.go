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
		if err := d.Keep(t.Context(), draft); err != nil {
			t.Fatal(err)
		}
	}
	got, err := d.List(t.Context())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	edited := want[0]
	edited.Text += "more\n"
	if err := d.Keep(t.Context(), edited); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := d.Drop(t.Context(), "odd"); err != nil {
			t.Fatal(err)
		}
	}
	got, err = d.List(t.Context())
	if diff := cmp.Diff([]tui.Draft{edited}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestDraftsAreTheUsersOwn(t *testing.T) {
	t.Parallel()
	d := draftFolder(t)
	if err := d.Keep(t.Context(), someDraft("a", time.Unix(1, 0))); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{d.dir: 0o700 | os.ModeDir, filepath.Join(d.dir, "a.json"): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode() != want {
			t.Errorf("%s: got %v, %v", path, info.Mode(), err)
		}
	}
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
	err := d.Keep(t.Context(), someDraft("a", time.Unix(1, 0)))
	if f := fault.From(err); f == nil || f.What != "nothing can be written to "+d.dir+": not a directory" {
		t.Errorf("got %v", err)
	}
	for _, id := range []string{"", "../x", "a/b", ".", "a.b", strings.Repeat("x", 65)} {
		d := draftFolder(t)
		if err := d.Keep(t.Context(), someDraft(id, time.Unix(1, 0))); fault.KindOf(err) != fault.Usage {
			t.Errorf("%q: got %v", id, err)
		}
		if err := d.Drop(t.Context(), id); err != nil {
			t.Errorf("%q: got %v", id, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := draftFolder(t).Keep(ctx, someDraft("a", time.Unix(1, 0))); !errors.Is(err, context.Canceled) {
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
		if err := d.Keep(t.Context(), sent); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Keep(t.Context(), someDraft("old", time.Unix(1, 0).UTC())); err != nil {
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

// Whoever reads while another writes finds a whole draft, and whichever was written last stays.
func TestDraftsOfTwoPrograms(t *testing.T) {
	t.Parallel()
	one := draftFolder(t)
	two := &draftFiles{dir: one.dir}
	if err := one.Keep(t.Context(), someDraft("a", time.Unix(1, 0))); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i, d := range []*draftFiles{one, two} {
		wg.Go(func() {
			for n := range 12 {
				draft := someDraft("a", time.Unix(int64(n), 0))
				draft.Text = strings.Repeat(fmt.Sprint(i), 50_000)
				if err := d.Keep(t.Context(), draft); err != nil {
					t.Error(err)
				}
				if got, err := d.List(t.Context()); err != nil || len(got) != 1 {
					t.Errorf("got %d drafts, %v", len(got), err)
				}
			}
		})
	}
	wg.Wait()
}
