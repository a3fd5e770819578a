package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/theme"
)

// span is a piece of the header or footer. Of the spans that don't fit, those with the highest drop go first; a
// span with drop 0 stays, cut if need be.
type span struct {
	text  string
	tone  theme.Tone
	drop  int
	right bool // stands at the right end
}

// bar lays spans on one line of exactly w cells, two blanks apart.
func bar(th theme.Theme, spans []span, w int) string {
	spans = fitSpans(spans, w)
	var left, right []span
	for _, s := range spans {
		if s.right {
			right = append(right, s)
		} else {
			left = append(left, s)
		}
	}
	room := w - 1
	if n := width(right); n > 0 {
		room -= n + 1
	}
	var b strings.Builder
	b.WriteString(th.PaintOn(theme.Bar, theme.Normal, " "))
	used := paintSpans(&b, th, left, max(0, room))
	b.WriteString(th.PaintOn(theme.Bar, theme.Normal, strings.Repeat(" ", max(0, room-used))))
	if len(right) > 0 {
		paintSpans(&b, th, right, width(right))
		b.WriteString(th.PaintOn(theme.Bar, theme.Normal, " "))
	}
	return ansi.Truncate(b.String(), w, "")
}

func paintSpans(b *strings.Builder, th theme.Theme, spans []span, room int) (used int) {
	for i, s := range spans {
		if i > 0 {
			gap := min(2, room-used)
			b.WriteString(th.PaintOn(theme.Bar, theme.Normal, strings.Repeat(" ", max(0, gap))))
			used += max(0, gap)
		}
		text := ansi.Truncate(s.text, max(0, room-used), th.Glyphs().Ellipsis)
		b.WriteString(th.PaintOn(theme.Bar, s.tone, text))
		used += ansi.StringWidth(text)
	}
	return used
}

func fitSpans(spans []span, w int) []span {
	spans = kept(spans, func(s span) bool { return s.text != "" })
	for width(spans)+3 > w {
		worst := 0
		for i, s := range spans {
			if s.drop > spans[worst].drop || (s.drop == spans[worst].drop && s.drop > 0) {
				worst = i
			}
		}
		if len(spans) == 0 || spans[worst].drop == 0 {
			break
		}
		spans = append(spans[:worst:worst], spans[worst+1:]...)
	}
	return spans
}

func kept(spans []span, keep func(span) bool) []span {
	out := make([]span, 0, len(spans))
	for _, s := range spans {
		if keep(s) {
			out = append(out, s)
		}
	}
	return out
}

func width(spans []span) int {
	n := 0
	for i, s := range spans {
		if i > 0 {
			n += 2
		}
		n += ansi.StringWidth(s.text)
	}
	return n
}
