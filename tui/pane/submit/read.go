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
	errs     []string          // of the script, each with its line
	fields   map[string]string // what is wrong with a field
	warnings []string
}

// read parses a script with the fields as sbatch parses a command line: fields win over #SBATCH lines. What is wrong
// with a field is said beside the field, not here. dir is the directory when neither names one.
func read(script, dir string, args []string, now time.Time) reading {
	job, _, problems := sbatch.Parse(script, sbatch.Options{Args: args, WorkDir: dir, Now: now})
	r := reading{job: job, fields: map[string]string{}}
	for _, p := range problems {
		field, isField := fieldOf(p.Option)
		switch {
		case p.Line == 0 && isField && len(args) > 0:
			if p.Level == sbatch.Error {
				r.fields[field] = sentence(p)
			}
		case p.Level == sbatch.Error:
			r.errs = append(r.errs, p.String())
		case p.Level == sbatch.Warning:
			r.warnings = append(r.warnings, p.String())
		}
	}
	return r
}

func sentence(p sbatch.Problem) string {
	if p.Cure == "" {
		return p.What
	}
	return p.What + "; " + p.Cure
}

// options are the fields with the option of sbatch that each stands for.
func options() [][2]string {
	return [][2]string{
		{fieldName, "--job-name"},
		{fieldPartition, "--partition"},
		{fieldNodes, "--nodes"},
		{fieldGPUs, "--gpus-per-node"},
		{fieldTime, "--time"},
		{fieldDir, "--chdir"},
	}
}

func fieldOf(option string) (string, bool) {
	for _, o := range options() {
		if o[1] == option {
			return o[0], true
		}
	}
	return "", false
}

// args gives the fields that the user set as options of sbatch. An emptied field leaves it to the script.
func (p *Pane) args() []string {
	var out []string
	for _, o := range options() {
		if value := strings.TrimSpace(p.form.Value(o[0])); value != "" && p.touched[o[0]] {
			out = append(out, o[1]+"="+value)
		}
	}
	return out
}
