package table_test

import (
	"fmt"
	"testing"

	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/table"
)

// sample is a queue as one sees it, a little of everything.
type sample [][]table.Cell

func (s sample) Len() int         { return len(s) }
func (s sample) Key(i int) uint64 { return uint64(i) }

func (s sample) Cells(i int, dst []table.Cell) []table.Cell { return append(dst, s[i]...) }

func text(t string) table.Cell                 { return table.Cell{Text: t} }
func dim(t string) table.Cell                  { return table.Cell{Text: t, Tone: theme.Dim} }
func tone(tn theme.Tone, t string) table.Cell  { return table.Cell{Text: t, Tone: tn} }
func across(span int, c table.Cell) table.Cell { c.Span = span; return c }
func changed(c table.Cell) table.Cell          { c.Tone = theme.Changed; return c }
func numbersOf(cells ...string) (out []table.Cell) {
	for _, c := range cells {
		out = append(out, text(c))
	}
	return out
}

// sampleRows returns the queue of the sample, filled up with waiting jobs to n rows.
func sampleRows(n int) sample {
	rows := sample{
		{text("88214"), text("llama-70b-pretrain"), text("alice"), text("a3u"), tone(theme.Good, "R  running"), text("2d04h"), text("4d19h"), text("16"), text("128"), tone(theme.Bad, "! -18h12m"), text("a3u7-a3u-[0-15]")},
		{text("88290_[9-512%8]"), text("sweep-lr"), text("alice"), text("a3u"), text("PD waiting"), dim("-"), text("8h00"), text("x504"), text("8"), dim("fits"), dim("8 of 8 slots of the array are running")},
		{text("88290"), text("sweep-lr"), across(8, tone(theme.Dim, "R 8  CD 0  F 1  PD 504"))},
		{text("88301"), text("eval-mmlu"), text("bob"), text("cpu"), tone(theme.Good, "R  running"), text("12m04"), text("47m56"), text("1"), text("0"), dim("-"), text("a3u7-cpu-0")},
		{text("88317"), text("gemma-sft"), text("alice"), text("a3u"), text("PD waiting"), dim("-"), text("24h00"), text("4"), text("32"), tone(theme.Warn, "~ tight 35m"), dim("Priority: 14th of 212, about 13:40 (backfill)")},
		{text("88320"), text("ckpt-convert"), text("bob"), text("flex"), tone(theme.Busy, "CF starting"), text("41m"), text("5h19"), text("8"), text("64"), dim("-"), dim("8 nodes asked for 41 min ago, none yet")},
		{text("88102"), text("llama-8b-ablate"), text("bob"), text("a3u"), changed(text("RQ requeued")), dim("-"), dim("-"), text("2"), text("16"), dim("-"), tone(theme.Bad, "node a3u7-a3u-7 failed its health check 09:58; try 2")},
		{text("87990"), text("data-shard"), text("alice"), text("cpu"), tone(theme.Bad, "F  failed"), text("3m12"), dim("-"), text("1"), text("0"), dim("-"), tone(theme.Bad, "exit 1")},
		{text("87988"), text("実験-日本語の名前"), text("carol"), text("cpu"), dim("CD done"), text("1h02"), dim("-"), text("1"), text("0"), dim("-"), dim("exit 0")},
	}
	for i := len(rows); i < n; i++ {
		row := numbersOf(fmt.Sprint(88400+i), fmt.Sprintf("rollout-%03d", i), []string{"alice", "bob", "carol"}[i%3], "a3u")
		row = append(row, text("PD waiting"), dim("-"), text("24h00"), text("2"), text("16"), dim("fits"), dim("Resources"))
		rows = append(rows, row)
	}
	return rows
}

func sampleColumns() []table.Column {
	return []table.Column{
		{ID: "id", Title: "ID", Min: 6, Max: 16, Fit: true},
		{ID: "name", Title: "NAME", Min: 12, Max: 28, Fit: true},
		{ID: "user", Title: "USER", Min: 5, Max: 12, Fit: true},
		{ID: "part", Title: "PART", Min: 4, Max: 12, Fit: true, Drop: 3},
		{ID: "state", Title: "STATE", Min: 11},
		{ID: "used", Title: "USED", Min: 6, Align: fit.Right},
		{ID: "left", Title: "LEFT", Min: 6, Align: fit.Right, Drop: 1},
		{ID: "nodes", Title: "NODES", Min: 5, Align: fit.Right, Drop: 2},
		{ID: "gpus", Title: "GPUS", Min: 4, Align: fit.Right},
		{ID: "lease", Title: "LEASE", Min: 11, Drop: 4},
		{ID: "why", Title: "WHY / WHERE", Min: 12, Ideal: 24, Flex: 1, Drop: 5},
	}
}

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			th := theme.New(name, name != theme.Light, false)
			tb := table.New[uint64](th, sampleColumns())
			tb.Resize(size[0], size[1])
			tb.SetSort("used", true)
			tb.SetRows(sampleRows(60), 1)
			tb.Mark(4, true)
			tb.Mark(6, true)
			tb.Move(3)
			frame := fmt.Sprintf("table/%s-%dx%d", name, size[0], size[1])
			tuitest.RequireFrame(t, frame, tb.View())
			if size[0] == 80 {
				tuitest.RequireANSI(t, frame, tb.View())
			}
		}
	}
}
