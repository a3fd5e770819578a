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
func knownToDiffer() []knownFault {
	return []knownFault{
		{"the REST interface sets OOMKillStep to 0 where it is not told otherwise", `OOMKillStep.*: nothing with sbatch, "0" with flexq`, nil},
		{
			"the CPUs of a task are not among the resources of a task",
			`(TresPerTask|kept SLURM_TRES_PER_TASK).*: "cpu=\d+[^ ]* with sbatch, (nothing|"gres/gpu=\d+") with flexq`, nil,
		},
		{"a number of tasks that follows from --ntasks-per-node counts as asked for", `json:flags.*`, []string{
			"args-gpus", "combo-array", "het-three", "ntasks-per-node", "parse-abbreviated", "tasks-per-node",
			"train-cluster-toolkit-nccl", "train-container-pyxis", "train-het-rl", "train-jax-multiprocess", "train-lightning-auto-requeue",
			"train-megatron-pretrain", "train-nemo-launcher", "train-nemo-run",
		}},
		{"the blanks at both ends of a comment go when the key is added", `Comment: .*`, []string{"parse-blank-in-comment"}},
		{"an empty text is not sent", `Extra: .*`, []string{"extra-empty"}},
		{"flexq submit lacks options of sbatch on its command line", `submit: .*`, []string{"args-abbreviated", "args-rare", "args-switches", "args-wrap"}},
	}
}

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
