package template

import (
	"cmp"
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// noCommands is what stands in place of the commands of a job whose script nobody has. It runs nothing, so that a job
// made of it is not taken for one that does.
const noCommands = `# Slurm did not give this job's script. Write its commands here.
`

// FromJob writes a script that asks for what a job asked for, as far as its record says: that of one job, the records
// of an array or of a het job's parts as the queue or accounting gives them for one id. It has no commands: see
// FromScript.
//
// What an array's tasks ask for together is asked for once. Paths in which Slurm put the job's id get %j again. What
// was of its moment (dependency, deadline, reservation, the nodes that it was bound to) stands there as a line that
// sbatch does not read (##SBATCH).
func FromJob(jobs ...slurm.Job) string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	for i, part := range partsOf(jobs) {
		if i > 0 {
			b.WriteString("#SBATCH hetjob\n")
		}
		for _, a := range asksOf(part) {
			b.WriteString(a.line())
		}
	}
	b.WriteString("\n" + noCommands)
	return b.String()
}

// partsOf puts the records of one id into the parts of a job: an array is one part, with all of its tasks.
func partsOf(jobs []slurm.Job) []slurm.Job {
	if len(jobs) == 0 {
		return []slurm.Job{{}}
	}
	first := jobs[0]
	switch {
	case first.Het.Job != 0:
		parts := slices.Clone(jobs)
		slices.SortStableFunc(parts, func(a, b slurm.Job) int { return cmp.Compare(a.Het.Offset, b.Het.Offset) })
		return parts
	case first.Array.Job != 0:
		first.Array.Tasks = tasksOf(jobs)
	}
	return []slurm.Job{first}
}

// tasksOf joins the tasks of an array's records.
func tasksOf(jobs []slurm.Job) string {
	var out []string
	for i := range jobs {
		a := &jobs[i].Array
		switch {
		case a.HasTask:
			out = append(out, sbatchNumber(uint64(a.Task)))
		case a.Tasks != "" && !strings.HasSuffix(a.Tasks, "..."): // cut short it cannot be read
			out = append(out, a.Tasks)
		}
	}
	set, err := slurm.ParseTaskSet(strings.Join(out, ","))
	if err != nil {
		return ""
	}
	return rangesOf(set)
}

// rangesOf writes tasks as sbatch --array takes them.
func rangesOf(set slurm.TaskSet) string {
	var out []string
	var first, last uint32
	open := false
	flush := func() {
		switch {
		case open && first == last:
			out = append(out, sbatchNumber(uint64(first)))
		case open:
			out = append(out, sbatchNumber(uint64(first))+"-"+sbatchNumber(uint64(last)))
		}
	}
	for n := range set.All() {
		if open && n == last+1 {
			last = n
			continue
		}
		flush()
		first, last, open = n, n, true
	}
	flush()
	return strings.Join(out, ",")
}

// FromScript returns a job's own script, with lines for what was asked for beside it (on sbatch's command line): the
// name, partition, account, QOS, directory, and size of the job where its script does not say them, and the limit
// where it says another. Declarations of parameters that have their values already are taken out.
func FromScript(script string, jobs ...slurm.Job) string {
	script = withoutSettled(script)
	for i, part := range partsOf(jobs) {
		own := sbatch.Read(script, sbatch.Options{})
		for _, a := range asksOf(part) {
			if a.off || !a.beside || saysAny(own, i, a.rivals()) {
				continue
			}
			if changed, err := sbatch.SetIn(script, i, a.option, a.value); err == nil {
				script = changed
			}
		}
	}
	return script
}

// saysAny reports whether a part of a script has one of these options.
func saysAny(r sbatch.Reading, part int, options []string) bool {
	for _, l := range r.Lines {
		for _, o := range l.Options {
			if l.Part == part && slices.Contains(options, o.Name) {
				return true
			}
		}
	}
	return false
}

// withoutSettled takes declarations out that no placeholder uses any more: those of a script that was filled and sent.
func withoutSettled(script string) string {
	t := Parse("", script)
	var b strings.Builder
	for _, l := range linesOf(script) {
		i := slices.IndexFunc(t.Params, func(p Param) bool { return p.Line == l.number })
		if i < 0 || len(t.Uses(t.Params[i].Name)) > 0 {
			b.WriteString(l.text + l.end)
		}
	}
	return b.String()
}
