package table

import "flexq/tui/fit"

// Column is how one column looks. Widths are in cells.
type Column struct {
	// ID names the column to the caller: in Hit and SetSort.
	ID string
	// Title is the heading.
	Title string
	// Min is the narrowest that is of use; the title is cut rather than the column widened. 0 is
	// the width of the title.
	Min int
	// Ideal is the width that is aimed at; at least Min.
	Ideal int
	// Max is the width that is never exceeded; 0 is no limit.
	Max int
	// Fit raises Ideal to the widest text seen so far, up to Max.
	Fit bool
	// Flex is the column's share of the width that nobody needs; 0 takes none.
	Flex int
	// Align says where text goes; numbers to the right.
	Align fit.Align
	// Drop says when the column goes, if the width is too small: the highest first, and of equal
	// ones the last. 0 stays always. Lower ones also get their ideal width first.
	Drop int
}

// Placed is a column that is shown, with its place.
type Placed struct {
	// Index is the column's number in the list that the table was given.
	Index int
	// X is where it begins, counted from the table's left edge.
	X, Width int
}

// limits returns the bounds of the column's width, want being the widest text seen.
func (c *Column) limits(want int) (least, ideal, most int) {
	least = c.Min
	if least <= 0 {
		least = fit.Width(c.Title)
	}
	most = c.Max
	if most <= 0 {
		most = unlimited
	}
	least = max(1, min(least, most))
	ideal = max(c.Ideal, least)
	if c.Fit {
		ideal = max(ideal, want)
	}
	return least, min(ideal, most), most
}

const unlimited = 1 << 20
