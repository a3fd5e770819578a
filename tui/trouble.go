package tui

import (
	"errors"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/pane"
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
	lines := pane.Refusals(err) // what says most; the sentences say no more
	said := len(lines) > 0
	if !said {
		lines = []string{what + "."}
	}
	var f *fault.Fault
	if errors.As(err, &f) && f.Key != "" {
		lines = append(lines, "", "Look for its key in the comments of your jobs:", f.Key)
	}
	if cure != "" {
		lines = append(lines, "", cure+".")
	}
	if f != nil {
		lines = append(lines, unsaid(what, f, said)...)
	}
	return append(lines, "", "What you typed is still in the form.")
}

// unsaid are those of Slurm's words that are not told yet.
func unsaid(what string, f *fault.Fault, said bool) []string {
	list := slices.Clone(f.Warnings)
	if !said {
		list = slices.Concat(f.Problems, f.Warnings)
	}
	list = slices.DeleteFunc(list, func(q slurm.Problem) bool {
		return q.Error != "" && strings.Contains(what, q.Error) || q.Error == "" && strings.Contains(what, q.Description)
	})
	if len(list) == 0 {
		return nil
	}
	return append([]string{"", "Slurm says:"}, problems(list)...)
}

// problems are Slurm's errors or warnings, one a line.
func problems(list []slurm.Problem) []string {
	out := make([]string, 0, len(list))
	for _, p := range list {
		out = append(out, "  "+p.String())
	}
	return out
}
