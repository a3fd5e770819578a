package pane

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// SlurmWords is what Slurm said in a problem, what says most first, with the number by which others know it. That the call
// failed, which it says of every call in the description, is left out.
func SlurmWords(q slurm.Problem) string {
	text, more := q.Error, strings.TrimRight(strings.TrimSpace(q.Description), ".")
	switch {
	case text == "" || strings.Contains(more, text):
		text = more
	case more != "" && !strings.Contains(text, more) && !strings.HasSuffix(more, "failed"):
		text += ": " + more
	}
	if q.Number != 0 {
		text += fmt.Sprintf(" (error %d)", q.Number)
	}
	return strings.TrimSpace(text)
}

// Refusals are what Slurm said no with, each once; nil of another error, and where it said nothing.
func Refusals(err error) []string {
	var f *fault.Fault
	if !errors.As(err, &f) || f.Kind != fault.Refused {
		return nil
	}
	var out []string
	for _, q := range f.Problems {
		if text := SlurmWords(q); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// Failure says in one line what failed: of a refusal what says most, else what Sentences say.
func Failure(err error) string {
	list := Refusals(err)
	switch len(list) {
	case 0:
		what, _ := Sentences(err)
		return what
	case 1:
		return "Slurm refused: " + list[0]
	}
	return fmt.Sprintf("Slurm refused: %s, and %d more", list[0], len(list)-1)
}
