package timeline_test

import (
	"testing"
	"time"

	"flexq/tui/theme"
	"flexq/tui/widget/timeline"
)

// BenchmarkScreen draws what a screen of 200x60 shows of the timeline: a heading and 50 rows, each with three jobs.
func BenchmarkScreen(b *testing.B) {
	now := night()
	a := timeline.Fit(now, now.Add(7*24*time.Hour), 100)
	g := theme.New(theme.Dark, true, false).Glyphs()
	bar := timeline.Bar{Start: now.Add(-30 * time.Hour), End: now.Add(4 * 24 * time.Hour), Ending: timeline.Estimated}
	for i := range 3 {
		bar.Work = append(bar.Work, timeline.Work{From: now.Add(-time.Hour), To: now.Add(time.Duration(i*40) * time.Hour), Tone: theme.Good})
	}
	cells := make([]timeline.Cell, 0, a.Width)
	b.ReportAllocs()
	for b.Loop() {
		timeline.Pieces(a.Heading(cells[:0]))
		for range 50 {
			timeline.Pieces(a.Draw(cells[:0], &bar, g))
		}
	}
}
