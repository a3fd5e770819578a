package pane

import (
	"strings"
	"time"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// Trouble is what a pane shows when there is no data: a title, what happened, what to do, and when the next try
// comes.
func Trouble(th theme.Theme, w int, s Status, title string, now time.Time) []string {
	what, cure := s.Sentences()
	if s.Forbidden() {
		title = "The cluster does not let you in"
	}
	width := max(10, min(w-4, 76))
	lines := []string{th.Paint(theme.Bad, title), ""}
	for _, l := range fit.Wrap(what, width) {
		lines = append(lines, th.Paint(theme.Normal, l))
	}
	if cure != "" {
		lines = append(lines, "")
		for _, l := range fit.Wrap(cure, width) {
			lines = append(lines, th.Paint(theme.Accent, l))
		}
	}
	return append(lines, "", th.Paint(theme.Dim, nextTry(s, now)))
}

func nextTry(s Status, now time.Time) string {
	if s.Asking {
		return "asking again now"
	}
	wait := s.NextTry.Sub(now)
	if wait < time.Second {
		return "r asks again"
	}
	return "next try in " + Age(wait) + "; r asks now"
}

// Center puts lines in the middle of the room, a third of the way down.
func Center(w, h int, lines []string) string {
	out := make([]string, 0, h)
	for range max(0, (h-len(lines))/3) {
		out = append(out, "")
	}
	for _, l := range lines {
		out = append(out, fit.Spaces((w-fit.Width(l))/2)+l)
	}
	for len(out) < h {
		out = append(out, "")
	}
	return strings.Join(out[:max(0, min(h, len(out)))], "\n")
}
