package tui

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
)

// openCancel names what will be cancelled and asks; more than one job asks to type how many.
func (a *App) openCancel(targets []pane.Target) {
	if len(targets) == 0 || a.refuseWrite() {
		return
	}
	total := 0
	for _, t := range targets {
		total += t.Tasks
	}
	opt := dialog.Options{Tone: theme.Bad, No: "keep", Yes: "cancel it"}
	opt.Title = fmt.Sprintf("Cancel job %s?", targets[0].Ref)
	if total > 1 {
		opt.Title = fmt.Sprintf("Cancel %s jobs?", columns.Thousands(int64(total)))
		opt.Yes = ""
		opt.Type = strconv.Itoa(total)
		opt.Ask = fmt.Sprintf("Type %d to cancel them:", total)
		opt.No = "keep them"
	}
	q := a.ask(opt, func() tea.Cmd { return a.enqueue("cancel", targets) })
	q.draws(a.targetLines(targets))
}

// targetLines name what is to be changed, for whatever width the screen has by then.
func (a *App) targetLines(targets []pane.Target) func() []dialog.Line {
	cautions := a.cautions(targets)
	return func() []dialog.Line { return append(cancelBody(targets, a.w), cautions...) }
}

// cautions are what to know before one agrees: that some targets are out of sight, that the list is old.
func (a *App) cautions(targets []pane.Target) []dialog.Line {
	hidden, beyond := 0, 0
	for _, t := range targets {
		switch {
		case t.Hidden:
			hidden++
		default:
			beyond += t.Beyond
		}
	}
	out := a.cautionsOf(hidden, a.jobsFeed.Status())
	if beyond > 0 {
		text := fmt.Sprintf("An array goes whole: %s of these the filter does not show.", columns.Thousands(int64(beyond)))
		out = append([]dialog.Line{dialog.Text(""), {{Text: text, Tone: theme.Warn}}}, out[min(1, len(out)):]...)
	}
	return out
}

// cautionsOf are those that jobs and nodes have in common.
func (a *App) cautionsOf(hidden int, s pane.Status) []dialog.Line {
	var out []dialog.Line
	if hidden > 0 {
		out = append(out, dialog.Line{{Text: fmt.Sprintf("%d of these are marked and out of sight: unfold, or clear the filter, to see them.", hidden), Tone: theme.Warn}})
	}
	if s.Stale() {
		out = append(out, dialog.Line{{Text: fmt.Sprintf("This list is %s old: the states may be others by now.", pane.Age(a.opt.Now().Sub(s.AsOf))), Tone: theme.Warn}})
	}
	if len(out) > 0 {
		out = append([]dialog.Line{dialog.Text("")}, out...)
	}
	return out
}

// askUpdate holds or releases one job at once, and asks before it does so to several.
func (a *App) askUpdate(targets []pane.Target, hold bool) tea.Cmd {
	if len(targets) == 0 || a.refuseWrite() {
		return nil
	}
	verb := "release"
	if hold {
		verb = "hold"
	}
	if len(targets) == 1 {
		return a.enqueue(verb, targets)
	}
	q := a.ask(dialog.Options{
		Title: fmt.Sprintf("%s %d jobs?", strings.ToUpper(verb[:1])+verb[1:], len(targets)), Tone: theme.Warn,
		Yes: verb + " them", No: "leave them",
	}, func() tea.Cmd { return a.enqueue(verb, targets) })
	q.draws(a.targetLines(targets))
	return nil
}

// besideFrom is the width of the screen from which all that is known of a job stands in one line of a dialog.
const besideFrom = 64

// cancelBody is a line a target: id, name, user, state, so that nobody cancels the wrong one. On a screen that is too
// narrow for that, user and state stand below.
func cancelBody(targets []pane.Target, screen int) []dialog.Line {
	idWidth, nameWidth, userWidth := 0, 0, 0
	for _, t := range targets {
		idWidth = min(24, max(idWidth, fit.Width(t.Ref.String())))
		nameWidth = min(24, max(nameWidth, fit.Width(t.Name)))
		userWidth = min(12, max(userWidth, fit.Width(t.User)))
	}
	cell := func(s string, w int) string { return fit.String(s, w, fit.Left, "~") + "  " }
	lines := make([]dialog.Line, 0, len(targets))
	for _, t := range targets {
		job := dialog.Line{{Text: cell(t.Ref.String(), idWidth), Tone: theme.Accent}, {Text: cell(t.Name, nameWidth)}}
		state := dialog.Line{{Text: cell(t.User, userWidth), Tone: theme.Dim}, {Text: t.State}}
		if screen < besideFrom {
			lines = append(lines, job, append(dialog.Line{{Text: "  "}}, state...))
			continue
		}
		lines = append(lines, append(job, state...))
	}
	return lines
}
