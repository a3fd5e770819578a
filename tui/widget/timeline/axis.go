package timeline

import (
	"math"
	"time"
)

// Axis is a window of time, Width cells of Step each from From on. Build it with [Fit]; it is a value and immutable.
type Axis struct {
	From  time.Time
	Step  time.Duration
	Width int
	// Now is the present. Words of the scale are in its zone.
	Now time.Time
}

// steps are the lengths of a cell, from the closest look to the widest.
func steps() []time.Duration {
	return []time.Duration{
		time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 3 * time.Hour, 4 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
	}
}

// reach is how far from the present the window may go.
const reach = 60 * 24 * time.Hour

// past is the share of the window before the present that Fit gives, as one of so many parts.
const past = 8

// Fit returns the window of so many cells that shows a little of the past and everything up to until, as close as it can.
// It stands still while the present moves through a cell.
func Fit(now, until time.Time, width int) Axis {
	a := Axis{Width: max(1, width), Now: now}
	before := a.Width / past
	for _, a.Step = range steps() {
		if room := time.Duration(a.Width-before-2) * a.Step; !until.After(now.Add(room)) {
			break
		}
	}
	a.From = a.align(now).Add(-time.Duration(before) * a.Step)
	return a
}

// Span returns the window of so many cells that shows all from one moment to another, as close as it can.
func Span(from, until, now time.Time, width int) Axis {
	a := Axis{Width: max(1, width), Now: now}
	for _, a.Step = range steps() {
		if a.From = a.align(from); !until.After(a.From.Add(time.Duration(a.Width-2) * a.Step)) {
			break
		}
	}
	return a
}

// align returns the beginning of the cell that t lies in, cells being counted from midnight.
func (a Axis) align(t time.Time) time.Time {
	t = t.In(a.Now.Location())
	y, m, d := t.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, t.Location())
	return midnight.Add(t.Sub(midnight).Truncate(a.Step))
}

// Zoom shows less time in larger cells if n is positive, more if it is negative, n steps of a fixed series. The present
// keeps its place while it is in sight, else the middle of the window does.
func (a Axis) Zoom(n int) Axis {
	all := steps()
	at := 0
	for i, s := range all {
		if s <= a.Step {
			at = i
		}
	}
	next := all[max(0, min(at-n, len(all)-1))]
	if next == a.Step {
		return a
	}
	anchor := a.Now
	if c := a.Column(a.Now); c < 0 || c >= a.Width {
		anchor = a.From.Add(time.Duration(a.Width) * a.Step / 2)
	}
	share := float64(anchor.Sub(a.From)) / float64(a.Step)
	a.Step = next
	a.From = anchor.Add(-time.Duration(math.Round(share * float64(next))))
	return a
}

// Scroll moves the window by so many cells, to later times if n is positive, as far as there can be something.
func (a Axis) Scroll(n int) Axis {
	to := a.From.Add(time.Duration(n) * a.Step)
	first, last := a.Now.Add(-reach), a.Now.Add(reach)
	switch {
	case n < 0 && to.Before(first):
		if to = first; a.From.Before(first) {
			to = a.From
		}
	case n > 0 && to.After(last):
		if to = last; a.From.After(last) {
			to = a.From
		}
	}
	a.From = to
	return a
}

// Resized returns the same window, wider or narrower at its right edge.
func (a Axis) Resized(width int) Axis {
	a.Width = max(1, width)
	return a
}

// Column returns the cell that a moment lies in; below 0 or from Width on if it is not in sight.
func (a Axis) Column(t time.Time) int {
	d := t.Sub(a.From)
	c := int(d / a.Step)
	if d < 0 && d%a.Step != 0 {
		c--
	}
	return c
}

// Time returns the moment at which a cell begins.
func (a Axis) Time(column int) time.Time { return a.From.Add(time.Duration(column) * a.Step) }

// To returns the moment at which the window ends.
func (a Axis) To() time.Time { return a.Time(a.Width) }
