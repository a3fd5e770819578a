package timeline_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/timeline"
)

// anyAxis is a window as Fit makes it, scrolled and zoomed at will, also over the days on which clocks are set.
func anyAxis(t *rapid.T) timeline.Axis {
	zone := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"}).Draw(t, "zone")
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 1, 0, 0, rapid.IntRange(0, 2*365*24*3600).Draw(t, "second"), 0, loc)
	until := now.Add(time.Duration(rapid.IntRange(0, 30*24*60).Draw(t, "minutes")) * time.Minute)
	a := timeline.Fit(now, until, rapid.IntRange(1, 250).Draw(t, "width"))
	a = a.Zoom(rapid.IntRange(-14, 14).Draw(t, "zoom"))
	return a.Scroll(rapid.IntRange(-300, 300).Draw(t, "scroll"))
}

func TestFitShowsThePresentAndTheEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := night().Add(time.Duration(rapid.IntRange(0, 1<<20).Draw(t, "now")) * time.Second)
		until := now.Add(time.Duration(rapid.IntRange(0, 14*24*60).Draw(t, "minutes")) * time.Minute)
		a := timeline.Fit(now, until, rapid.IntRange(20, 250).Draw(t, "width"))
		if c := a.Column(now); c < 0 || c >= a.Width {
			t.Fatalf("now is in column %d of %d", c, a.Width)
		}
		if c := a.Column(until); c >= a.Width {
			t.Fatalf("the end is in column %d of %d, a cell being %v", c, a.Width, a.Step)
		}
	})
}

func TestColumnAndTimeAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := anyAxis(t)
		c := rapid.IntRange(-20, a.Width+20).Draw(t, "column")
		within := time.Duration(rapid.Int64Range(0, int64(a.Step)-1).Draw(t, "within"))
		if got := a.Column(a.Time(c).Add(within)); got != c {
			t.Fatalf("%v after the begin of column %d is in column %d", within, c, got)
		}
	})
}

func TestScrollThereAndBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := anyAxis(t)
		n := rapid.IntRange(-100, 100).Draw(t, "n")
		there := a.Scroll(n)
		if !there.From.Equal(a.From.Add(time.Duration(n) * a.Step)) {
			return // at the end of what can be shown
		}
		if back := there.Scroll(-n); !back.From.Equal(a.From) || back.Step != a.Step {
			t.Fatalf("%d cells there and back: from %v to %v", n, a.From, back.From)
		}
	})
}

func TestZoomKeepsThePresentInPlaceAndComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := anyAxis(t)
		n := rapid.SampledFrom([]int{-3, -1, 1, 2}).Draw(t, "n")
		b := a.Zoom(n)
		if n > 0 && b.Step > a.Step || n < 0 && b.Step < a.Step {
			t.Fatalf("zoom by %d goes from %v to %v a cell", n, a.Step, b.Step)
		}
		before := a.Column(a.Now)
		if before < 0 || before >= a.Width {
			return
		}
		if after := b.Column(b.Now); b.Step != a.Step && (after < before-1 || after > before+1) {
			t.Fatalf("now was in column %d and is in column %d", before, after)
		}
		for b.Step < a.Step {
			b = b.Zoom(-1)
		}
		for b.Step > a.Step {
			b = b.Zoom(1)
		}
		if d := b.From.Sub(a.From).Abs(); d > time.Second {
			t.Fatalf("zoomed there and back the window is %v off", d)
		}
	})
}

func TestEveryRowFillsTheWindow(t *testing.T) {
	t.Parallel()
	glyphs := theme.New(theme.Dark, true, false).Glyphs()
	rapid.Check(t, func(t *rapid.T) {
		a := anyAxis(t)
		moment := func(name string) time.Time {
			if rapid.Bool().Draw(t, name+" is set") {
				return a.Now.Add(time.Duration(rapid.IntRange(-20*24*60, 20*24*60).Draw(t, name)) * time.Minute)
			}
			return time.Time{}
		}
		b := timeline.Bar{Start: moment("start"), End: moment("end"), Ending: timeline.Ending(rapid.IntRange(0, 3).Draw(t, "ending"))}
		for range rapid.IntRange(0, 3).Draw(t, "jobs") {
			b.Work = append(b.Work, timeline.Work{From: moment("from"), To: moment("to"), Tone: theme.Good})
		}
		row := a.Draw(nil, &b, glyphs)
		if len(row) != a.Width || len(a.Heading(nil)) != a.Width {
			t.Fatalf("%d cells in a window of %d", len(row), a.Width)
		}
		for x, c := range row {
			over := c.Glyph == glyphs.Over
			if over && (b.End.After(a.Time(x+1)) || b.Ending < timeline.Estimated) {
				t.Fatalf("column %d is past the end, which is %v", x, b.End)
			}
		}
	})
}

func TestTicksRiseAndLieInTheWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := anyAxis(t)
		last := -1
		for _, tick := range a.Ticks() {
			c := a.Column(tick.At)
			if c <= last || c >= a.Width {
				t.Fatalf("%q is in column %d after column %d of %d", tick.Text, c, last, a.Width)
			}
			if tick.Day != (tick.At.Format("15:04") == "00:00") {
				t.Fatalf("%q at %v", tick.Text, tick.At)
			}
			last = c
		}
	})
}
