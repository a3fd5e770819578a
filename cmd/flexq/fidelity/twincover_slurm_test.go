//go:build slurm

package fidelity_test

import (
	"regexp"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// notInTwins are the options of sbatch that no script has, with the reason.
func notInTwins() map[string]string {
	return map[string]string{
		"help":    "it submits nothing",
		"usage":   "it submits nothing",
		"version": "it submits nothing",
		"wrap":    "it takes the place of a script", "wait": "sbatch would wait for a job that is held",
		"power":     "it is in the help of this sbatch, which does not know it any more",
		"test-only": "it submits nothing",
	}
}

// TestSlurmTwinCoversEveryOption wants each option of sbatch's own help in one script at least, and twenty scripts at least in the
// style of real jobs.
func TestSlurmTwinCoversEveryOption(t *testing.T) {
	b := bed.Open(t)
	var lines strings.Builder
	real := 0
	for _, s := range twins(t) {
		if strings.HasPrefix(s.name, "train-") {
			real++
		}
		for line := range strings.Lines(s.text) {
			if rest, ok := strings.CutPrefix(line, "#SBATCH"); ok {
				lines.WriteString(" " + rest)
			}
		}
	}
	if real < 20 {
		t.Errorf("%d scripts in the style of real jobs, want 20 at least", real)
	}
	help := b.As(t, "alice", "sbatch", "--help")
	option := regexp.MustCompile(`(?m)^ +(?:-(\w), )?--([a-z][a-z-]+)`)
	found := option.FindAllStringSubmatch(help, -1)
	if len(found) < 80 {
		t.Fatalf("%d options in the help of sbatch, want 80 at least", len(found))
	}
	for _, o := range found {
		words := `\s--` + o[2] + `[=\s]`
		if o[1] != "" {
			words += `|\s-` + o[1]
		}
		if notInTwins()[o[2]] == "" && !regexp.MustCompile(words).MatchString(lines.String()) {
			t.Errorf("no script has --%s", o[2])
		}
	}
}
