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

// FromJob writes a script that asks for what a job asked for, as far as its records say: those that the queue or
// accounting gives for one id, of one job, of an array, or of the parts of a het job. It has no commands: see FromKept.
//
// What the tasks of an array ask for together is asked for once. Paths in which Slurm put the job's id get %j again.
// What was of its moment (a dependency, a deadline, a reservation, the nodes that it was bound to) stands there as a line
// that sbatch does not read (##SBATCH).
func FromJob(jobs ...slurm.Job) string { return FromKept(slurm.JobScript{}, jobs...) }

// FromScript is FromKept for a script of which nothing else was kept.
func FromScript(script string, jobs ...slurm.Job) string {
	return FromKept(slurm.JobScript{Text: script}, jobs...)
}

// FromKept returns a job's own script with what was asked for beside it: lines are changed or added for the options of
// sbatch's command line, which stands below them in a comment, and for the name, the partition and the directory.
// Where that line was not kept, as of a job that came over REST, lines are added for all that the records tell and the
// script does not. Declarations of parameters whose values are in already are taken out. Without a script it is FromJob, with what the
// command line tells beyond the records.
func FromKept(kept slurm.JobScript, jobs ...slurm.Job) string {
	parts := partsOf(kept, jobs)
	line := cmp.Or(kept.Line, parts[0].SubmitLine)
	beside := besideOf(line)
	script := blankScript(parts)
	if kept.Text != "" {
		script = withParts(withoutSettled(kept.Text), len(parts))
	}
	for i, job := range parts {
		own := said{options: optionsOf(script, i), job: partOf(script, i)}
		for _, o := range added(&job, own, beside.part(i), line != "" || kept.Text == "", i) {
			if changed, err := sbatch.SetIn(script, i, o.Name, o.Value); err == nil {
				script = changed
			}
		}
	}
	return commented(script, line)
}

// withParts gives the script of a het job whose parts stood on the command line the lines that begin them.
func withParts(script string, parts int) string {
	for range parts - 1 - len(sbatch.Read(script, sbatch.Options{}).Job.Parts) {
		script = below(script, "#SBATCH hetjob")
	}
	return script
}

// below puts a line below the last #SBATCH line of a script, or below the one that names the interpreter, or at its top.
func below(script, text string) string {
	lines := linesOf(script)
	last := -1
	for i, l := range lines {
		if l.kind == directive || i == 0 && strings.HasPrefix(l.text, "#!") {
			last = i
		}
	}
	if last < 0 {
		return text + "\n" + script
	}
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(l.text)
		if i != last {
			b.WriteString(l.end)
			continue
		}
		if end := l.end; strings.HasSuffix(end, "\n") {
			b.WriteString(end + text + end)
		} else { // the script ends here, and without a line end
			b.WriteString(end + "\n" + text + "\n")
		}
	}
	return b.String()
}

// blankScript is a script of the lines alone. An option that holds on is said once.
func blankScript(parts []slurm.Job) string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	carries := carried()
	said := make(map[string]string)
	for i, part := range parts {
		if i > 0 {
			b.WriteString("#SBATCH hetjob\n")
		}
		for _, a := range asksOf(part) {
			value, before := said[a.option]
			if i > 0 && before && value == a.value && (carries[a.option] || a.off) {
				continue
			}
			said[a.option] = a.value
			b.WriteString(a.line())
		}
	}
	return b.String() + "\n" + noCommands
}

// carried are the options of sbatch that hold for the parts of a het job that follow.
func carried() map[string]bool {
	out := make(map[string]bool)
	for _, row := range sbatch.Table() {
		out[row.Name] = row.Carries
	}
	return out
}

// partsOf puts the records of one id into the parts of a job: an array is one part, with all of its tasks.
func partsOf(kept slurm.JobScript, jobs []slurm.Job) []slurm.Job {
	parts := slices.Clone(jobs)
	switch {
	case len(parts) == 0:
		return []slurm.Job{{}}
	case parts[0].Het.Job != 0:
		slices.SortStableFunc(parts, func(a, b slurm.Job) int { return cmp.Compare(a.Het.Offset, b.Het.Offset) })
	default:
		parts = parts[:1]
	}
	if parts[0].Array.Job != 0 {
		parts[0].Array.Tasks = tasksOf(jobs)
	}
	for i := range parts {
		j := &parts[i]
		j.StdIn, j.StdOut, j.StdErr = patternOf(j.StdIn, j), patternOf(j.StdOut, j), patternOf(j.StdErr, j)
		if i == 0 && kept.StdOut != "" {
			j.StdIn, j.StdOut, j.StdErr = kept.StdIn, kept.StdOut, kept.StdErr
		}
	}
	return parts
}

// commented adds to the head of a script how the job was submitted.
func commented(script, line string) string {
	if strings.TrimSpace(line) == "" {
		return script
	}
	return below(script, "# Submitted as: "+strings.Join(strings.Fields(line), " "))
}

// withoutSettled takes declarations out that no placeholder uses any more: those of a script that was filled and sent.
func withoutSettled(script string) string {
	t := Parse("", script)
	settled := make(map[int]bool)
	for _, p := range t.Params {
		settled[p.Line] = len(t.Uses(p.Name)) == 0
	}
	var b strings.Builder
	for _, l := range linesOf(script) {
		if !settled[l.number] {
			b.WriteString(l.text + l.end)
		}
	}
	return b.String()
}
