package table_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/tui/widget/table"
)

func TestAt(t *testing.T) {
	t.Parallel()
	// The columns: gutter 0-1, ID 2-5, NAME 8-31, NOTE 34-37, scrollbar 39.
	tb := numbers(100, 10)
	tb.Select(50)
	first, _ := tb.Position()
	few := numbers(3, 10)
	for _, c := range []struct {
		name string
		tb   *table.Table[uint64]
		x, y int
		want table.Hit[uint64]
	}{
		{"a title", tb, 8, 0, table.Hit[uint64]{Part: table.Heading, Row: -1, Column: 1, ColumnID: "name"}},
		{"the gap after a title belongs to it", tb, 6, 0, table.Hit[uint64]{Part: table.Heading, Row: -1, Column: 0, ColumnID: "id"}},
		{"the gutter", tb, 0, 1, table.Hit[uint64]{Part: table.Row, Row: first - 1, Key: uint64(first), Column: -1}},
		{"a cell", tb, 36, 3, table.Hit[uint64]{Part: table.Row, Row: first + 1, Key: uint64(first + 2), Column: 2, ColumnID: "note"}},
		{"the top of the scrollbar", tb, 39, 1, table.Hit[uint64]{Part: table.Scrollbar, Row: 0, Column: -1}},
		{"its end", tb, 39, 10, table.Hit[uint64]{Part: table.Scrollbar, Row: 99, Column: -1}},
		{"below the last row", few, 8, 5, table.Hit[uint64]{Part: table.Nothing, Row: -1, Column: 1, ColumnID: "name"}},
		{"no scrollbar with few rows", few, 39, 1, table.Hit[uint64]{Part: table.Row, Row: 0, Key: 1, Column: -1}},
		{"outside", tb, 40, 1, table.Hit[uint64]{Row: -1, Column: -1}},
		{"above", tb, 1, -1, table.Hit[uint64]{Row: -1, Column: -1}},
	} {
		if diff := cmp.Diff(c.want, c.tb.At(c.x, c.y)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
