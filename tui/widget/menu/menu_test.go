package menu_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
	"flexq/tui/widget/menu"
)

func templates() []menu.Item {
	return []menu.Item{
		{Label: "torchrun-flex", Detail: "PyTorch on Flex Start", Hint: "*"},
		{Label: "eval", Detail: "one node, one GPU"},
		{Label: "flex-array", Detail: "many small tasks"},
	}
}

func open(items []menu.Item) *menu.Menu {
	m := menu.New(theme.Theme{}, "Template", items)
	m.Resize(60, 20)
	return m
}

func send(m *menu.Menu, keys ...string) menu.Event {
	codes := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "down": tea.KeyDown, "up": tea.KeyUp, "pgdown": tea.KeyPgDown, "tab": tea.KeyTab}
	var last menu.Event
	for _, k := range keys {
		if code, ok := codes[k]; ok {
			last = m.Input(tea.KeyPressMsg{Code: code})
			continue
		}
		for _, r := range k {
			last = m.Input(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return last
}

func TestPicking(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		keys []string
		want menu.Event
		item int
		ok   bool
	}{
		{"the first", []string{"enter"}, menu.Picked, 0, true},
		{"the last, and no further", []string{"down", "down", "down", "enter"}, menu.Picked, 2, true},
		{"up at the top", []string{"up", "enter"}, menu.Picked, 0, true},
		{"by a word", []string{"eval", "enter"}, menu.Picked, 1, true},
		{"what begins with it comes first", []string{"flex", "enter"}, menu.Picked, 2, true},
		{"by words in any order, in any case", []string{"START py", "enter"}, menu.Picked, 0, true},
		{"by its mark", []string{"*", "enter"}, menu.Picked, 0, true},
		{"nothing matches", []string{"zzz", "enter"}, menu.Taken, 0, false},
		{"escape", []string{"esc"}, menu.Dismissed, 0, true},
		{"a key that is not its own", []string{"tab"}, menu.Ignored, 0, true},
	} {
		m := open(templates())
		got := send(m, c.keys...)
		item, ok := m.Selected()
		if got != c.want || item != c.item || ok != c.ok {
			t.Errorf("%s: event %d, item %d (%t); want %d, %d (%t)", c.name, got, item, ok, c.want, c.item, c.ok)
		}
	}
}

func TestView(t *testing.T) {
	t.Parallel()
	m := open(templates())
	send(m, "flex")
	want := strings.Join([]string{
		"+- Template ---------------------------+",
		"| flex                                 |",
		"|                                      |",
		"| > flex-array     many small tasks    |",
		"|   torchrun-flex  PyTorch on Fle~  *  |",
		"|                                      |",
		"+- 2 of 3 -----------------------------+",
	}, "\n")
	m.Resize(44, 20)
	if diff := cmp.Diff(want, ansi.Strip(m.View())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	send(m, "zzz")
	if view := ansi.Strip(m.View()); !strings.Contains(view, "nothing matches") || !strings.Contains(view, "0 of 3") {
		t.Errorf("nothing matches, but:\n%s", view)
	}
}

func TestLongListsScroll(t *testing.T) {
	t.Parallel()
	items := make([]menu.Item, 100)
	for i := range items {
		items[i].Label = fmt.Sprintf("item %d", i)
	}
	m := open(items)
	m.Resize(60, 12)
	send(m, "pgdown", "pgdown", "down")
	at, _ := m.Selected()
	if view := ansi.Strip(m.View()); !strings.Contains(view, fmt.Sprintf("> item %d ", at)) {
		t.Errorf("item %d is selected, but:\n%s", at, view)
	}
	m.Select(99)
	if view := ansi.Strip(m.View()); !strings.Contains(view, "> item 99 ") {
		t.Errorf("item 99 is selected, but:\n%s", view)
	}
	m.SetItems(items[:2])
	if at, ok := m.Selected(); !ok || at != 1 {
		t.Errorf("with two items left %d (%t) is selected", at, ok)
	}
}

func TestClickPicks(t *testing.T) {
	t.Parallel()
	m := open(templates())
	r := m.Rect()
	for _, c := range []struct {
		name string
		x, y int
		want menu.Event
		item int
	}{
		{"the second item", r.X + 4, r.Y + 4, menu.Picked, 1},
		{"the search", r.X + 4, r.Y + 1, menu.Ignored, 1},
		{"the border", r.X + 4, r.Y + r.H - 1, menu.Ignored, 1},
		{"outside", 0, 0, menu.Ignored, 1},
	} {
		got := m.Click(c.x, c.y)
		item, _ := m.Selected()
		if got != c.want || item != c.item {
			t.Errorf("%s: event %d, item %d; want %d, %d", c.name, got, item, c.want, c.item)
		}
	}
}

func TestOverKeepsTheScreen(t *testing.T) {
	t.Parallel()
	screen := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 50)+"\n", 14), "\n")
	m := menu.New(theme.New(theme.Dark, true, false), "Template", templates())
	for _, size := range [][2]int{{50, 14}, {30, 8}, {10, 4}} {
		m.Resize(size[0], size[1])
		for i, line := range strings.Split(ansi.Strip(m.Over(screen)), "\n") {
			if w := ansi.StringWidth(line); w != 50 {
				t.Errorf("%v: line %d is %d wide now", size, i, w)
			}
		}
	}
}

func TestTheSelectionStaysWithItsItem(t *testing.T) {
	t.Parallel()
	items := []menu.Item{{ID: "a", Label: "one"}, {ID: "b", Label: "two"}, {ID: "c", Label: "three"}}
	more := append([]menu.Item{{ID: "new", Label: "new"}}, items...)
	for _, c := range []struct {
		name string
		keys []string
		next []menu.Item
		want int
	}{
		{"nobody moved it: the first is offered", nil, more, 0},
		{"it moves down with its item", []string{"down"}, more, 2},
		{"its item is gone", []string{"down"}, []menu.Item{items[0], items[2]}, 1},
		{"what is found after a search is the first", []string{"down", "t"}, more, 2},
	} {
		m := open(items)
		send(m, c.keys...)
		m.SetItems(c.next)
		if got, ok := m.Selected(); got != c.want || !ok {
			t.Errorf("%s: number %d, want %d", c.name, got, c.want)
		}
	}
}

// Whoever types the whole label means that item, whatever else begins so.
func TestTheExactLabelComesFirst(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]int{"empty-too": 1, "empty one": 2, "sweep": 3} {
		m := menu.New(theme.Theme{}, "", []menu.Item{{Label: query + " and more"}, {Label: "empty-too"}, {Label: "Empty one"}, {Label: "sweep", Detail: "empty"}})
		m.Paste(query)
		if got, ok := m.Selected(); !ok || got != want {
			t.Errorf("%q selects %d, want %d", query, got, want)
		}
	}
}
