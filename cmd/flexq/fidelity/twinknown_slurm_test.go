//go:build slurm

package fidelity_test

import (
	"regexp"
	"slices"
	"testing"
)

// knownFault is a difference that is a known fault.
type knownFault struct {
	words   string   // what is wrong
	text    string   // a regular expression that the whole text of the difference matches
	scripts []string // nil: any
}

// knownToDiffer are the faults that are known. One that is mended must go from the list.
func knownToDiffer() []knownFault { return nil }

func (f knownFault) explains(script string, d difference) bool {
	return (f.scripts == nil || slices.Contains(f.scripts, script)) && regexp.MustCompile(`(?s)^(?:`+f.text+`)$`).MatchString(d.String())
}

// judgeTwins fails the test for a difference that nobody knows, and for a known one that is no more.
func judgeTwins(t *testing.T, found map[string][]difference) {
	t.Helper()
	for _, f := range knownToDiffer() {
		seen := false
		for script, ds := range found {
			seen = seen || slices.ContainsFunc(ds, func(d difference) bool { return f.explains(script, d) })
		}
		if !seen {
			t.Errorf("no script differs any more in this: take it out of knownToDiffer: %s", f.words)
		}
	}
	for script, ds := range found {
		for _, d := range ds {
			if !slices.ContainsFunc(knownToDiffer(), func(f knownFault) bool { return f.explains(script, d) }) {
				t.Errorf("%s: %s", script, d)
			}
		}
	}
}
