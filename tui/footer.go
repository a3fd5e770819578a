package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"flexq/client/fault"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// footer names the keys of the place, then what runs, then the last message. The message wins where room is short; a third
// of the line stays for the keys.
func (a *App) footer() string {
	spans := a.hints()
	return bar(a.theme, append(spans, a.cutNews(a.news(), a.newsRoom(spans))...), a.w)
}

// newsRoom is the room of the news beside the keys.
func (a *App) newsRoom(keys []span) int {
	limit := a.w * 2 / 3
	switch {
	case len(keys) == 0:
		return a.w - 2
	case len(a.overlays) > 0 && a.scope() == action.Dialog: // how to answer is not to be guessed
		return max(a.w/3, min(limit, a.w-width(keys)-5))
	}
	return limit
}

// mostMessage is how many lines a message may take.
const mostMessage = 3

// longMessage is a message that has no room beside the keys, in lines of its own above them; none while it has, or while a
// window is open, which has the word then.
func (a *App) longMessage() []string {
	text := a.message.text
	if text == "" || len(a.overlays) > 0 || a.tooSmall() || !a.isTelling() || fit.Width(text) <= a.newsRoom(a.hints())-a.besides() {
		return nil
	}
	lines := fit.Words(text, a.w-2)
	if most := min(mostMessage, max(1, a.h/8)); len(lines) > most {
		last := strings.Join(lines[most-1:], " ")
		lines = append(lines[:most-1:most-1], fit.Cut(last, a.w-2, a.theme.Glyphs().Ellipsis))
	}
	return lines
}

// besides is the room that the other news take from a message.
func (a *App) besides() int {
	n := 0
	if m := a.marked(); m > 0 {
		n += fit.Width(columns.Count(int64(m), "mark")) + 2
	}
	if run := a.running(); run != "" {
		n += fit.Width(run) + 2
	}
	return min(n, a.w*2/9+2)
}

// isTelling reports whether the message is what the footer says now.
func (a *App) isTelling() bool {
	return a.message.text != "" && (len(a.sending) == 0 || !a.isRetrying())
}

// cutNews gives news their room in so many cells: to the last as much as it needs, but for a third if there are others.
func (a *App) cutNews(list []span, room int) []span {
	const gap = 2
	n := len(list)
	for i := range list {
		list[i].right = true
	}
	if n == 0 {
		return list
	}
	cut := func(s *span, w int) { s.text = ansi.Truncate(s.text, max(0, w), a.theme.Glyphs().Ellipsis) }
	others := list[:n-1]
	kept := 0
	if n > 1 {
		kept = min(width(others), room/3) + gap
	}
	cut(&list[n-1], room-kept)
	room -= width(list[n-1:])
	for i := range others {
		cut(&others[i], room-gap)
		room -= width(others[i:i+1]) + gap
	}
	return list
}

func (a *App) news() []span {
	var out []span
	if n := a.marked(); n > 0 {
		out = append(out, span{text: columns.Count(int64(n), "mark"), tone: theme.Marked})
	}
	if run := a.running(); run != "" {
		out = append(out, span{text: run, tone: theme.Busy})
	}
	if a.isTelling() {
		if len(a.above) > 0 {
			return out
		}
		return append(out, span{text: a.message.text, tone: a.message.tone})
	}
	if text, tone := a.standing(); text != "" {
		out = append(out, span{text: text, tone: tone})
	}
	return out
}

// marked counts the marks of the place in front.
func (a *App) marked() int {
	switch a.front {
	case placeJobs:
		return a.jobs.Marked()
	case placePools:
		return a.pools.Marked()
	case placeJob, placeNode, placeEvents, placeSubmit:
	}
	return 0
}

// standing is what the footer says while nothing else is to be said: that a read is being tried again, what keeps
// data from coming, what Slurm warns of.
func (a *App) standing() (string, theme.Tone) {
	now := a.opt.Now()
	if a.isRetrying() {
		text := a.retry.Op
		if wait := a.retryAt.Sub(now); wait >= time.Second {
			text = fmt.Sprintf("%s: next try in %s", a.retry.Op, pane.Age(wait))
		}
		if what, _ := pane.Sentences(a.retry.Why); what != "" {
			text += ": " + what
		}
		return text, theme.Warn
	}
	if len(a.unread) > 0 {
		return newsText(a.unread), newsTone(a.unread)
	}
	switch what, _ := a.unkept(); {
	case what != "" && a.front == placeSubmit:
		return "not kept on this machine: " + what, theme.Warn
	case a.jobsFeed.Status().Stale() && a.front != placeJobs:
		what, _ := pane.Sentences(a.jobsFeed.Status().Err)
		return "jobs: " + what, theme.Bad
	case a.aboutErr != nil && fault.KindOf(a.aboutErr) != fault.Cancelled && a.jobsFeed.Status().Has:
		what, _ := pane.Sentences(a.aboutErr)
		return what, theme.Warn
	case a.about.Release != "" && !a.about.Responding:
		return "slurmrestd answers, and Slurm's controller (slurmctld) does not", theme.Warn
	}
	if text := a.unknownText(); text != "" {
		return text, theme.Warn
	}
	if w := a.jobsFeed.Warnings(); len(w) > 0 {
		return "Slurm warns: " + w[0].String(), theme.Warn
	}
	return "", theme.Normal
}

// isRetrying reports whether the last notice of a wait still counts.
func (a *App) isRetrying() bool {
	return a.retry != nil && a.opt.Now().Before(a.retryAt.Add(5*time.Second))
}
