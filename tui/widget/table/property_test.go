package table_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// machine drives a table at random beside a simple model of it.
type machine struct {
	tb      *table.Table[uint64]
	rows    list
	body    int
	version uint64
	marks   map[uint64]bool
}

func (m *machine) set(rows list) {
	m.version++
	m.rows = rows
	m.tb.SetRows(rows, m.version)
}

// check holds what must be true whatever was done.
func (m *machine) check(t *rapid.T) {
	n := len(m.rows)
	key, ok := m.tb.Selected()
	if ok != (n > 0) {
		t.Fatalf("selected %t among %d rows", ok, n)
	}
	first, last := m.tb.Position()
	if n > 0 {
		if m.rows[m.tb.Index()] != key {
			t.Fatalf("row %d has key %d, selected is %d", m.tb.Index(), m.rows[m.tb.Index()], key)
		}
		if m.body > 0 && (m.tb.Index()+1 < first || m.tb.Index()+1 > last) {
			t.Fatalf("row %d is selected, seen are %d to %d", m.tb.Index()+1, first, last)
		}
		if m.body > 0 && last-first+1 != min(n, m.body) {
			t.Fatalf("%d to %d are seen of %d rows in %d lines", first, last, n, m.body)
		}
	}
	for k := uint64(1); k <= 60; k++ {
		if m.tb.IsMarked(k) != m.marks[k] {
			t.Fatalf("mark of %d is %t, want %t", k, m.tb.IsMarked(k), m.marks[k])
		}
	}
	m.tb.View()
}

func TestWhateverIsDoneTheSelectionIsARowInSight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{tb: table.New[uint64](theme.Theme{}, columns()), body: 9, marks: map[uint64]bool{}}
		m.tb.Resize(50, m.body+1)
		step := rapid.IntRange(-70, 70)
		t.Repeat(map[string]func(*rapid.T){
			"":       m.check,
			"move":   func(t *rapid.T) { m.tb.Move(step.Draw(t, "n")) },
			"page":   func(t *rapid.T) { m.tb.Page(rapid.IntRange(-3, 3).Draw(t, "n")) },
			"half":   func(t *rapid.T) { m.tb.HalfPage(rapid.IntRange(-3, 3).Draw(t, "n")) },
			"wheel":  func(t *rapid.T) { m.tb.Scroll(step.Draw(t, "n")) },
			"top":    func(*rapid.T) { m.tb.Top() },
			"bottom": func(*rapid.T) { m.tb.Bottom() },
			"range":  func(t *rapid.T) { m.tb.Range(); m.learn() },
			"mark":   func(*rapid.T) { m.tb.ToggleMark(); m.learn() },
			"resize": func(t *rapid.T) {
				m.body = rapid.IntRange(0, 30).Draw(t, "body")
				m.tb.Resize(rapid.IntRange(0, 90).Draw(t, "width"), m.body+1)
			},
			"rows": func(t *rapid.T) {
				before, had := m.tb.Selected()
				m.set(rapid.SliceOfNDistinct(rapid.Uint64Range(1, 60), 0, 60, func(k uint64) uint64 { return k }).Draw(t, "rows"))
				if after, _ := m.tb.Selected(); had && slices.Contains(m.rows, before) && after != before {
					t.Fatalf("the selection left %d for %d although it is still there", before, after)
				}
			},
			"sort": func(*rapid.T) {
				rows := slices.Clone(m.rows)
				slices.Reverse(rows)
				m.set(rows)
			},
		})
	})
}

// learn takes over the marks that were set, checking that none was set on a key that is no row.
func (m *machine) learn() {
	for _, k := range m.rows {
		if m.tb.IsMarked(k) {
			m.marks[k] = true
		} else {
			delete(m.marks, k)
		}
	}
}
