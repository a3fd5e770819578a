package layout_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/tui/layout"
)

func TestCuts(t *testing.T) {
	t.Parallel()
	r := layout.Rect{X: 2, Y: 3, W: 10, H: 6}
	type cut struct{ Part, Rest layout.Rect }
	of := func(a, b layout.Rect) cut { return cut{a, b} }
	for _, c := range []struct {
		name string
		got  cut
		want cut
	}{
		{"top", of(r.Top(2)), cut{layout.Rect{2, 3, 10, 2}, layout.Rect{2, 5, 10, 4}}},
		{"bottom", of(r.Bottom(2)), cut{layout.Rect{2, 7, 10, 2}, layout.Rect{2, 3, 10, 4}}},
		{"left", of(r.Left(4)), cut{layout.Rect{2, 3, 4, 6}, layout.Rect{6, 3, 6, 6}}},
		{"right", of(r.Right(4)), cut{layout.Rect{8, 3, 4, 6}, layout.Rect{2, 3, 6, 6}}},
		{"top of more than there is", of(r.Top(9)), cut{r, layout.Rect{2, 9, 10, 0}}},
		{"left of less than nothing", of(r.Left(-1)), cut{layout.Rect{2, 3, 0, 6}, r}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestCenterInsetAndLocal(t *testing.T) {
	t.Parallel()
	r := layout.Rect{X: 2, Y: 3, W: 10, H: 6}
	if got, want := r.Center(4, 2), (layout.Rect{5, 5, 4, 2}); got != want {
		t.Errorf("Center = %v, want %v", got, want)
	}
	if got := r.Center(40, 20); got != r {
		t.Errorf("Center of more = %v, want %v", got, r)
	}
	if got, want := r.Inset(2, 1), (layout.Rect{4, 4, 6, 4}); got != want {
		t.Errorf("Inset = %v, want %v", got, want)
	}
	if got := r.Inset(20, 20); got.W != 0 || got.H != 0 || !got.IsEmpty() {
		t.Errorf("Inset of more = %v, want an empty one", got)
	}
	if x, y := r.Local(5, 4); x != 3 || y != 1 {
		t.Errorf("Local = %d, %d, want 3, 1", x, y)
	}
	if got := layout.Screen(-1, 5); got != (layout.Rect{H: 5}) {
		t.Errorf("Screen(-1, 5) = %v", got)
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	jobs := layout.Part{Min: 80, Weight: 3}
	job := layout.Part{Min: 60, Weight: 2}
	for _, c := range []struct {
		name  string
		width int
		parts []layout.Part
		want  []int
	}{
		{"both fit", 161, []layout.Part{jobs, job}, []int{92, 68}},
		{"just fit", 141, []layout.Part{jobs, job}, []int{80, 60}},
		{"one too narrow", 140, []layout.Part{jobs, job}, []int{140, 0}},
		{"the first is cut", 50, []layout.Part{jobs, job}, []int{50, 0}},
		{"nothing", 0, []layout.Part{jobs, job}, []int{0, 0}},
		{"fixed", 100, []layout.Part{layout.Fixed(20), {Weight: 1}}, []int{20, 79}},
		{"limit", 100, []layout.Part{{Max: 30, Weight: 1}, {Weight: 1}}, []int{30, 69}},
		{"all at their limit", 100, []layout.Part{{Max: 30, Weight: 1}, {Max: 10, Weight: 5}}, []int{30, 10}},
		{"no weights", 100, []layout.Part{{Min: 3}, {Min: 4}}, []int{3, 4}},
	} {
		var got []int
		for _, r := range layout.Screen(c.width, 5).Columns(1, c.parts...) {
			got = append(got, r.W)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPartsNeverOverlapNorLeaveTheirRoom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		room := layout.Rect{X: 3, Y: 4, W: rapid.IntRange(0, 300).Draw(t, "w"), H: rapid.IntRange(0, 100).Draw(t, "h")}
		gap := rapid.IntRange(0, 3).Draw(t, "gap")
		parts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) layout.Part {
			p := layout.Part{Min: rapid.IntRange(0, 60).Draw(t, "min"), Weight: rapid.IntRange(0, 4).Draw(t, "weight")}
			if rapid.Bool().Draw(t, "limited") {
				p.Max = p.Min + rapid.IntRange(0, 40).Draw(t, "over")
			}
			return p
		}), 1, 6).Draw(t, "parts")
		for _, rects := range [][]layout.Rect{room.Rows(gap, parts...), room.Columns(gap, parts...)} {
			var before layout.Rect
			for i, r := range rects {
				if r.IsEmpty() {
					continue
				}
				if r.X < room.X || r.Y < room.Y || r.X+r.W > room.X+room.W || r.Y+r.H > room.Y+room.H {
					t.Fatalf("part %d %v leaves %v", i, r, room)
				}
				if i > 0 && (r.W < parts[i].Min && r.H < parts[i].Min) {
					t.Fatalf("part %d %v is below its minimum %d", i, r, parts[i].Min)
				}
				if !before.IsEmpty() && r.X < before.X+before.W && r.Y < before.Y+before.H {
					t.Fatalf("part %d %v overlaps %v", i, r, before)
				}
				before = r
			}
		}
	})
}

func TestHitTakesTheTopmost(t *testing.T) {
	t.Parallel()
	rects := []layout.Rect{{0, 0, 10, 10}, {2, 2, 3, 3}}
	for _, c := range []struct{ x, y, want int }{{0, 0, 0}, {2, 2, 1}, {4, 4, 1}, {5, 4, 0}, {9, 9, 0}, {10, 9, -1}, {-1, 0, -1}} {
		if got := layout.Hit(rects, c.x, c.y); got != c.want {
			t.Errorf("Hit(%d, %d) = %d, want %d", c.x, c.y, got, c.want)
		}
	}
}
