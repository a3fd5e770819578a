package table_test

import (
	"fmt"
	"testing"

	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/table"
)

// queue is rows like those of a job list, twelve columns, texts prepared.
type queue struct {
	names []string
	n     int
}

func newQueue(n int) *queue {
	q := &queue{n: n, names: make([]string, 64)}
	for i := range q.names {
		q.names[i] = fmt.Sprintf("llama-%d-pretrain-long-name-%d", i, i*i)
	}
	return q
}

func (q *queue) Len() int         { return q.n }
func (q *queue) Key(i int) uint64 { return uint64(i + 1) }

func (q *queue) Cells(i int, dst []table.Cell) []table.Cell {
	tone := theme.Tone(i % 6)
	return append(dst,
		table.Cell{Text: "88214"}, table.Cell{Text: q.names[i%64]}, table.Cell{Text: "alice"},
		table.Cell{Text: "a3u"}, table.Cell{Text: "R running", Tone: tone}, table.Cell{Text: "2d04h"},
		table.Cell{Text: "4d19h"}, table.Cell{Text: "16"}, table.Cell{Text: "128"},
		table.Cell{Text: "! -18h12m", Tone: theme.Bad}, table.Cell{Text: "12345", Tone: theme.Dim},
		table.Cell{Text: "a3u7-a3u-[0-15]", Tone: theme.Dim})
}

func queueColumns() []table.Column {
	return []table.Column{
		{ID: "id", Title: "ID", Min: 6, Max: 20, Fit: true},
		{ID: "name", Title: "NAME", Min: 12, Ideal: 22, Max: 40, Flex: 1},
		{ID: "user", Title: "USER", Min: 5, Max: 12, Fit: true},
		{ID: "part", Title: "PART", Min: 4, Max: 12, Fit: true, Drop: 3},
		{ID: "state", Title: "STATE", Min: 11},
		{ID: "used", Title: "USED", Min: 6, Align: fit.Right},
		{ID: "left", Title: "LEFT", Min: 6, Align: fit.Right, Drop: 1},
		{ID: "nodes", Title: "NODES", Min: 5, Align: fit.Right},
		{ID: "gpus", Title: "GPUS", Min: 5, Align: fit.Right},
		{ID: "lease", Title: "LEASE", Min: 10, Drop: 2},
		{ID: "prio", Title: "PRIO", Min: 6, Align: fit.Right, Drop: 4},
		{ID: "why", Title: "WHY / WHERE", Min: 12, Flex: 2},
	}
}

func newQueueTable(n int) *table.Table[uint64] {
	tb := table.New[uint64](theme.New(theme.Dark, true, false), queueColumns())
	tb.Resize(180, 50)
	tb.SetRows(newQueue(n), 1)
	tb.View()
	return tb
}

func BenchmarkMoveAndView(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tb := newQueueTable(n)
			b.ReportAllocs()
			for b.Loop() {
				if !tb.Move(1) {
					tb.Top()
				}
				tb.View()
			}
		})
	}
}

func BenchmarkPageAndView(b *testing.B) {
	tb := newQueueTable(100_000)
	b.ReportAllocs()
	for b.Loop() {
		if !tb.Page(1) {
			tb.Top()
		}
		tb.View()
	}
}

func BenchmarkNewRowsAndView(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tb := newQueueTable(n)
			q := newQueue(n)
			version := uint64(1)
			b.ReportAllocs()
			for b.Loop() {
				version++
				tb.SetRows(q, version)
				tb.View()
			}
		})
	}
}

func BenchmarkViewUnchanged(b *testing.B) {
	tb := newQueueTable(100_000)
	b.ReportAllocs()
	for b.Loop() {
		tb.View()
	}
}

//nolint:paralleltest // allocations are counted for the whole process
func TestAKeyAllocatesOnlyTheView(t *testing.T) {
	for _, n := range []int{1000, 100_000} {
		tb := newQueueTable(n)
		tb.Select(500)
		got := testing.AllocsPerRun(50, func() {
			tb.Move(1)
			tb.View()
		})
		if got > 2 {
			t.Errorf("a move and a view of %d rows allocate %.0f times, want at most 2", n, got)
		}
		if got := testing.AllocsPerRun(50, func() { tb.View() }); got != 0 {
			t.Errorf("a view that is kept allocates %.0f times, want 0", got)
		}
	}
}
