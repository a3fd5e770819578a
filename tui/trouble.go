package tui

import (
	"errors"
	"fmt"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func submitTitle(err error) string {
	switch fault.KindOf(err) {
	case fault.UnknownOutcome:
		return "Not known whether the job was submitted"
	case fault.Refused:
		return "Slurm refused the job"
	default:
		return "The job was not submitted"
	}
}

// submitFailure says what happened, what to do, and all that Slurm said.
func submitFailure(err error, what, cure string) []string {
	lines := []string{what + "."}
	if cure != "" {
		lines = append(lines, "", cure+".")
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		if len(f.Problems)+len(f.Warnings) > 0 {
			lines = append(lines, "", "Slurm says:")
			lines = append(lines, problems(f.Problems)...)
			lines = append(lines, problems(f.Warnings)...)
		}
		if f.Key != "" {
			lines = append(lines, "", "Its key is "+f.Key+": look for it in the comment of your jobs.")
		}
	}
	return append(lines, "", "What you typed is still in the form.")
}

// problems are Slurm's errors or warnings, one a line.
func problems(list []slurm.Problem) []string {
	out := make([]string, 0, len(list))
	for _, p := range list {
		out = append(out, "  "+Problem(p))
	}
	return out
}

// Problem gives one of Slurm's errors or warnings on one line.
func Problem(p slurm.Problem) string {
	text := p.Description
	switch {
	case text == "":
		text = p.Error
	case p.Error != "" && p.Error != p.Description:
		text = p.Error + ": " + text
	}
	if p.Number != 0 {
		text += fmt.Sprintf(" (%d)", p.Number)
	}
	return text
}
