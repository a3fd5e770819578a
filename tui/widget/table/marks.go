package table

// Mark sets or takes the mark of a key, whether or not it is among the rows now.
func (t *Table[K]) Mark(key K, on bool) {
	t.drawn = false
	if on {
		t.marks[key] = struct{}{}
		return
	}
	delete(t.marks, key)
}

// ToggleMark changes the mark of the selected row. While a range is open it closes it instead.
func (t *Table[K]) ToggleMark() {
	if t.Len() == 0 {
		return
	}
	if t.anchor.set {
		t.Range()
		return
	}
	_, on := t.marks[t.selected]
	t.Mark(t.selected, !on)
}

// Range opens a range of marks at the selection, or marks the rows from where it was opened to the
// selection and closes it.
func (t *Table[K]) Range() {
	if t.Len() == 0 {
		return
	}
	t.drawn = false
	if !t.anchor.set {
		t.anchor = anchor[K]{set: true, key: t.selected, index: t.cursor}
		return
	}
	low, high := t.span()
	for i := low; i <= high; i++ {
		t.marks[t.rows.Key(i)] = struct{}{}
	}
	t.anchor.set = false
}

// DropRange closes an open range without marking. It reports whether one was open.
func (t *Table[K]) DropRange() bool {
	was := t.anchor.set
	if was {
		t.anchor.set, t.drawn = false, false
	}
	return was
}

// InRange reports whether a range is open.
func (t *Table[K]) InRange() bool { return t.anchor.set }

// MarkAll marks every row there is now; rows that a filter hides are not among them.
func (t *Table[K]) MarkAll() {
	t.drawn = false
	for i := range t.Len() {
		t.marks[t.rows.Key(i)] = struct{}{}
	}
}

// ClearMarks takes all marks and closes an open range. It reports whether there was any of these.
func (t *Table[K]) ClearMarks() bool {
	had := len(t.marks) > 0 || t.anchor.set
	if had {
		clear(t.marks)
		t.anchor.set, t.drawn = false, false
	}
	return had
}

// RetainMarks takes the marks of the keys for which keep is false: of things that are gone, as
// opposed to hidden.
func (t *Table[K]) RetainMarks(keep func(K) bool) {
	for key := range t.marks {
		if !keep(key) {
			delete(t.marks, key)
			t.drawn = false
		}
	}
}

// IsMarked reports whether the key has a mark; rows of an open range do not yet.
func (t *Table[K]) IsMarked(key K) bool {
	_, on := t.marks[key]
	return on
}

// Marks returns how many keys are marked, an open range included.
func (t *Table[K]) Marks() int {
	n := len(t.marks)
	if t.anchor.set {
		low, high := t.span()
		for i := low; i <= high; i++ {
			if !t.IsMarked(t.rows.Key(i)) {
				n++
			}
		}
	}
	return n
}

// Targets returns the keys that an action is for: the marked ones, an open range included, or else
// the selected one. Keys among the rows come in their order; hidden ones follow in no order.
func (t *Table[K]) Targets() []K {
	if len(t.marks) == 0 && !t.anchor.set {
		if t.Len() == 0 {
			return nil
		}
		return []K{t.selected}
	}
	out := make([]K, 0, len(t.marks))
	shown := make(map[K]struct{}, len(t.marks))
	for i := range t.Len() {
		if key := t.rows.Key(i); t.isMarkedRow(i, key) {
			out = append(out, key)
			shown[key] = struct{}{}
		}
	}
	for key := range t.marks {
		if _, ok := shown[key]; !ok {
			out = append(out, key)
		}
	}
	return out
}

// isMarkedRow reports whether the row is drawn as marked.
func (t *Table[K]) isMarkedRow(i int, key K) bool {
	if t.anchor.set {
		if low, high := t.span(); i >= low && i <= high {
			return true
		}
	}
	return t.IsMarked(key)
}

// span returns the rows of the open range.
func (t *Table[K]) span() (low, high int) {
	return min(t.anchor.index, t.cursor), max(t.anchor.index, t.cursor)
}

// reanchor finds the beginning of the open range again after the rows changed.
func (t *Table[K]) reanchor() {
	if !t.anchor.set {
		return
	}
	if i, ok := t.find(t.anchor.key, t.anchor.index); ok {
		t.anchor.index = i
		return
	}
	t.anchor.index = max(0, min(t.anchor.index, t.Len()-1))
	t.anchor.key = t.rows.Key(t.anchor.index)
}
