package submit

import "flexq/client/slurm"

// readScript reads the #SBATCH lines of a script.
func readScript(text string) (slurm.Submission, []string) {
	return slurm.Submission{Script: text}, nil
}
