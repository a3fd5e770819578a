package slurm

import (
	"slices"
	"strings"
)

// MergeEnv returns the environment base with the entries of over in it; a name that both have keeps over's value, and of
// one that over has several times the last counts. Entries are NAME=value. The arguments stay as they are.
func MergeEnv(base, over []string) []string {
	last := make(map[string]int, len(over)) // of each name, where it counts
	for i, entry := range over {
		last[envName(entry)] = i
	}
	out := make([]string, 0, len(base)+len(last))
	for _, entry := range base {
		if _, isOver := last[envName(entry)]; !isOver {
			out = append(out, entry)
		}
	}
	for i, entry := range over {
		if last[envName(entry)] == i {
			out = append(out, entry)
		}
	}
	return out
}

func envName(entry string) string {
	name, _, _ := strings.Cut(entry, "=")
	return name
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
