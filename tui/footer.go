package tui

import (
	"github.com/charmbracelet/x/ansi"

	"flexq/client/fault"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// footer names the keys of the place, then what runs, then the last message. The message wins where room is short.
func (a *App) footer() string {
	right := a.news()
	spans := a.hints()
	limit := a.w * 2 / 3
	if len(spans) == 0 {
		limit = a.w - 2
	}
	for i := range right {
		right[i].right = true
		right[i].text = ansi.Truncate(right[i].text, limit, a.theme.Glyphs().Ellipsis)
	}
	return bar(a.theme, append(spans, right...), a.w)
}

func (a *App) news() []span {
	var out []span
	if n := a.jobs.Marked(); n > 0 && (a.front == placeJobs) {
		out = append(out, span{text: plural(n, "mark", "marks"), tone: theme.Marked})
	}
	if run := a.running(); run != "" {
		out = append(out, span{text: run, tone: theme.Busy})
	}
	switch {
	case a.message.text != "":
		out = append(out, span{text: a.message.text, tone: a.message.tone})
	case a.jobsFeed.Status().Stale() && a.front != placeJobs:
		what, _ := pane.Sentences(a.jobsFeed.Status().Err)
		out = append(out, span{text: what, tone: theme.Bad})
	case a.aboutErr != nil && fault.KindOf(a.aboutErr) != fault.Cancelled && a.jobsFeed.Status().Has:
		what, _ := pane.Sentences(a.aboutErr)
		out = append(out, span{text: what, tone: theme.Warn})
	}
	return out
}
