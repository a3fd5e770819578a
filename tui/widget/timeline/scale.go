package timeline

import (
	"time"
	"unicode/utf8"

	"flexq/tui/theme"
)

// spans are how far words of the scale may be apart, below a day.
func spans() []time.Duration {
	return []time.Duration{
		5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	}
}

// wordRoom is how many cells the words of the scale are apart at least.
const wordRoom = 6

// Tick is a word of the scale and the moment at which it stands.
type Tick struct {
	At   time.Time
	Text string
	Day  bool // it begins a day
}

// Ticks returns the words of the scale that fit the zoom, in order of time: hours, and the days where they begin; where
// a day is narrow every second day, or Mondays. Which ones does not change as one scrolls.
func (a Axis) Ticks() []Tick {
	var out []Tick
	every, days := a.pace()
	from := a.From.In(a.Now.Location())
	y, m, d := from.Date()
	for ; ; d++ {
		day := time.Date(y, m, d, 0, 0, 0, 0, from.Location())
		if !day.Before(a.To()) {
			return out
		}
		if !day.Before(a.From) && isNamed(day, days) {
			out = append(out, Tick{day, day.Format("Mon 2"), true})
		}
		if every > 0 {
			out = a.hours(out, day, every)
		}
	}
}

// isNamed reports whether a day is one of those that are named when every so manieth is.
func isNamed(day time.Time, days int) bool {
	switch days {
	case 1:
		return true
	case 2:
		_, zone := day.Zone()
		return (day.Unix()+int64(zone))/(24*60*60)%2 == 0
	}
	return day.Weekday() == time.Monday
}

// hours appends the hours of a day that are in the window.
func (a Axis) hours(out []Tick, day time.Time, every time.Duration) []Tick {
	y, m, d := day.Date()
	for t := every; t < 24*time.Hour; t += every {
		at := time.Date(y, m, d, 0, int(t/time.Minute), 0, 0, day.Location()) // by the wall clock, also when it is set
		if at.Before(a.From) || !at.Before(a.To()) || at.Day() != d {
			continue
		}
		out = append(out, Tick{at, at.Format("15:04"), false})
	}
	return out
}

// pace returns how far hours are apart, 0 if they do not fit, and every how many days one is named.
func (a Axis) pace() (every time.Duration, days int) {
	for _, s := range spans() {
		if s >= wordRoom*a.Step {
			return s, 1
		}
	}
	for _, days = range []int{1, 2} {
		if time.Duration(days)*24*time.Hour >= wordRoom*a.Step {
			return 0, days
		}
	}
	return 0, 7
}

// Heading appends the cells of the scale to dst, Width of them: the present, the days, the hours, each where there is
// room beside those before it.
func (a Axis) Heading(dst []Cell) []Cell {
	first := len(dst)
	for range a.Width {
		dst = append(dst, Cell{" ", theme.Heading})
	}
	row := dst[first:]
	if c := a.Column(a.Now); c >= 0 {
		put(row, max(0, min(c-1, a.Width-3)), "now", theme.Accent)
	}
	ticks := a.Ticks()
	for _, days := range []bool{true, false} {
		for _, t := range ticks {
			if t.Day == days {
				put(row, a.Column(t.At), t.Text, theme.Heading)
			}
		}
	}
	return dst
}

// put writes a word where there is room for it, one cell free on both sides.
func put(row []Cell, x int, word string, tone theme.Tone) {
	n := utf8.RuneCountInString(word)
	if x < 0 || x+n > len(row) {
		return
	}
	for i := max(0, x-1); i < min(len(row), x+n+1); i++ {
		if row[i].Glyph != " " {
			return
		}
	}
	for i := range n {
		row[x+i] = Cell{word[i : i+1], tone}
	}
}
