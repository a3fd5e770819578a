package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"flexq/client/sbatch"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
)

// openSubmit says what will be sent and what speaks against it, and asks. No is the default.
func (a *App) openSubmit(n pane.AskSubmit) tea.Cmd {
	if a.refuseWrite() || a.submit.IsSending() {
		return nil
	}
	yes := "submit"
	if len(n.Findings) > 0 {
		yes = "submit anyway"
	}
	asked, told := a.submit.Revision(), a.submit.Twin()
	q := a.ask(dialog.Options{Title: "Submit this job?", Tone: theme.Title, Yes: yes, No: "back to the form"}, func() tea.Cmd {
		if a.submit.Revision() != asked { // its script came from accounting, or its last submit turned out to be a job
			a.say("not sent: the form is another than the one that was asked about; look at it, and submit it again", theme.Warn)
			return nil
		}
		return a.send(n.Job, told)
	})
	q.draws(func() []dialog.Line { return append(a.unkeptLines(), a.submitLines(&n)...) })
	if told == "" {
		return a.checkStorage()
	}
	return tea.Batch(a.checkStorage(), listDrafts(a.ctx, a.drafts.keeper)) // the other program may be done by now
}

// submitLines say what will be sent and what speaks against it.
func (a *App) submitLines(n *pane.AskSubmit) []dialog.Line {
	var body []dialog.Line
	if text := a.submit.Caution(); text != "" { // as it is by now
		body = append(body, dialog.Line{{Text: text, Tone: theme.Bad}}, dialog.Text(""))
	}
	if len(n.Findings) > 0 { // before the rest, so that they are seen where there is room for little
		body = append(append(body, a.findingLines(n.Findings)...), dialog.Text(""))
	}
	if n.Unchecked {
		body = append(body, dialog.Line{{Text: "Nothing was checked: the cluster is not known yet.", Tone: theme.Warn}}, dialog.Text(""))
	}
	for _, f := range facts(&n.Job) {
		body = append(body, dialog.Line{{Text: fit.String(f[0], 11, fit.Left, ""), Tone: theme.Heading}, {Text: f[1]}})
	}
	return body
}

// mostFindings is how many findings the dialog lists; the form shows all.
const mostFindings = 6

// findingLines list what speaks against it.
func (a *App) findingLines(list sbatch.Problems) []dialog.Line {
	intro, tone := "Slurm may take it all the same:", theme.Warn
	switch {
	case len(list.Of(sbatch.Error)) > 0:
		intro, tone = "Slurm is likely to refuse it:", theme.Bad
	case len(list.Of(sbatch.Severe)) > 0:
		intro, tone = "Slurm would take it, but:", theme.Bad
	}
	out := []dialog.Line{{{Text: intro, Tone: tone}}}
	for i := range list[:min(len(list), mostFindings)] {
		mark, tone := a.theme.Glyphs().Warn, theme.Warn
		if l := list[i].Level; l == sbatch.Error || l == sbatch.Severe {
			mark, tone = a.theme.Glyphs().Bad, theme.Bad
		}
		out = append(out, dialog.Line{{Text: mark + " " + list[i].String(), Tone: tone}})
	}
	if more := len(list) - mostFindings; more > 0 {
		out = append(out, dialog.Text(fmt.Sprintf("... and %d more in the form", more)))
	}
	return out
}
