package sbatch

import (
	"cmp"
	"slices"
	"time"

	"flexq/client/slurm"
)

// Options is what Parse needs beside the script.
type Options struct {
	// Args are options as on sbatch's command line ("--time=60", "-N", "2"). They override the script's. Neither a
	// script's name nor its arguments belong here.
	Args []string
	// Name and WorkDir are what the job gets when neither script nor Args name any. sbatch takes the name of the
	// script's file and the folder in which it is called.
	Name, WorkDir string
	// Now is the moment, in the zone, against which --begin and --deadline are read. Without it "now+1hour",
	// "tomorrow" and the like are errors.
	Now time.Time
}

// Line is an #SBATCH line of a script.
type Line struct {
	Number  int    // in the script, from 1
	Text    string // as it stands there, without the line's end
	Options []Option
}

// Option is one option as it was given.
type Option struct {
	Name     string // the long name without dashes, whatever was written: "job-name"
	Value    string
	HasValue bool
	Written  string // as it was written, without the value: "-J", "--job-name"
}

// Parse reads a script and the options beside it. The submission holds the script and all that could be read, even
// if there are errors; the lines are those with #SBATCH that sbatch would read, and the problems what is wrong.
// Options of the command line override those of the script, later ones override earlier ones.
//
// With --wrap=COMMAND among the Args and an empty script the submission's script is one that runs the command.
func Parse(script string, o Options) (slurm.Submission, []Line, Problems) {
	table := known()
	args, problems := scanWords(o.Args, table)
	command, wraps := wrapped(args)
	switch {
	case wraps && script == "":
		script = Wrap(command)
	case wraps:
		problems = append(problems, Problem{Option: "--wrap", What: "there is a script already", Cure: "leave one of the two out"})
	}
	b := builder{now: o.Now, known: table}
	b.job.Script, b.job.Name, b.job.WorkDir = script, o.Name, o.WorkDir
	lines, found := scanScript(script, table)
	b.problems = found
	for _, line := range lines {
		for _, opt := range line.Options {
			b.take(line.Number, opt)
		}
	}
	b.problems = append(b.problems, problems...)
	for _, opt := range args {
		b.take(0, opt)
	}
	b.finish()
	slices.SortStableFunc(b.problems, func(p, q Problem) int { return cmp.Compare(p.place(), q.place()) })
	return b.job, lines, b.problems
}

// Wrap returns a script that runs a shell command, as sbatch --wrap makes it.
func Wrap(command string) string { return "#!/bin/sh\n" + command + "\n" }

func wrapped(args []Option) (command string, ok bool) {
	for _, a := range args {
		if a.Name == "wrap" {
			command, ok = a.Value, true
		}
	}
	return command, ok
}
