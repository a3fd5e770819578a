package submit

import (
	"time"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// readScript reads the #SBATCH lines of a script: what they ask for, and what keeps it from being submitted, each
// with its line. Warnings are for the notes only.
func readScript(text string, now time.Time) (job slurm.Submission, errs, warnings []string) {
	job, _, problems := sbatch.Parse(text, sbatch.Options{Now: now})
	for _, p := range problems {
		switch p.Level {
		case sbatch.Error:
			errs = append(errs, p.String())
		case sbatch.Warning:
			warnings = append(warnings, p.String())
		case sbatch.Note:
		}
	}
	return job, errs, warnings
}
