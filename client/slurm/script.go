package slurm

// JobScript is what accounting has kept of how a job was submitted.
type JobScript struct {
	// Text is the batch script, "" if Slurm does not give it: it keeps scripts only where AccountingStoreFlags has
	// job_script, and shows them to their owner and to operators alone.
	Text string
	// Changed says that Text is not the script as it was: what could do harm on a terminal was taken out.
	Changed bool
	// Line is the command line of sbatch, its words joined by blanks; "" for a job that came another way.
	Line string
	// The files as they were asked for, with %j and the like.
	StdIn, StdOut, StdErr string
}
