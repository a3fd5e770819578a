package table

// scrollMargin is how many rows stay in sight beyond the selection when it moves.
const scrollMargin = 3

// Move selects the row n further down, or up if n is negative, as far as there are rows. It
// reports whether another row is selected now.
func (t *Table[K]) Move(n int) bool { return t.SelectIndex(t.cursor + n) }

// Top selects the first row.
func (t *Table[K]) Top() bool { return t.SelectIndex(0) }

// Bottom selects the last row.
func (t *Table[K]) Bottom() bool { return t.SelectIndex(t.Len() - 1) }

// Page moves by n screens; the selection stays on its line of the screen where it can.
func (t *Table[K]) Page(n int) bool { return t.leap(n * max(1, t.body())) }

// HalfPage moves by n half screens.
func (t *Table[K]) HalfPage(n int) bool { return t.leap(n * max(1, t.body()/2)) }

// leap moves the view and the selection together.
func (t *Table[K]) leap(n int) bool {
	if t.Len() == 0 {
		return false
	}
	t.offset += n
	return t.SelectIndex(t.cursor + n)
}

// Scroll moves the view by n rows and the selection only as far as it must to stay in sight, as a
// mouse wheel does. It reports whether anything moved.
func (t *Table[K]) Scroll(n int) bool {
	if t.Len() == 0 {
		return false
	}
	before := t.offset
	t.offset = t.clampOffset(t.offset + n)
	if t.offset == before {
		return false
	}
	m := t.margin()
	low, high := t.offset+m, t.offset+t.body()-1-m
	if t.offset == 0 {
		low = 0
	}
	if t.offset == t.clampOffset(t.Len()) {
		high = t.Len() - 1
	}
	t.put(max(0, min(max(low, min(t.cursor, high)), t.Len()-1)))
	t.drawn = false
	return true
}

// Position returns the numbers of the first and the last row that are seen, counted from 1; both
// are 0 without rows.
func (t *Table[K]) Position() (first, last int) {
	n := t.Len()
	if n == 0 || t.body() == 0 {
		return 0, 0
	}
	return t.offset + 1, min(t.offset+t.body(), n)
}

// show moves the view so that the selection is seen with so many rows beyond it.
func (t *Table[K]) show(margin int) {
	before := t.offset
	t.offset = min(t.offset, t.cursor-margin)
	t.offset = max(t.offset, t.cursor+margin-t.body()+1)
	t.offset = t.clampOffset(t.offset)
	if t.offset != before {
		t.drawn = false
	}
}

// clampOffset keeps the view inside the rows.
func (t *Table[K]) clampOffset(offset int) int {
	return max(0, min(offset, t.Len()-t.body()))
}

// margin returns the rows beyond the selection that this height affords.
func (t *Table[K]) margin() int {
	return max(0, min(scrollMargin, (t.body()-1)/2))
}
