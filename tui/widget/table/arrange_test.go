package table_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// widths returns the shown columns as "ID:width" from left to right.
func widths(columns []table.Column, tb *table.Table[uint64]) []string {
	var out []string
	for _, p := range tb.Columns() {
		out = append(out, fmt.Sprintf("%s:%d", columns[p.Index].ID, p.Width))
	}
	return out
}

func TestColumnsAdaptToTheWidth(t *testing.T) {
	t.Parallel()
	cols := []table.Column{
		{ID: "id", Title: "ID", Min: 6, Ideal: 8},
		{ID: "name", Title: "NAME", Min: 8, Ideal: 20, Max: 40, Flex: 2},
		{ID: "user", Title: "USER", Min: 4, Ideal: 8, Drop: 2},
		{ID: "prio", Title: "PRIORITY", Drop: 3},
		{ID: "why", Title: "WHY", Min: 10, Ideal: 20, Flex: 1},
	}
	tb := table.New[uint64](theme.Theme{}, cols)
	for _, c := range []struct {
		width int
		want  []string
	}{
		{140, []string{"id:8", "name:40", "user:8", "prio:8", "why:63"}},
		{80, []string{"id:8", "name:22", "user:8", "prio:8", "why:21"}},
		{60, []string{"id:8", "name:15", "user:4", "prio:8", "why:16"}},
		{42, []string{"id:8", "name:11", "user:4", "why:12"}},
		{31, []string{"id:7", "name:8", "why:10"}},
		{20, []string{"id:7", "name:8"}},
		{10, []string{"id:6"}},
		{5, []string{"id:1"}},
	} {
		tb.Resize(c.width, 5)
		if diff := cmp.Diff(c.want, widths(cols, tb)); diff != "" {
			t.Errorf("width %d (-want +got):\n%s", c.width, diff)
		}
	}
}

func TestFittedColumnsFollowTheirContents(t *testing.T) {
	t.Parallel()
	cols := []table.Column{{ID: "a", Title: "A", Min: 2, Max: 12, Fit: true}, {ID: "b", Title: "B", Min: 3, Flex: 1}}
	tb := table.New[uint64](theme.Theme{}, cols)
	tb.Resize(40, 3)
	for i, c := range []struct {
		rows texts
		want string
	}{
		{texts{"abc"}, "a:3"},
		{texts{"abc", "abcdefgh"}, "a:8"},
		{texts{"abc"}, "a:8"}, // does not narrow under the reader
		{texts{"日本語日本"}, "a:10"},
		{texts{"abcdefghijklmnopqrstuvwxyz"}, "a:12"}, // its limit
	} {
		tb.SetRows(c.rows, uint64(i))
		tb.View()
		if got := widths(cols, tb)[0]; got != c.want {
			t.Errorf("with %q it is %s, want %s", c.rows, got, c.want)
		}
	}
	tb.SetRows(texts{"ab", "ab", "ab", "ab", "ab"}, 100)
	tb.Resize(41, 3)
	tb.View()
	if got := widths(cols, tb)[0]; got != "a:2" {
		t.Errorf("after another width it is %s, want a:2", got)
	}
}

func TestColumnsNeverOverlapNorLeaveTheTable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cols := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) table.Column {
			least := rapid.IntRange(0, 15).Draw(t, "min")
			c := table.Column{
				Title: "TITLE", Min: least, Ideal: least + rapid.IntRange(0, 20).Draw(t, "ideal"),
				Flex: rapid.IntRange(0, 3).Draw(t, "flex"), Drop: rapid.IntRange(0, 5).Draw(t, "drop"),
			}
			if rapid.Bool().Draw(t, "limited") {
				c.Max = least + rapid.IntRange(0, 30).Draw(t, "max")
			}
			return c
		}), 1, 14).Draw(t, "columns")
		tb := table.New[uint64](theme.Theme{}, cols)
		width := rapid.IntRange(6, 250).Draw(t, "width")
		tb.Resize(width, 5)
		placed := tb.Columns()
		if len(placed) == 0 {
			t.Fatal("no column is left")
		}
		end, index := 0, -1
		for _, p := range placed {
			if p.X <= end || p.Index <= index || p.Width < 1 {
				t.Fatalf("column %d at %d is %d wide; the one before, %d, ends at %d", p.Index, p.X, p.Width, index, end)
			}
			if m := cols[p.Index].Max; m > 0 && p.Width > m {
				t.Fatalf("column %d is %d wide, its limit is %d", p.Index, p.Width, m)
			}
			end, index = p.X+p.Width, p.Index
		}
		if end > width-1 {
			t.Fatalf("the columns end at %d in a table of %d", end, width)
		}
	})
}
