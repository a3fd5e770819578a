package template

import (
	"cmp"
	"slices"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Added returns the options, as in --time, that a script of FromKept has and the one that was kept has not, or has with
// another value: each once, in the order of the script.
func Added(kept slurm.JobScript, script string) []string {
	type said struct{ name, value string }
	was := make(map[said]bool)
	for _, l := range sbatch.Read(kept.Text, sbatch.Options{}).Lines {
		for _, o := range l.Options {
			was[said{o.Name, o.Value}] = true
		}
	}
	var out []string
	for _, l := range sbatch.Read(script, sbatch.Options{}).Lines {
		for _, o := range l.Options {
			if name := "--" + o.Name; !was[said{o.Name, o.Value}] && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// TellsTasks reports whether the script or the command line that was kept says which tasks an array was asked for with.
// The records of a queue do not: they leave out the tasks that have ended.
func TellsTasks(kept slurm.JobScript, job slurm.Job) bool {
	isArray := func(o sbatch.Option) bool { return o.Name == "array" }
	return slices.ContainsFunc(optionsOf(kept.Text, 0), isArray) ||
		slices.ContainsFunc(besideOf(cmp.Or(kept.Line, job.SubmitLine)).part(0), isArray)
}
