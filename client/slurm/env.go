package slurm

import (
	"slices"
	"strings"
)

// MergeEnv returns the environment base with the entries of over in it; a name that both have keeps over's value.
// Entries are NAME=value. The arguments stay as they are.
func MergeEnv(base, over []string) []string {
	out := slices.Clone(base)
	for _, entry := range over {
		name, _, _ := strings.Cut(entry, "=")
		out = slices.DeleteFunc(out, func(e string) bool { return strings.HasPrefix(e, name+"=") })
		out = append(out, entry)
	}
	return out
}

// WithEnv returns the submission with an environment below its own, in each of its parts.
func (s Submission) WithEnv(base []string) Submission {
	s.Env = MergeEnv(base, s.Env)
	s.Parts = slices.Clone(s.Parts)
	for i := range s.Parts {
		s.Parts[i].Env = MergeEnv(base, s.Parts[i].Env)
	}
	return s
}
