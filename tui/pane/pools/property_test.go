package pools_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"flexq/tui/action"
	"flexq/tui/pane"
)

// Whatever keys, sizes, new lists and outlooks come in whatever order: the pane draws its room, has one cursor, and
// opens what the cursor is on.
func TestAnythingGoes(t *testing.T) {
	t.Parallel()
	keys := []action.Action{
		action.Down, action.Up, action.HalfDown, action.HalfUp, action.PageDown, action.PageUp, action.Top, action.Bottom, action.Fold,
		action.Sort, action.SortReverse, action.Mark, action.ClearMarks, action.Timeline, action.ZoomIn, action.ZoomOut, action.Earlier,
		action.Later, action.Back, action.Drain, action.Open,
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := example()
		p := s.pane(t, 120, 37, dark())
		w, h := 120, 37
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				w, h = rapid.IntRange(40, 220).Draw(rt, "w"), rapid.IntRange(10, 60).Draw(rt, "h")
				p.Resize(w, h)
			case 1:
				n := rapid.IntRange(0, len(s.nodes)).Draw(rt, "nodes")
				p.ApplyNodes(s.nodes[:n])
			case 2:
				p.SetOutlook(s.leases)
			case 3:
				p.Click(rapid.IntRange(0, w-1).Draw(rt, "x"), rapid.IntRange(0, h-1).Draw(rt, "y"), false)
			default:
				p.Handle(rapid.SampledFrom(keys).Draw(rt, "key"))
			}
			view := p.View()
			lines := strings.Split(view, "\n")
			if len(lines) != h {
				rt.Fatalf("%d lines in a room of %d", len(lines), h)
			}
			cursor := ""
			for _, l := range lines {
				plain := ansi.Strip(l)
				if ansi.StringWidth(plain) > w {
					rt.Fatalf("a line of %d cells in a room of %d: %q", ansi.StringWidth(plain), w, plain)
				}
				if strings.HasPrefix(plain, "▌") {
					if cursor != "" {
						rt.Fatalf("two cursors:\n%s", ansi.Strip(view))
					}
					cursor = plain
				}
			}
			if open, ok := p.Handle(action.Open).Next.(pane.OpenNode); ok && !strings.Contains(cursor, open.Node) {
				rt.Fatalf("opens %s while the cursor is on %q", open.Node, cursor)
			}
		}
	})
}
