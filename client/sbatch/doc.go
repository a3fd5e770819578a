// Package sbatch reads batch scripts as Slurm's sbatch does: the #SBATCH lines at their head, and the same options
// from a command line, become a slurm.Submission.
//
// The rules are those of sbatch 24.11 (https://slurm.schedmd.com/sbatch.html), tried out against it. Where the two
// must differ, because a submission over REST carries neither the user's environment nor his local files, Problems
// say so with the line and the cure. Nothing is dropped silently.
//
//	job, lines, problems := sbatch.Parse(script, sbatch.Options{Now: now})
//	if err := problems.Err(); err != nil { ... }
//
// The package is pure: it reads no files, no environment and no clock.
package sbatch
