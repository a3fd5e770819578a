package preflight

import (
	"slices"

	"flexq/client/sbatch"
)

// Place gives problems the lines of the options that they concern, by Reading.Where. One that can be written in several
// ways is looked for in each.
func Place(problems sbatch.Problems, where func(option string, part int) int) sbatch.Problems {
	out := slices.Clone(problems)
	for i := range out {
		if out[i].Line > 0 || out[i].Option == "" {
			continue
		}
		for _, option := range Ways(out[i].Option) {
			if line := where(option, out[i].Part); line > 0 {
				out[i].Line = line
				break
			}
		}
	}
	return out
}

// Ways are the options by which a user may have asked for what a finding is about: the one that it names, and all others
// that ask for the same.
func Ways(option string) []string { return append([]string{option}, siblings(option)...) }

// siblings are other options that ask for the same.
func siblings(option string) []string {
	for _, family := range [][]string{
		{"--gpus-per-node", "--gres", "--gpus-per-task", "--gpus-per-socket", "--gpus", "--tres-per-task"},
		{"--mem", "--mem-per-cpu", "--mem-per-gpu"},
		{"--nodes", "--nodelist", "--nodefile"},
		{"--ntasks", "--cpus-per-task", "--ntasks-per-node", "--mincpus", "--cpus-per-gpu"},
		{"--requeue", "--no-requeue"},
	} {
		if slices.Contains(family, option) {
			return family
		}
	}
	return nil
}
