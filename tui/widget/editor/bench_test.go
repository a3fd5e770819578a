package editor_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

// filled returns a focused editor of n lines with the cursor in the middle.
func filled(n int) *editor.Editor {
	e := editor.New(theme.New(theme.Dark, true, false))
	e.Resize(120, 50)
	e.SetFocused(true)
	e.SetText(strings.Repeat("\tsrun --ntasks=1 python train.py --config base.yaml  # one step\n", n))
	e.GoTo(n/2, 10)
	e.View()
	return e
}

func BenchmarkKeyAndView(b *testing.B) {
	for _, n := range []int{10, 1000, 100_000} {
		for _, pair := range [][2]string{{"x", "backspace"}, {"down", "up"}, {"enter", "backspace"}} {
			b.Run(fmt.Sprintf("%s/%d", pair[0], n), func(b *testing.B) {
				e := filled(n)
				first, second := tuitest.Key(b, pair[0]), tuitest.Key(b, pair[1])
				b.ReportAllocs()
				for b.Loop() {
					e.Input(first)
					e.View()
					e.Input(second)
					e.View()
				}
			})
		}
	}
}

func BenchmarkLongLine(b *testing.B) {
	for name, text := range map[string]string{"ascii": "0123456789", "wide": "日本語"} {
		b.Run(name, func(b *testing.B) {
			e := filled(0)
			e.SetText(strings.Repeat(text, 1_000_000/len(text)))
			key, back := tuitest.Key(b, "x"), tuitest.Key(b, "backspace")
			e.Input(tuitest.Key(b, "end"))
			b.ReportAllocs()
			for b.Loop() {
				e.Input(key)
				e.View()
				e.Input(back)
				e.View()
			}
		})
	}
}

func BenchmarkSetTextAndText(b *testing.B) {
	text := strings.Repeat("srun python train.py\n", 45_000)
	e := filled(1)
	b.ReportAllocs()
	for b.Loop() {
		e.SetText(text)
		e.Input(tuitest.Key(b, "x"))
		e.Text()
	}
}

//nolint:paralleltest // allocations are counted for the whole process
func TestAKeyAllocatesNoMoreInALongText(t *testing.T) {
	for _, n := range []int{10, 100_000} {
		e := filled(n)
		for keys, most := range map[[2]string]float64{
			{"down", "up"}: 4, {"x", "backspace"}: 8, {"enter", "backspace"}: 9,
		} {
			first, second := tuitest.Key(t, keys[0]), tuitest.Key(t, keys[1])
			got := testing.AllocsPerRun(50, func() {
				e.Input(first)
				e.View()
				e.Input(second)
				e.View()
			})
			if got > most {
				t.Errorf("%s and %s in %d lines allocate %.0f times, want at most %.0f", keys[0], keys[1], n, got, most)
			}
		}
		if got := testing.AllocsPerRun(50, func() { e.View() }); got != 0 {
			t.Errorf("a view that is kept allocates %.0f times, want 0", got)
		}
	}
}
