package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// list is rows of numbers: the number is the key.
type list []uint64

func (l list) Len() int         { return len(l) }
func (l list) Key(i int) uint64 { return l[i] }

func (l list) Cells(i int, dst []table.Cell) []table.Cell {
	return append(dst,
		table.Cell{Text: fmt.Sprint(l[i])},
		table.Cell{Text: "job of " + fmt.Sprint(l[i]), Tone: theme.Good},
		table.Cell{Text: "x", Tone: theme.Dim})
}

// upTo returns the rows 1 to n.
func upTo(n int) list {
	l := make(list, n)
	for i := range l {
		l[i] = uint64(i + 1)
	}
	return l
}

func columns() []table.Column {
	return []table.Column{
		{ID: "id", Title: "ID", Min: 4, Align: fit.Right},
		{ID: "name", Title: "NAME", Min: 8, Ideal: 12, Flex: 1},
		{ID: "note", Title: "NOTE", Min: 4, Drop: 1},
	}
}

// numbers returns a plain table of n rows with room for body rows.
func numbers(n, body int) *table.Table[uint64] {
	t := table.New[uint64](theme.Theme{}, columns())
	t.Resize(40, body+1)
	t.SetRows(upTo(n), 1)
	return t
}

// frame returns the view without colours and without spaces at the ends of lines.
func frame(t *table.Table[uint64]) string {
	lines := strings.Split(ansi.Strip(t.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func TestViewDrawsHeadingRowsAndScrollbar(t *testing.T) {
	t.Parallel()
	tb := numbers(8, 4)
	tb.SetSort("name", true)
	tb.Mark(3, true)
	tb.Move(1)
	want := strings.Join([]string{
		"    ID  NAMEv                     NOTE",
		"     1  job of 1                  x    #",
		">    2  job of 2                  x    #",
		" *   3  job of 3                  x    |",
		"     4  job of 4                  x    |",
	}, "\n")
	if diff := cmp.Diff(want, frame(tb)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestArrowOfTheSortedColumnCutsNoTitle(t *testing.T) {
	t.Parallel()
	tb := table.New[uint64](theme.Theme{}, []table.Column{
		{ID: "a", Title: "USED", Min: 4, Max: 4, Align: fit.Right},
		{ID: "b", Title: "LEFT", Min: 6, Max: 6, Align: fit.Right},
		{ID: "c", Title: "WHERE", Min: 5},
	})
	tb.Resize(40, 2)
	for _, c := range []struct{ id, want string }{
		{"a", "  USED^   LEFT  WHERE"},
		{"b", "  USED   ^LEFT  WHERE"},
		{"c", "  USED    LEFT  WHERE^"},
		{"", "  USED    LEFT  WHERE"},
	} {
		tb.SetSort(c.id, false)
		if got := strings.Split(frame(tb), "\n")[0]; got != c.want {
			t.Errorf("sorted by %q: %q, want %q", c.id, got, c.want)
		}
	}
}

func TestEmptyTextStandsInTheMiddle(t *testing.T) {
	t.Parallel()
	tb := numbers(0, 5)
	tb.SetEmpty("no jobs\npress m for all", theme.Dim)
	lines := strings.Split(ansi.Strip(tb.View()), "\n")
	if got, want := strings.TrimRight(lines[2], " "), strings.Repeat(" ", 16)+"no jobs"; got != want {
		t.Errorf("line 2 is %q, want %q", got, want)
	}
	if got, want := strings.TrimRight(lines[3], " "), strings.Repeat(" ", 12)+"press m for all"; got != want {
		t.Errorf("line 3 is %q, want %q", got, want)
	}
}

func TestEveryLineIsExactlyAsWideAsTheTable(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{0, 3, 50} {
		tb := numbers(rows, 5)
		tb.SetEmpty("nothing here at all, and this is said at length", theme.Dim)
		tb.SetSort("note", false)
		for w := range 130 {
			for _, h := range []int{0, 1, 2, 7} {
				tb.Resize(w, h)
				if h == 0 {
					if got := tb.View(); got != "" {
						t.Fatalf("no height drew %q", got)
					}
					continue
				}
				lines := strings.Split(tb.View(), "\n")
				if len(lines) != h {
					t.Fatalf("%dx%d has %d lines", w, h, len(lines))
				}
				for i, line := range lines {
					if got := ansi.StringWidth(line); got != w {
						t.Fatalf("%dx%d: line %d %q is %d wide", w, h, i, line, got)
					}
				}
			}
		}
	}
}

func TestSpanRunsAcrossColumns(t *testing.T) {
	t.Parallel()
	tb := table.New[uint64](theme.Theme{}, columns())
	tb.Resize(30, 2)
	tb.SetRows(spanned{}, 1)
	want := "    ID  NAME            NOTE\n>    7  a summary that is l~"
	if diff := cmp.Diff(want, frame(tb)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type spanned struct{}

func (spanned) Len() int       { return 1 }
func (spanned) Key(int) uint64 { return 7 }

func (spanned) Cells(_ int, dst []table.Cell) []table.Cell {
	return append(dst, table.Cell{Text: "7"}, table.Cell{Text: "a summary that is longer than both", Span: 1}, table.Cell{Text: "never"})
}

func TestCellsOfHostileTextKeepTheGrid(t *testing.T) {
	t.Parallel()
	tb := table.New[uint64](theme.New(theme.Dark, true, false), []table.Column{{Title: "A", Min: 6, Max: 6}, {Title: "B", Min: 3}})
	tb.Resize(30, 4)
	tb.SetRows(texts{"a\nb\tc", "日本語日本語", "👩‍🚀👩‍🚀👩‍🚀👩‍🚀"}, 1)
	var got []string
	for _, line := range strings.Split(ansi.Strip(tb.View()), "\n") {
		got = append(got, strings.TrimRight(line, " "))
	}
	want := []string{"  A       B", "> a b c   end", "  日本…   end", "  👩‍🚀👩‍🚀…   end"}
	want[1] = strings.Replace(want[1], ">", "▌", 1)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type texts []string

func (l texts) Len() int         { return len(l) }
func (l texts) Key(i int) uint64 { return uint64(i) }

func (l texts) Cells(i int, dst []table.Cell) []table.Cell {
	return append(dst, table.Cell{Text: l[i]}, table.Cell{Text: "end"})
}

func TestViewIsDrawnAgainOnlyAfterAChange(t *testing.T) {
	t.Parallel()
	rows := &counted{list: upTo(100)}
	tb := table.New[uint64](theme.Theme{}, columns())
	tb.Resize(60, 11)
	tb.SetRows(rows, 1)
	draws := func(f func()) int {
		rows.cells = 0
		f()
		tb.View()
		return rows.cells
	}
	tb.View()
	for _, c := range []struct {
		name string
		do   func()
		want bool
	}{
		{"nothing", func() {}, false},
		{"the same version", func() { tb.SetRows(rows, 1) }, false},
		{"a new version", func() { tb.SetRows(rows, 2) }, true},
		{"the same size", func() { tb.Resize(60, 11) }, false},
		{"another size", func() { tb.Resize(61, 11) }, true},
		{"a move", func() { tb.Move(1) }, true},
		{"a mark", func() { tb.ToggleMark() }, true},
		{"the same sort", func() { tb.SetSort("", false) }, false},
		{"another sort", func() { tb.SetSort("id", true) }, true},
		{"the same focus", func() { tb.SetFocused(true) }, false},
		{"another focus", func() { tb.SetFocused(false) }, true},
		{"the same theme", func() { tb.SetTheme(theme.Theme{}) }, false},
		{"another theme", func() { tb.SetTheme(theme.New(theme.Dark, true, false)) }, true},
		{"marks that stay", func() { tb.RetainMarks(func(uint64) bool { return true }) }, false},
	} {
		if got := draws(c.do); (got > 0) != c.want {
			t.Errorf("after %s the cells of %d rows were asked for", c.name, got)
		}
	}
}

// counted counts how many rows are asked for their cells.
type counted struct {
	list
	cells int
}

func (c *counted) Cells(i int, dst []table.Cell) []table.Cell {
	c.cells++
	return c.list.Cells(i, dst)
}

func TestOnlyTheRowsInSightAreAskedFor(t *testing.T) {
	t.Parallel()
	rows := &counted{list: upTo(100_000)}
	tb := table.New[uint64](theme.Theme{}, columns())
	tb.Resize(60, 11)
	tb.SetRows(rows, 1)
	tb.Bottom()
	tb.View()
	if rows.cells > 20 {
		t.Errorf("%d rows were asked for their cells, want 10 to measure and 10 to draw", rows.cells)
	}
}
