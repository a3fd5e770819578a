package slurm

// Access is what accounting says of one user's rights: to which accounts he may charge jobs, with which QOS, in which
// partitions, and how large they may be. It comes from slurmdbd (associations and QOS of
// https://slurm.schedmd.com/rest_api.html), so that there is none on a cluster without accounting.
type Access struct {
	User         string // whom it is about; "" if that is not known: then Associations are everybody's that could be seen
	Associations []Association
	QOS          []QOS
	// Complete says that slurmdbd let all of it be seen; with PrivateData it may hide some, and what is missing proves
	// nothing.
	Complete bool
}

// Association lets one user charge one account. Limits that are not set are those of the account above it, which
// slurmdbd has put in already where it says them.
type Association struct {
	User, Account, Cluster string
	Partition              string // "" for all
	Default                bool   // the user's default account
	QOS                    []string
	DefaultQOS             string
	MaxTime                Limit // wall clock of one job; LimitUnset for no limit
	MaxSubmit              Num   // jobs of the user in the queue at once
}

// QOS is a quality of service, with those of its limits that one job can be held against.
type QOS struct {
	Name        string
	Flags       []string // as in DENY_LIMIT
	MaxTime     Limit    // wall clock of one job
	MaxPerJob   string   // TRES of one job, as in cpu=64,gres/gpu=8; "" for no limit
	MaxPerNode  string   // TRES of one job on each node
	MinPerJob   string   // TRES that a job must ask for at least
	MaxSubmit   Num      // jobs of one user in the queue at once
	UsageFactor float64
}
