package tui

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// tellAnswer tells what Slurm warns of beside the number of a new job, and what the site has to say, in a window where the
// footer has no room for it. Where one is at another form, no window comes between.
func (a *App) tellAnswer(answer *slurm.Submitted, job *slurm.Submission, isSeen bool) {
	said := ": " + fit.Clean(answer.Message)
	isLong := answer.Message != "" && (strings.ContainsAny(strings.TrimSpace(answer.Message), "\r\n") || fit.Width(submittedAs(*answer)+said) > a.w*2/3)
	switch warns := len(answer.Warnings) > 0; {
	case !warns && !isLong:
	case !isSeen && a.front == placeSubmit:
		if warns {
			a.say(fmt.Sprintf("%s: submitted as %d; Slurm warns: %s", named(job.Name), answer.ID, answer.Warnings[0].String()), theme.Warn)
		}
	default:
		title := fmt.Sprintf("Job %d was submitted", answer.ID)
		if warns {
			title += "; Slurm warns"
		}
		lines := problems(answer.Warnings)
		if answer.Message != "" {
			if warns {
				lines = append(lines, "")
			}
			lines = append(lines, "Slurm says:")
			for line := range strings.Lines(answer.Message) {
				lines = append(lines, "  "+fit.Clean(strings.TrimRight(line, "\r\n")))
			}
			a.message.text = strings.TrimSuffix(a.message.text, said) // the window says it
		}
		a.openText(title, lines)
	}
}
