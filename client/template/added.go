package template

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// optionsOf are the options that a part of a script has.
func optionsOf(script string, part int) []sbatch.Option {
	var out []sbatch.Option
	reading := sbatch.Read(script, sbatch.Options{})
	for _, l := range reading.Lines {
		if l.Part == part {
			out = append(out, l.Options...)
		}
	}
	return out
}

// said is what a part of a script asks for.
type said struct {
	options []sbatch.Option
	job     slurm.Submission
}

// partOf reads what a part of a script asks for.
func partOf(script string, part int) slurm.Submission {
	job := sbatch.Read(script, sbatch.Options{}).Job
	switch {
	case part == 0:
		return job
	case part <= len(job.Parts):
		return job.Parts[part-1]
	}
	return slurm.Submission{}
}

// contradicts reports whether the job has not what its script says, as where a variable of sbatch's or a later change
// went before it.
func (s said) contradicts(option string, j *slurm.Job) bool {
	switch option {
	case "job-name":
		return s.job.Name != j.Name
	case "partition": // of several the record may have the one that was taken
		return s.job.Partition != j.Partition && !slices.Contains(strings.Split(s.job.Partition, ","), j.Partition)
	case "account":
		return s.job.Account != j.Account
	case "qos":
		return s.job.QOS != j.QOS
	case "time":
		return s.job.Limit.Minutes() != j.Limit.Minutes()
	case "chdir":
		return s.job.WorkDir != j.WorkDir
	}
	return false
}

// added are the options that a part of a job's own script lacks, or has another value of.
func added(j *slurm.Job, own said, beside []sbatch.Option, isKnown bool, part int) []sbatch.Option {
	var out []sbatch.Option
	covered := make(map[string]bool)
	for _, a := range asksOf(*j) {
		if whole, ok := valueOf(beside, a.option); ok && a.option == "array" { // the records know of some tasks only
			a.value = whole
		}
		names := append(a.like, a.option)
		for _, n := range names {
			covered[n] = true
		}
		inScript, itself, named := hasAny(own.options, names), hasAny(own.options, []string{a.option}), hasAny(beside, names)
		pinned := part == 0 && slices.Contains([]string{"job-name", "partition", "chdir"}, a.option)
		switch {
		case a.off:
		case named && (itself || !inScript || a.last), !inScript && (pinned || !isKnown), itself && own.contradicts(a.option, j):
			out = append(out, sbatch.Option{Name: a.option, Value: a.value})
		}
	}
	for _, o := range beside {
		if !covered[o.Name] && !slices.Contains(momentary(), o.Name) {
			out = append(out, o)
		}
	}
	return out
}

// momentary are the options that were meant for one job only.
func momentary() []string {
	return []string{"begin", "deadline", "dependency", "hold", "reservation", "nodelist", "nodefile"}
}

// valueOf is what an option says last.
func valueOf(options []sbatch.Option, name string) (value string, ok bool) {
	for _, o := range options {
		if o.Name == name {
			value, ok = o.Value, true
		}
	}
	return value, ok
}

func hasAny(options []sbatch.Option, names []string) bool {
	return slices.ContainsFunc(options, func(o sbatch.Option) bool { return slices.Contains(names, o.Name) })
}
