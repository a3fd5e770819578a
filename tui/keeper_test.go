package tui_test

import (
	"context"
	"errors"
	"testing"

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
