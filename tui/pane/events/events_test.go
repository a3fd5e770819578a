package events_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"flexq/client/flex"
	"flexq/tui/action"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/pane/events"
	"flexq/tui/theme"
)

func now() time.Time { return time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC) }

func newPane() *events.Pane {
	th := theme.New(theme.Dark, true, false)
	p := events.New(pane.Deps{Theme: &th, Keys: keymap.Defaults(), Now: now, ClusterNow: now})
	p.Resize(120, 30)
	return p
}

func many(n int) []flex.Event {
	list := make([]flex.Event, n)
	types := flex.EventTypes()
	for i := range list {
		list[i] = flex.Event{
			ID: fmt.Sprint("e", i), At: now().Add(time.Duration(i-n) * time.Minute), Type: types[i%len(types)], Severity: flex.Severity(i % 4),
			Node: fmt.Sprintf("a3u7-a3u-%d", i%97), Pool: "a3u", Jobs: []string{fmt.Sprint(88000 + i%50)}, Text: "something happened to it",
		}
	}
	return list
}

// An event that is told late stands where it belongs, and the same event is never shown twice.
func TestLateAndRepeatedEvents(t *testing.T) {
	t.Parallel()
	p := newPane()
	list := many(10)
	p.Load(list[:6], nil)
	p.Add(list[7:])
	p.Add([]flex.Event{list[6], list[2], list[9]})
	all := p.All()
	if len(all) != 10 {
		t.Fatalf("there are %d events, want 10", len(all))
	}
	for i, e := range all {
		if want := fmt.Sprint("e", i); e.ID != want {
			t.Errorf("event %d is %s, want %s", i, e.ID, want)
		}
	}
}

// What is only the coming and going of nodes is not counted as unread, nor is what was there before.
func TestUnreadCountsNews(t *testing.T) {
	t.Parallel()
	p := newPane()
	list := many(20)
	p.Load(list[:8], nil)
	p.Add(list[8:16]) // two of each severity
	if got := p.Unread(); got != 6 {
		t.Errorf("%d are unread, want 6", got)
	}
	p.Add(list[8:16])
	if got := p.Unread(); got != 6 {
		t.Errorf("told again, %d are unread, want 6", got)
	}
	p.Front(true)
	p.Add(list[16:])
	if got := p.Unread(); got != 0 {
		t.Errorf("in front, %d are unread", got)
	}
	if got := strings.Count(ansi.Strip(p.View()), "●"); got != 9 {
		t.Errorf("%d rows are marked, want 9", got)
	}
	p.Front(false)
	if got := strings.Count(ansi.Strip(p.View()), "●"); got != 0 {
		t.Errorf("%d rows are marked after they were seen", got)
	}
}

// The stream is bounded: the oldest events go.
func TestBound(t *testing.T) {
	t.Parallel()
	p := newPane()
	list := many(20_100)
	p.Load(list[:20_000], nil)
	p.Add(list[20_000:])
	if all := p.All(); len(all) != 20_000 || all[0].ID != "e100" {
		t.Errorf("there are %d events from %s on", len(all), all[0].ID)
	}
}

// The view is exactly as large as its room, whatever that is.
func TestAnySize(t *testing.T) {
	t.Parallel()
	p := newPane()
	p.Load(many(50), nil)
	p.Search("sev:notice")
	p.Fail(errors.New("no room on the disk"))
	for w := 1; w <= 130; w += 7 {
		for h := 1; h <= 40; h++ {
			p.Resize(w, h)
			lines := strings.Split(p.View(), "\n")
			if len(lines) != h {
				t.Errorf("%dx%d: %d lines", w, h, len(lines))
			}
			for _, l := range lines {
				if ansi.StringWidth(l) > w {
					t.Errorf("%dx%d: a line of %d cells", w, h, ansi.StringWidth(l))
				}
			}
		}
	}
}

// BenchmarkKeys measures a key and a drawing with 5,000 events.
func BenchmarkKeys(b *testing.B) {
	p := newPane()
	p.Load(many(5000), nil)
	for _, a := range []action.Action{action.Up, action.HalfUp, action.Top, action.Bottom} {
		b.Run(a.String(), func(b *testing.B) {
			for b.Loop() {
				p.Handle(a)
				p.View()
			}
		})
	}
	b.Run("filter", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			p.Search([]string{"sev:warning", "node:a3u-3"}[i%2])
			p.View()
		}
	})
	b.Run("arrive", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			p.Add([]flex.Event{{ID: fmt.Sprint("new", i), At: now(), Type: flex.NodeReady}})
			p.View()
		}
	})
}
