package tui_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// Commands run when they like: an older state never takes the place of a newer one, nor brings back what was dropped.
func TestKeeperKeepsTheNewest(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	k := tui.NewKeeper(d)
	ctx := context.Background()
	put := func(name string, number uint64) {
		t.Helper()
		if err := k.Keep(ctx, tui.Draft{ID: "a", Name: name}, number); err != nil {
			t.Fatal(err)
		}
	}
	put("second", 2)
	put("first", 1)
	if got := d.Kept(); len(got) != 1 || got[0].Name != "second" {
		t.Errorf("kept %+v", got)
	}
	d.Break(errors.New("full"))
	if err := k.Keep(ctx, tui.Draft{ID: "a", Name: "third"}, 3); err == nil {
		t.Error("no error")
	}
	d.Break(nil)
	put("third", 3)
	if err := k.Drop(ctx, "a", 5); err != nil {
		t.Fatal(err)
	}
	put("fourth", 4)
	if got := d.Kept(); len(got) != 0 {
		t.Errorf("kept %+v", got)
	}
	put("sixth", 6)
	if err := k.Keep(ctx, tui.Draft{Name: "without an id"}, 7); err != nil || len(d.Kept()) != 1 {
		t.Errorf("%v, kept %+v", err, d.Kept())
	}
	if err := tui.NewKeeper(nil).Keep(ctx, tui.Draft{ID: "a"}, 1); err != nil {
		t.Errorf("nothing to keep it: %v", err)
	}
}

// What another program has made of a draft stays; this one's goes elsewhere, whatever is stored late, until the screen
// knows of it.
func TestKeeperGoesOutOfTheWay(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	k := tui.NewKeeper(d)
	ctx := context.Background()
	put := func(id, name string, number uint64) {
		t.Helper()
		if err := k.Keep(ctx, tui.Draft{ID: id, Name: name, Text: name}, number); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want map[string]string) {
		t.Helper()
		got := map[string]string{}
		for _, draft := range d.Kept() {
			got[draft.ID] = draft.Name
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	other := func(id, name string) {
		t.Helper()
		if err := d.Keep(ctx, tui.Draft{ID: id, Name: name, Text: name}); err != nil {
			t.Fatal(err)
		}
	}
	put("a", "mine", k.Number())
	other("a", "theirs")
	other("a-2", "somebody's")
	late := k.Number()
	put("a", "mine, edited", k.Number())
	put("a", "late", late)
	put("a", "mine, edited again", k.Number())
	late = k.Number()
	want := map[string]string{"a": "theirs", "a-2": "somebody's", "a-3": "mine, edited again"}
	check(want)
	if !k.Moved("a") || k.Moved("a") {
		t.Error("it is told once where the draft is")
	}
	put("a", "late too", late)
	want["a-3"] = "late too"
	check(want)
	put("a", "theirs, edited", k.Number())
	want["a"] = "theirs, edited"
	check(want)
	other("a", "theirs once more")
	put("a", "theirs once more", k.Number()) // both found out the same
	want["a"] = "theirs once more"
	check(want)
	put("a", "and edited", k.Number())
	want["a"] = "and edited"
	check(want)
}
