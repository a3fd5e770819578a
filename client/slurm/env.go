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
