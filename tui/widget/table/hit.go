package table

// Part is a part of the table that the mouse can point at.
type Part uint8

// The parts.
const (
	// Nothing is where there is neither a row nor a title.
	Nothing Part = iota
	// Heading is the line of titles.
	Heading
	// Row is a row.
	Row
	// Scrollbar is the strip at the right edge, while there is more than can be seen.
	Scrollbar
)

// Hit is what lies at a cell of the table.
type Hit[K comparable] struct {
	Part Part
	// Row and Key are of the row, if Part is Row. For Scrollbar, Row is the row to select to bring
	// the view there.
	Row int
	Key K
	// Column is the number of the column among all of the table, -1 if the cell belongs to none;
	// ColumnID is its ID.
	Column   int
	ColumnID string
}

// At returns what lies at a cell, counted from the table's own upper left corner.
func (t *Table[K]) At(x, y int) Hit[K] {
	t.place()
	hit := Hit[K]{Row: -1, Column: -1}
	if x < 0 || y < 0 || x >= t.width || y >= t.height {
		return hit
	}
	if i := t.columnAt(x); i >= 0 {
		hit.Column, hit.ColumnID = i, t.columns[i].ID
	}
	if y == 0 {
		hit.Part = Heading
		return hit
	}
	n := t.Len()
	if x >= t.width-scrollbar && n > t.body() && t.body() > 1 {
		hit.Part, hit.Row = Scrollbar, (y-1)*(n-1)/(t.body()-1)
		return hit
	}
	if i := t.offset + y - 1; i < n {
		hit.Part, hit.Row, hit.Key = Row, i, t.rows.Key(i)
	}
	return hit
}

// columnAt returns the column at x, the gap after it included.
func (t *Table[K]) columnAt(x int) int {
	found := -1
	for i, p := range t.placed {
		if x < p.X {
			break
		}
		found = p.Index
		if i == len(t.placed)-1 && x >= p.X+p.Width+1 {
			return -1
		}
	}
	return found
}
