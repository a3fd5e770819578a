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

// submitFailure says what happened, what to do, and all that Slurm said. A key has a line of its own, so that it can be
// read and copied whole.
func submitFailure(err error, what, cure string) []string {
	lines := []string{what + "."}
	var f *fault.Fault
	if errors.As(err, &f) && f.Key != "" {
		lines = append(lines, "", "Look for its key in the comments of your jobs:", f.Key)
	}
	if cure != "" {
		lines = append(lines, "", cure+".")
	}
	if f != nil {
		if len(f.Problems)+len(f.Warnings) > 0 {
			lines = append(lines, "", "Slurm says:")
			lines = append(lines, problems(f.Problems)...)
			lines = append(lines, problems(f.Warnings)...)
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
