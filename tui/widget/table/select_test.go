package table_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

func TestSelectionStaysOnItsKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		after list
		want  uint64
		index int
	}{
		{"reversed", list{6, 5, 4, 3, 2, 1}, 3, 3},
		{"filtered", list{1, 3, 5}, 3, 1},
		{"more above", list{9, 8, 7, 1, 2, 3, 4}, 3, 5},
		{"gone, the next takes its place", list{1, 2, 4, 5}, 4, 2},
		{"gone, and what followed too", list{1, 2}, 2, 1},
		{"nothing in common", list{100, 101, 102, 103}, 102, 2},
	} {
		tb := numbers(6, 4)
		tb.Select(3)
		tb.SetRows(c.after, 2)
		if got, ok := tb.Selected(); !ok || got != c.want || tb.Index() != c.index {
			t.Errorf("%s: key %d (%t) in row %d, want %d in row %d", c.name, got, ok, tb.Index(), c.want, c.index)
		}
	}
}

func TestWithoutRowsNothingIsSelected(t *testing.T) {
	t.Parallel()
	tb := numbers(6, 4)
	tb.Select(3)
	tb.SetRows(list{}, 2)
	if _, ok := tb.Selected(); ok || tb.Index() != -1 {
		t.Error("something is selected among no rows")
	}
	for name, moved := range map[string]bool{
		"Move": tb.Move(1), "Top": tb.Top(), "Bottom": tb.Bottom(), "Page": tb.Page(1),
		"HalfPage": tb.HalfPage(-1), "Scroll": tb.Scroll(1), "Select": tb.Select(3), "SelectIndex": tb.SelectIndex(0),
	} {
		if moved {
			t.Errorf("%s moved among no rows", name)
		}
	}
	tb.ToggleMark()
	tb.Range()
	tb.MarkAll()
	if got := tb.Targets(); got != nil {
		t.Errorf("targets %v among no rows", got)
	}
	tb.SetRows(upTo(6), 3)
	if got, _ := tb.Selected(); got != 3 {
		t.Errorf("after the rows came back %d is selected, want 3 as before", got)
	}
}

func TestSelectionKeepsItsLineOnTheScreen(t *testing.T) {
	t.Parallel()
	tb := numbers(100, 10)
	tb.Select(50)
	first, _ := tb.Position()
	line := tb.Index() + 1 - first
	more := append(list{1001, 1002, 1003, 1004, 1005}, upTo(100)...)
	tb.SetRows(more, 2)
	first, _ = tb.Position()
	if got := tb.Index() + 1 - first; got != line {
		t.Errorf("the selection went from line %d to %d", line, got)
	}
}

func TestViewAtTheTopStaysThere(t *testing.T) {
	t.Parallel()
	tb := numbers(100, 10)
	tb.SetRows(append(list{1001, 1002}, upTo(100)...), 2)
	if first, _ := tb.Position(); first != 1 {
		t.Errorf("the first row seen is %d, want the new one at the top", first)
	}
	if got, _ := tb.Selected(); got != 1 {
		t.Errorf("%d is selected, want 1", got)
	}
}

func TestMovesScrollWithAMargin(t *testing.T) {
	t.Parallel()
	type place struct{ Index, First, Last int }
	for _, c := range []struct {
		name string
		do   func(*table.Table[uint64])
		want place
	}{
		{"at first", func(*table.Table[uint64]) {}, place{0, 1, 10}},
		{"down inside the margin", func(tb *table.Table[uint64]) { tb.Move(6) }, place{6, 1, 10}},
		{"down beyond it", func(tb *table.Table[uint64]) { tb.Move(7) }, place{7, 2, 11}},
		{"bottom", func(tb *table.Table[uint64]) { tb.Bottom() }, place{99, 91, 100}},
		{"up from the bottom does not scroll", func(tb *table.Table[uint64]) { tb.Bottom(); tb.Move(-1) }, place{98, 91, 100}},
		{"up into the margin", func(tb *table.Table[uint64]) { tb.Bottom(); tb.Move(-7) }, place{92, 90, 99}},
		{"page", func(tb *table.Table[uint64]) { tb.Move(2); tb.Page(1) }, place{12, 10, 19}},
		{"page keeps the line", func(tb *table.Table[uint64]) { tb.Move(5); tb.Page(2) }, place{25, 21, 30}},
		{"half a page", func(tb *table.Table[uint64]) { tb.Move(5); tb.HalfPage(1) }, place{10, 6, 15}},
		{"page beyond the end", func(tb *table.Table[uint64]) { tb.Page(50) }, place{99, 91, 100}},
		{"page back beyond the start", func(tb *table.Table[uint64]) { tb.Bottom(); tb.Page(-50) }, place{0, 1, 10}},
		{"wheel drags the selection", func(tb *table.Table[uint64]) { tb.Scroll(5) }, place{8, 6, 15}},
		{"wheel leaves it when it can", func(tb *table.Table[uint64]) { tb.Move(6); tb.Scroll(2) }, place{6, 3, 12}},
		{"wheel to the end", func(tb *table.Table[uint64]) { tb.Scroll(1000) }, place{93, 91, 100}},
		{"wheel back to the start", func(tb *table.Table[uint64]) { tb.Bottom(); tb.Scroll(-1000) }, place{6, 1, 10}},
	} {
		tb := numbers(100, 10)
		c.do(tb)
		first, last := tb.Position()
		if diff := cmp.Diff(c.want, place{tb.Index(), first, last}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestMovesReportWhetherTheSelectionChanged(t *testing.T) {
	t.Parallel()
	tb := numbers(3, 10)
	for i, c := range []struct {
		got, want bool
	}{
		{tb.Move(-1), false},
		{tb.Move(1), true},
		{tb.Bottom(), true},
		{tb.Bottom(), false},
		{tb.Move(1), false},
		{tb.Page(1), false},
		{tb.Top(), true},
		{tb.Scroll(1), false},
		{tb.Select(2), true},
		{tb.Select(77), false},
	} {
		if c.got != c.want {
			t.Errorf("step %d reported %t", i, c.got)
		}
	}
}

func TestMarksStayOnTheirKeys(t *testing.T) {
	t.Parallel()
	tb := numbers(6, 4)
	tb.ToggleMark()
	tb.Move(2)
	tb.ToggleMark()
	tb.Move(1)
	tb.ToggleMark()
	tb.ToggleMark()
	tb.SetRows(list{6, 5, 3, 2}, 2)
	if tb.Marks() != 2 || !tb.IsMarked(1) || !tb.IsMarked(3) || tb.IsMarked(4) {
		t.Errorf("%d marks, 1 %t, 3 %t, 4 %t; want 1 and 3", tb.Marks(), tb.IsMarked(1), tb.IsMarked(3), tb.IsMarked(4))
	}
	if diff := cmp.Diff([]uint64{3, 1}, tb.Targets()); diff != "" {
		t.Errorf("targets: the rows in order, then the hidden ones (-want +got):\n%s", diff)
	}
	tb.RetainMarks(func(k uint64) bool { return k != 1 })
	if diff := cmp.Diff([]uint64{3}, tb.Targets()); diff != "" {
		t.Errorf("after 1 is gone (-want +got):\n%s", diff)
	}
	if !tb.ClearMarks() || tb.ClearMarks() {
		t.Error("ClearMarks does not say whether there was any")
	}
	if diff := cmp.Diff([]uint64{2}, tb.Targets()); diff != "" {
		t.Errorf("without marks the selection is the target (-want +got):\n%s", diff)
	}
}

func TestMarkAllTakesTheRowsThereAre(t *testing.T) {
	t.Parallel()
	tb := numbers(6, 4)
	tb.SetRows(list{2, 4}, 2)
	tb.MarkAll()
	tb.SetRows(upTo(6), 3)
	if diff := cmp.Diff([]uint64{2, 4}, tb.Targets()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRangeMarksFromItsBeginningToTheSelection(t *testing.T) {
	t.Parallel()
	tb := numbers(9, 9)
	tb.Select(7)
	tb.Range()
	if !tb.InRange() || tb.Marks() != 1 {
		t.Errorf("an open range has %d marks, want 1", tb.Marks())
	}
	tb.Move(-3)
	if got, want := tb.Targets(), []uint64{4, 5, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("the open range is %v, want %v", got, want)
	}
	// A refresh that takes a row out and brings one in: the range still begins at 7.
	tb.SetRows(list{1, 2, 3, 4, 6, 50, 7, 8}, 2)
	tb.Range()
	if got, want := tb.Targets(), []uint64{4, 6, 50, 7}; !slices.Equal(got, want) || tb.InRange() {
		t.Errorf("the range marked %v, want %v", got, want)
	}
}

func TestRangeCanBeDropped(t *testing.T) {
	t.Parallel()
	tb := numbers(9, 9)
	tb.Range()
	tb.Move(3)
	if !tb.DropRange() || tb.DropRange() || tb.Marks() != 0 {
		t.Error("the range was not dropped without marks")
	}
	tb.Range()
	tb.Move(1)
	tb.ToggleMark()
	if got, want := tb.Targets(), []uint64{4, 5}; !slices.Equal(got, want) {
		t.Errorf("a mark closes the range with %v, want %v", got, want)
	}
}

func TestRangeSurvivesTheLossOfItsBeginning(t *testing.T) {
	t.Parallel()
	tb := numbers(9, 9)
	tb.Select(8)
	tb.Range()
	tb.Select(2)
	tb.SetRows(list{1, 2, 3}, 2)
	if got, want := tb.Targets(), []uint64{2, 3}; !slices.Equal(got, want) {
		t.Errorf("targets %v, want %v", got, want)
	}
	tb.SetRows(list{}, 3)
	if tb.InRange() || tb.Marks() != 0 {
		t.Error("a range is open among no rows")
	}
}

func TestFinderIsAskedInsteadOfLooking(t *testing.T) {
	t.Parallel()
	rows := &finder{list: upTo(1000)}
	tb := table.New[uint64](theme.Theme{}, columns())
	tb.Resize(40, 10)
	tb.SetRows(rows, 1)
	rows.keys = 0
	if !tb.Select(900) {
		t.Fatal("900 was not found")
	}
	if rows.keys > 5 {
		t.Errorf("%d keys were looked at", rows.keys)
	}
}

type finder struct {
	list
	keys int
}

func (f *finder) Key(i int) uint64 {
	f.keys++
	return f.list.Key(i)
}

func (f *finder) Find(key uint64) (int, bool) {
	return int(key) - 1, key >= 1 && key <= uint64(len(f.list))
}
