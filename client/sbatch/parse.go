package sbatch

import (
	"time"

	"flexq/client/slurm"
)

// Options is what Parse needs beside the script.
type Options struct {
	// Args are options as on sbatch's command line ("--time=60", "-N", "2"). They override the script's. Neither a
	// script's name nor its arguments belong here. A word ":" parts those of a het job's parts; without one they
	// are for each part.
	Args []string
	// Name and WorkDir are what the job gets when neither script nor Args name any. sbatch takes the name of the
	// script's file and the folder in which it is called. SLURM_SUBMIT_DIR is WorkDir, whatever --chdir says.
	Name, WorkDir string
	// Now is the moment, in the zone, against which --begin and --deadline are read. Without it "now+1hour",
	// "tomorrow" and the like are errors.
	Now time.Time
	// ReadFile reads a file of this machine that an option names: --export-file, --nodefile. Without it they
	// are errors.
	ReadFile func(name string) ([]byte, error)
}

// Line is an #SBATCH line of a script.
type Line struct {
	Number  int    // in the script, from 1
	Part    int    // of the job, from 0; the line "#SBATCH hetjob" is the first of its part
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

// Parse is Read for those who only submit: it returns the job, the lines, and what is wrong. --test-only is an error.
func Parse(script string, o Options) (slurm.Submission, []Line, Problems) {
	r := Read(script, o)
	if r.Own.TestOnly {
		r.Problems = append(r.Problems, Problem{
			Line: r.Own.line["test-only"], Option: "--test-only", What: "it would submit nothing", Cure: "leave it out, or ask for a dry run",
		})
		r.Problems.sort()
	}
	return r.Job, r.Lines, r.Problems
}

// Wrap returns a script that runs a shell command, letter by letter the one that sbatch --wrap makes.
func Wrap(command string) string {
	return "#!/bin/sh\n# This script was created by sbatch --wrap.\n\n" + command + "\n"
}
