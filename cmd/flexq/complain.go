package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/client/wire"
	"flexq/config"
)

// complain tells a person what went wrong: one line that begins with "flexq:", and under it, set in, what Slurm
// said and what to do.
func complain(w io.Writer, err error) {
	if err == nil {
		return
	}
	var (
		usage *usageError
		code  *codeError
		bad   *config.Error
		stop  *interruptedError
		f     *fault.Fault
	)
	switch {
	case errors.As(err, &stop):
		say(w, "interrupted", "")
	case errors.As(err, &usage):
		say(w, usage.what, usage.cure)
	case errors.As(err, &bad):
		for _, p := range bad.Problems {
			say(w, p.String(), p.Cure)
		}
	case errors.Is(err, config.ErrNoTarget):
		welcome(w)
	case errors.As(err, &code):
		say(w, code.what, code.cure)
	case errors.As(err, &f):
		sayFault(w, f)
	default:
		say(w, err.Error(), "")
	}
}

// say prints one message; an empty one is not printed.
func say(w io.Writer, what, cure string) {
	if what == "" {
		return
	}
	fmt.Fprintf(w, "flexq: %s\n", harmless(what))
	if cure != "" {
		fmt.Fprintf(w, "  %s\n", harmless(cure))
	}
}

// harmless takes out of a message what a terminal would obey: names of the command line get into some as they are, and
// those that a shell found in a folder may be another's. Lines stay.
func harmless(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = wire.Clean(line)
	}
	return strings.Join(lines, "\n")
}

func sayFault(w io.Writer, f *fault.Fault) {
	what := f.What
	if f.Op != "" {
		what = f.Op + ": " + what
	}
	fmt.Fprintf(w, "flexq: %s\n", harmless(what))
	for _, line := range slurmLines(f) {
		fmt.Fprintf(w, "  %s\n", harmless(line))
	}
	if f.Cure != "" {
		fmt.Fprintf(w, "  %s\n", harmless(withKey(f.Cure, f.Key)))
	}
	if f.Key != "" && !strings.Contains(f.What+f.Cure, f.Key) {
		fmt.Fprintf(w, "  the submission key is %s\n", f.Key)
	}
	warn(w, f.Warnings)
}

// withKey names the submit that `flexq ledger resolve` is to look for: that works from anywhere, and also where nothing
// could be noted.
func withKey(cure, key string) string {
	const resolve = "`flexq ledger resolve"
	if key == "" {
		return cure
	}
	return strings.ReplaceAll(cure, resolve+"`", resolve+" "+key+"`")
}

// slurmLines are Slurm's own words that the message does not hold yet.
func slurmLines(f *fault.Fault) []string {
	var out []string
	for _, p := range f.Problems {
		p = inBrief(p)
		words := p.String()
		if strings.Contains(f.What, p.Error) && strings.Contains(f.What, p.Description) {
			continue
		}
		if !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	return out
}

// submitFailed is what slurmrestd says of whatever it could not submit, beside the reason.
const submitFailed = "Batch job submission failed"

// inBrief leaves out what goes without saying.
func inBrief(p slurm.Problem) slurm.Problem {
	if p.Description == submitFailed && p.Error != "" {
		p.Description = ""
	}
	return p
}

// warn prints what Slurm warned of. Warnings are never fatal and never hidden, but none is said twice: Slurm warns of
// a job that is submitted held in two forms, of which one holds the other.
func warn(w io.Writer, warnings []slurm.Problem) {
	brief := make([]slurm.Problem, len(warnings))
	for i, p := range warnings {
		brief[i] = inBrief(p)
	}
	for i, p := range brief {
		if words := p.String(); words != "" && !saidElsewhere(words, i, brief) {
			fmt.Fprintf(w, "flexq: warning: %s\n", words)
		}
	}
}

// saidElsewhere reports whether the words of the warning at i are in one before it, or a part of a later one.
func saidElsewhere(words string, i int, warnings []slurm.Problem) bool {
	for k, other := range warnings {
		text := other.String()
		if k < i && strings.Contains(text, words) || k > i && len(text) > len(words) && strings.Contains(text, words) {
			return true
		}
	}
	return false
}
