package table_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// pieced are rows with a name and a bar of pieces.
type pieced []string

func (p pieced) Len() int         { return len(p) }
func (p pieced) Key(i int) string { return p[i] }

func (p pieced) Cells(i int, dst []table.Cell) []table.Cell {
	return append(dst, table.Cell{Text: p[i]}, table.Cell{Parts: []table.Piece{{Text: "##", Tone: theme.Good}, {Text: "====", Tone: theme.Bad}}})
}

func piecedTable(width int) *table.Table[string] {
	tb := table.New[string](theme.New(theme.Dark, true, false), []table.Column{{ID: "n", Title: "N", Min: 2}, {ID: "bar", Title: "BAR", Min: 3, Max: 8, Flex: 1}})
	tb.Resize(width, 4)
	tb.SetRows(pieced{"a", "b"}, 1)
	return tb
}

func plain(tb *table.Table[string]) []string { return strings.Split(ansi.Strip(tb.View()), "\n") }

func TestPiecesFillTheirCell(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{30: "a   ##====", 12: "a   ##=…", 11: "a   ##…"} {
		tb := piecedTable(width)
		got := plain(tb)[1]
		if !strings.Contains(got, want) || ansi.StringWidth(got) != width {
			t.Errorf("at %d the row is %q, want %q in it", width, got, want)
		}
	}
	th := theme.New(theme.Dark, true, false)
	if got := piecedTable(30).View(); !strings.Contains(got, th.PaintOn(theme.Base, theme.Bad, "====")) {
		t.Errorf("a piece is not in its tone: %q", got)
	}
}

// tallied is a row with numbers, of which none may be cut.
type tallied struct{ pieced }

func (c tallied) Cells(i int, dst []table.Cell) []table.Cell {
	return append(dst, table.Cell{Text: c.pieced[i]}, table.Cell{Whole: true, Parts: []table.Piece{{Text: "drain 12"}, {Text: " down 345"}, {Text: " idle 6"}}})
}

func TestWholePiecesAreNotCut(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{24: "drain 12 down 345 idle 6", 23: "drain 12 down 345 …", 19: "drain 12 down 345 …", 18: "drain 12 …", 10: "drain 12 …", 9: "drain 12", 8: "drain 12", 7: "drain …"} {
		tb := table.New[string](theme.New(theme.Dark, true, false), []table.Column{{ID: "n", Title: "N", Min: 1, Max: 1}, {ID: "c", Title: "C", Min: width, Max: width}})
		tb.Resize(80, 4)
		tb.SetRows(tallied{pieced{"a"}}, 1)
		if got := strings.TrimRight(plain(tb)[1], " "); !strings.HasSuffix(got, "a  "+want) && !strings.HasSuffix(got, "a "+want) {
			t.Errorf("in %d cells: %q, want %q", width, got, want)
		}
	}
}

func TestHeadStandsInThePlaceOfTheTitle(t *testing.T) {
	t.Parallel()
	tb := piecedTable(30)
	before := tb.Columns()[1]
	tb.SetHead("bar", []table.Piece{{Text: "Mon", Tone: theme.Heading}, {Text: " now", Tone: theme.Accent}})
	if got := plain(tb)[0]; !strings.Contains(got, "Mon now") || strings.Contains(got, "BAR") {
		t.Errorf("the heading is %q", got)
	}
	if after := tb.Columns()[1]; after != before {
		t.Errorf("the column is %v, was %v", after, before)
	}
	tb.SetHead("bar", nil)
	if got := plain(tb)[0]; !strings.Contains(got, "BAR") {
		t.Errorf("without a head the heading is %q", got)
	}
}

func TestQuietTableHidesItsSelection(t *testing.T) {
	t.Parallel()
	cursor := theme.New(theme.Dark, true, false).Glyphs().Cursor
	for _, c := range []struct{ focused, quiet, want bool }{{true, false, true}, {true, true, true}, {false, false, true}, {false, true, false}} {
		tb := piecedTable(30)
		tb.SetFocused(c.focused)
		tb.SetQuiet(c.quiet)
		if got := strings.Contains(plain(tb)[1], cursor); got != c.want {
			t.Errorf("focused %v, quiet %v: the selection is seen: %v, want %v", c.focused, c.quiet, got, c.want)
		}
	}
}
