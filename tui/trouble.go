package tui

import (
	"errors"

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
		out = append(out, "  "+p.String())
	}
	return out
}
