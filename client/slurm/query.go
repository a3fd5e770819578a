package slurm

// AccountingQuery asks accounting for jobs. Since bounds it in time: jobs that were in any of the states at some
// moment between Since and Until. Empty lists and names mean all.
type AccountingQuery struct {
	Since, Until Time // Until 0 means now
	Users        []string
	States       []string // long names or codes
	Partitions   []string
	Name         string
	Limit        int // most jobs to keep, newest first; 0 keeps all
}
