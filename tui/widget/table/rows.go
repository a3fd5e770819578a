package table

import (
	"slices"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// Rows is what a table shows. It must not change while the table has it: to show something else,
// give the table other rows or a new version. Key and Cells are called with 0 <= i < Len().
type Rows[K comparable] interface {
	// Len returns how many rows there are.
	Len() int
	// Key returns what names row i, unique among the rows and the same for the same thing later.
	Key(i int) K
	// Cells appends the cells of row i to dst, one for each column of the table in its order, and
	// returns the result. It is called for the rows on the screen only.
	Cells(i int, dst []Cell) []Cell
}

// Finder is what Rows may also be, if it can tell where a key is faster than by looking at all of
// them.
type Finder[K comparable] interface {
	// Find returns the number of the row with that key, and false if there is none.
	Find(key K) (int, bool)
}

// Cell is what stands in one column of one row.
type Cell struct {
	Text string
	Tone theme.Tone
	// Span is how many further columns the cell takes up; their own cells are not shown. It lets a
	// summary run across columns that mean nothing for it.
	Span int
	// Parts are shown in the place of Text if there are any: pieces of text, each in its own tone. They begin at the left
	// of the cell and are cut at its end.
	Parts []Piece
	// Whole says that no piece is cut where the room is short: those at the end that do not fit go altogether, with an
	// ellipsis in their place. A number that is cut is another number.
	Whole bool
}

// Piece is a piece of a cell's text and what it means.
type Piece struct {
	Text string
	Tone theme.Tone
}

// whole are the pieces that fit into width, with an ellipsis if some do not. A first one that does not fit stays, to be cut.
func whole(parts []Piece, width int, ellipsis string) []Piece {
	room, last := width, 0
	for i, p := range parts {
		room -= fit.Width(p.Text)
		if room < 0 {
			break
		}
		if i == len(parts)-1 {
			return parts
		}
		if room > fit.Width(ellipsis) {
			last = i + 1
		}
	}
	if last == 0 {
		return parts[:min(1, len(parts))]
	}
	return append(slices.Clone(parts[:last]), Piece{Text: " " + ellipsis, Tone: theme.Dim})
}

// Width returns how many cells the text of the cell takes.
func (c *Cell) Width() int {
	if len(c.Parts) == 0 {
		return fit.Width(c.Text)
	}
	n := 0
	for _, p := range c.Parts {
		n += fit.Width(p.Text)
	}
	return n
}
