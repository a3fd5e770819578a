package table

import (
	"slices"

	"flexq/tui/theme"
)

// Table is a table of rows that are named by keys of type K. Build it with [New].
type Table[K comparable] struct {
	columns []Column
	rows    Rows[K]
	version uint64
	width   int
	height  int
	theme   theme.Theme
	glyphs  theme.Glyphs
	focused bool
	sortID  string
	falling bool
	quiet   bool
	heads   map[string][]Piece // by column, in the place of the title
	empty   Cell

	cursor   int // row number of the selection; 0 without rows
	selected K   // its key, while there are rows
	offset   int // the first row that is seen
	marks    map[K]struct{}
	anchor   anchor[K]

	seen   []int    // per column: the widest text so far
	placed []Placed // the columns that are shown; nil when they must be arranged anew
	ruler  ruler
	cells  []Cell // reused from row to row
	buf    []byte // reused from view to view
	view   string
	drawn  bool // view is what is to be seen
}

// ruler says which rows have been measured for the widths in seen.
type ruler struct {
	done        bool
	offset, len int
}

// anchor is where a range of marks began.
type anchor[K comparable] struct {
	set   bool
	key   K
	index int // where the key was last
}

// New returns an empty table with those columns, focused.
func New[K comparable](th theme.Theme, columns []Column) *Table[K] {
	t := &Table[K]{theme: th, glyphs: th.Glyphs(), focused: true, marks: map[K]struct{}{}}
	t.SetColumns(columns)
	return t
}

// SetColumns replaces the columns. The rows must give cells for these from now on.
func (t *Table[K]) SetColumns(columns []Column) {
	t.columns = columns
	t.refit()
}

// Resize gives the table its room in cells, the heading included.
func (t *Table[K]) Resize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == t.width && height == t.height {
		return
	}
	if width != t.width {
		t.refit()
	}
	t.width, t.height = width, height
	t.show(t.margin())
	t.drawn = false
}

// SetTheme changes how the table looks.
func (t *Table[K]) SetTheme(th theme.Theme) {
	if th != t.theme {
		t.theme, t.glyphs, t.drawn = th, th.Glyphs(), false
	}
}

// SetFocused says whether the keys go to the table; the selection is quieter when they do not.
func (t *Table[K]) SetFocused(focused bool) {
	if focused != t.focused {
		t.focused, t.drawn = focused, false
	}
}

// SetQuiet says whether a table without the focus hides its selection: of several tables on one screen only one has a
// cursor then.
func (t *Table[K]) SetQuiet(quiet bool) {
	if quiet != t.quiet {
		t.quiet, t.drawn = quiet, false
	}
}

// SetHead shows pieces of text in the place of a column's title, as the scale of an axis. The column's width does not
// follow them.
func (t *Table[K]) SetHead(columnID string, head []Piece) {
	if slices.Equal(t.heads[columnID], head) {
		return
	}
	if t.heads == nil {
		t.heads = map[string][]Piece{}
	}
	t.heads[columnID], t.drawn = head, false
}

// SetSort says which column the rows are sorted by, for the arrow in the heading; empty for none.
// The table never sorts.
func (t *Table[K]) SetSort(columnID string, descending bool) {
	if columnID != t.sortID || descending != t.falling {
		t.sortID, t.falling, t.drawn = columnID, descending, false
	}
}

// SetEmpty sets what stands in the middle while there are no rows. Line breaks are kept.
func (t *Table[K]) SetEmpty(text string, tone theme.Tone) {
	if c := (Cell{Text: text, Tone: tone}); c.Text != t.empty.Text || c.Tone != t.empty.Tone {
		t.empty, t.drawn = c, false
	}
}

// SetRows shows other rows, or the same ones after a change. The same version again does nothing,
// so that it may be called as often as one likes. The selection stays on its key; if that is gone,
// the row at the same place is selected.
func (t *Table[K]) SetRows(rows Rows[K], version uint64) {
	if t.rows != nil && version == t.version {
		return
	}
	t.rows, t.version, t.drawn = rows, version, false
	t.ruler.done = false
	t.follow()
}

// Len returns how many rows there are.
func (t *Table[K]) Len() int {
	if t.rows == nil {
		return 0
	}
	return t.rows.Len()
}

// Columns returns the columns that are shown and where, as View draws them next. It is valid until the next change.
func (t *Table[K]) Columns() []Placed {
	t.measure()
	t.place()
	return t.placed
}

// refit forgets the widths of the texts seen so far.
func (t *Table[K]) refit() {
	t.seen = make([]int, len(t.columns))
	t.placed, t.drawn = nil, false
	t.ruler.done = false
}

// place arranges the columns if something changed.
func (t *Table[K]) place() {
	if t.placed != nil {
		return
	}
	gap := narrowGap
	if ideal(t.columns, t.seen, wideGap) <= t.room() {
		gap = wideGap
	}
	t.placed = arrange(t.columns, t.seen, t.gutter(), t.room(), gap)
}

// Widths of the parts of a line. A gutter before the columns holds the pointer and the mark, a
// strip after them the scrollbar.
const (
	wideGap    = 2
	narrowGap  = 1
	wideGutter = 3
	slimGutter = 2
	slimWidth  = 60
	leastWidth = 6
	scrollbar  = 1
	strip      = scrollbar + 1
)

// gutter returns the cells before the first column.
func (t *Table[K]) gutter() int {
	if t.width < slimWidth {
		return slimGutter
	}
	return wideGutter
}

// room returns the cells that the columns share.
func (t *Table[K]) room() int { return max(1, t.width-t.gutter()-strip) }

// body returns how many rows can be seen.
func (t *Table[K]) body() int { return max(0, t.height-1) }
