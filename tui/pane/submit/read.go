package submit

import (
	"strings"
	"time"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// reading is what a script and the fields over it ask for.
type reading struct {
	job      slurm.Submission
	errs     []string // of the script, each with its line
	warnings []string
}

// read parses a script with the fields as sbatch parses a command line: fields win over #SBATCH lines. What is wrong
// with a field is said beside the field, not here. dir is the directory when neither names one.
func read(script, dir string, args []string, now time.Time) reading {
	job, _, problems := sbatch.Parse(script, sbatch.Options{Args: args, WorkDir: dir, Now: now})
	r := reading{job: job}
	for _, p := range problems {
		switch {
		case p.Line == 0 && len(args) > 0 && p.Option != "":
		case p.Level == sbatch.Error:
			r.errs = append(r.errs, p.String())
		case p.Level == sbatch.Warning:
			r.warnings = append(r.warnings, p.String())
		}
	}
	return r
}

// args gives the fields that the user set as options of sbatch.
func (p *Pane) args() []string {
	var out []string
	for _, f := range [][2]string{
		{fieldName, "--job-name="},
		{fieldPartition, "--partition="},
		{fieldNodes, "--nodes="},
		{fieldGPUs, "--gpus-per-node="},
		{fieldTime, "--time="},
		{fieldDir, "--chdir="},
	} {
		if value := strings.TrimSpace(p.form.Value(f[0])); value != "" && p.touched[f[0]] {
			out = append(out, f[1]+value)
		}
	}
	return out
}
