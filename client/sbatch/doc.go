// Package sbatch reads batch scripts as Slurm's sbatch does: the #SBATCH lines at their head, and the same options
// from a command line, become a slurm.Submission. It also writes: Set and Remove change one option in its own line, and
// Explain says in words what a value asks for. Table lists all options with the REST fields that they become.
//
// The rules are those of sbatch 24.11 (https://slurm.schedmd.com/sbatch.html), tried out against it. Where the two
// must differ, because a submission over REST carries neither the user's environment nor his local files, Problems
// say so with the line and the cure. Nothing is dropped silently.
//
//	job, lines, problems := sbatch.Parse(script, sbatch.Options{Now: now})
//	if err := problems.Err(); err != nil { ... }
//
// What follows from several options together is worked out in sbatch's own order: tasks, nodes and CPUs (counts.go), and
// what GPUs mean for them (greschecks.go). Slurm would come to the same numbers later, but not tell srun of them.
//
// # Differences from sbatch
//
// The variables SBATCH_... and SLURM_... of the caller are not read: what a script asks for depends on the script and
// the options beside it alone. The job's environment is that of a login of its user on its node, and what --export
// names with a value; nothing of the caller's goes along, and variables SLURM_... are refused. --propagate sends no
// limits. Lines for PBS and LSF, which sbatch reads too, are errors. A few options have no field in REST; they are
// errors as well.
//
// What sbatch takes without a word and hardly anyone means so is a warning (slips.go): an #SBATCH line below the first
// command or behind a blank, a variable in a path, more nodes than tasks.
//
// The package is pure: it reads no files (but through Options.ReadFile), no environment and no clock.
package sbatch
