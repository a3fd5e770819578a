//go:build slurm

package fidelity_test

import (
	"testing"

	"flexq/client/contract/bed"
)

// TestSlurmFidelity wants no difference between flexq and Slurm's own tools, over every kind of job and node that
// the bed can make.
func TestSlurmFidelity(t *testing.T) {
	b := bed.Open(t)
	binary := build(t)
	platform, direct := through(t, b, binary, "alice"), straight(t, b, binary, "alice")
	s := plant(t, b)
	if kinds := len(s.ids); kinds < 20 {
		t.Fatalf("%d kinds of jobs, want 20 at least", kinds)
	}
	var gone []string
	for name, p := range map[string]*program{"platform": platform, "direct": direct} {
		t.Run("jobs "+name, func(t *testing.T) {
			look := take(t, b, p)
			compareJobs(t, look)
			wantEvery(t, look, "%t", "PD", "R", "CG", "CF", "S", "ST", "SE", "CA", "F", "CD", "TO", "NF", "DL")
			if b.LimitsMemory(t) {
				wantEvery(t, look, "%t", "OOM")
			}
			wantEvery(t, look, "%r", "None", "Resources", "Priority", "BeginTime", "PartitionTimeLimit", "Dependency",
				"DependencyNeverSatisfied", "Licenses", "Reservation", "JobHeldUser", "JobHeldAdmin", "JobArrayTaskLimit",
				"NonZeroExitCode", "RaisedSignal:9(Killed)", "TimeLimit")
			gone = nil
			for id, row := range look.before {
				if ended(row["%T"]) {
					gone = append(gone, id)
				}
			}
		})
		t.Run("nodes "+name, func(t *testing.T) { compareNodes(t, b, p) })
	}
	t.Run("accounting", func(t *testing.T) {
		if len(gone) < 6 {
			t.Fatalf("%d ended jobs, want 6 at least", len(gone))
		}
		compareForgotten(t, b, platform, gone)
	})
}

// wantEvery guards the comparison against a bed that made too little: each word must be in the column of some job.
func wantEvery(t *testing.T, s snapshot, column string, words ...string) {
	t.Helper()
	seen := make(map[string]bool)
	for _, row := range s.before {
		seen[row[column]] = true
	}
	for _, w := range words {
		if !seen[w] {
			t.Errorf("no job has %s in squeue's %s", w, column)
		}
	}
}
