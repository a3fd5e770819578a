package tui

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"flexq/client/flex"
	"flexq/tui/columns"
	"flexq/tui/theme"
)

// notifier knows how the terminal is asked for a notification. The zero value only rings.
type notifier struct {
	known bool // the environment of the terminal has been told
	rxvt  bool // OSC 777 is what it knows; most know OSC 9, and those that know both would show two
	tmux  bool // tmux stands between, and hands on only what is wrapped
	mute  bool // screen stands between, and hands on nothing
}

// learn looks at the environment of the terminal.
func (n *notifier) learn(env func(string) string) {
	term := env("TERM")
	n.known = true
	n.tmux = env("TMUX") != ""
	n.mute = !n.tmux && (env("STY") != "" || strings.HasPrefix(term, "screen") || term == "linux" || term == "dumb")
	n.rxvt = strings.HasPrefix(term, "rxvt") || strings.HasPrefix(term, "foot") || env("VTE_VERSION") != ""
}

// sequence asks the terminal to show a notification.
func (n *notifier) sequence(title, body string) string {
	if !n.known || n.mute {
		return ""
	}
	seq := "\x1b]9;" + title + ": " + body + "\x1b\\"
	if n.rxvt {
		seq = "\x1b]777;notify;" + strings.ReplaceAll(title, ";", ",") + ";" + body + "\x1b\\"
	}
	if n.tmux {
		seq = "\x1bPtmux;" + strings.ReplaceAll(seq, "\x1b", "\x1b\x1b") + "\x1b\\"
	}
	return seq
}

// ring tells the user of events outside of the screen, all of one moment in one notice. The observer sees to it that no
// event is given twice, in this program or in another one.
func (a *App) ring(list []flex.Event) tea.Cmd {
	var wanted []flex.Event
	for _, e := range list {
		if a.opt.Notices.wants(&e) {
			wanted = append(wanted, e)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	text, tone := a.noticeText(wanted)
	a.say(text, tone)
	out := ""
	if a.opt.Notices.Terminal {
		out = a.notify.sequence(plain("flexq "+a.opt.Context), plain(text))
	}
	if a.opt.Notices.Bell {
		out += "\a"
	}
	if out == "" {
		return nil
	}
	return tea.Raw(out)
}

// nearEnd is how long before the end of a lease a notice tells of it.
const nearEnd = time.Hour

// Rings reports whether this program rings for an event: one of the user's own or a watched job, of a kind that is
// switched on, while there is a way to ring. An observer that shares its events with other programs claims no others.
func (n Notices) Rings(e flex.Event) bool {
	return e.Mine && (n.Bell || n.Terminal) && n.wants(&e)
}

func (n Notices) wants(e *flex.Event) bool {
	switch e.Type {
	case flex.JobEnded:
		return n.JobEnded
	case flex.JobFailed, flex.JobNodeFailed:
		return n.JobFailed
	case flex.JobRequeued:
		return n.JobRequeued
	case flex.LeaseEnds:
		return n.Lease && e.Within <= nearEnd
	default:
		return false
	}
}

// noticeText says what happened in one line: the event itself, or how many of each kind.
func (a *App) noticeText(list []flex.Event) (string, theme.Tone) {
	worst := list[0].Severity
	var kinds []flex.EventType
	counts := map[flex.EventType]int64{}
	for i := range list {
		worst = max(worst, list[i].Severity)
		kind := list[i].Type
		if counts[kind] == 0 {
			kinds = append(kinds, kind)
		}
		counts[kind]++
	}
	tone := columns.SeverityTone(worst)
	if tone == theme.Dim {
		tone = theme.Info
	}
	if len(list) == 1 {
		return a.sentence(&list[0]), tone
	}
	parts := make([]string, len(kinds))
	for i, kind := range kinds {
		parts[i] = columns.Count(counts[kind], "job") + " " + kind.Words()
		if kind == flex.LeaseEnds {
			parts[i] = columns.Count(counts[kind], "lease") + " near the end"
		}
	}
	return strings.Join(parts, ", "), tone
}

// sentence says of one event what it is about and what happened.
func (a *App) sentence(e *flex.Event) string {
	job := strings.Join(e.Jobs, ", ")
	bare := *e
	bare.Name = "" // it stands behind the id
	name := a.jobName(e.Jobs)
	if e.Name != "" {
		name = " (" + e.Name + ")"
	}
	text := "job " + job + name + " " + e.Type.Words()
	if e.Type == flex.LeaseEnds {
		text = fmt.Sprintf("lease of %s ends", e.Node)
	}
	if what := bare.What(a.opt.ClusterNow().Location()); what != "" {
		text += ": " + what
	}
	if e.Type == flex.LeaseEnds && job != "" {
		text += ", under job " + job + name
	}
	return text
}

// jobName is the name of the job, if there is but one and the list knows it: " (train)".
func (a *App) jobName(ids []string) string {
	if len(ids) != 1 {
		return ""
	}
	jobs := a.jobsFeed.Items()
	for i := range jobs {
		if jobs[i].Name != "" && jobs[i].DisplayID() == ids[0] {
			return " (" + jobs[i].Name + ")"
		}
	}
	return ""
}

// longest is how long the text of a notification may be, in cells.
const longest = 200

// plain makes text of which no character means anything to a terminal.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	return ansi.Truncate(text, longest, "...")
}
