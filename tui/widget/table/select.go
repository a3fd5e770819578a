package table

// Selected returns the key of the selected row; false without rows.
func (t *Table[K]) Selected() (K, bool) {
	return t.selected, t.Len() > 0
}

// Index returns the number of the selected row, -1 without rows.
func (t *Table[K]) Index() int {
	if t.Len() == 0 {
		return -1
	}
	return t.cursor
}

// Select selects the row with that key and shows it. It reports whether there is such a row.
func (t *Table[K]) Select(key K) bool {
	i, ok := t.find(key, t.cursor)
	if ok {
		t.SelectIndex(i)
	}
	return ok
}

// SelectIndex selects row i, or the nearest there is, and shows it. It reports whether another row
// is selected now.
func (t *Table[K]) SelectIndex(i int) bool {
	n := t.Len()
	if n == 0 {
		return false
	}
	i = max(0, min(i, n-1))
	moved := i != t.cursor
	t.put(i)
	t.show(t.margin())
	return moved
}

// put makes row i the selected one.
func (t *Table[K]) put(i int) {
	t.cursor, t.selected, t.drawn = i, t.rows.Key(i), false
}

// follow finds the selection again after the rows changed, and keeps it on the same line of the
// screen, so that what is read does not jump; a view that stood at the top stays there while the
// selection can still be seen.
func (t *Table[K]) follow() {
	n := t.Len()
	if n == 0 {
		t.cursor, t.offset, t.anchor.set = 0, 0, false
		return
	}
	line := t.cursor - t.offset
	i, ok := t.find(t.selected, t.cursor)
	if !ok {
		i = max(0, min(t.cursor, n-1))
	}
	t.put(i)
	if t.offset > 0 || i >= t.body() {
		t.offset = i - line
	}
	t.reanchor()
	t.show(0)
}

// find returns where a key is now; near is where it was, which is looked at first.
func (t *Table[K]) find(key K, near int) (int, bool) {
	n := t.Len()
	if near >= 0 && near < n && t.rows.Key(near) == key {
		return near, true
	}
	if f, ok := t.rows.(Finder[K]); ok {
		return f.Find(key)
	}
	for i := range n {
		if t.rows.Key(i) == key {
			return i, true
		}
	}
	return 0, false
}
