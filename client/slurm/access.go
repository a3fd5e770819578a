package slurm

// Access is what the cluster says of one user's rights: to which accounts he may charge jobs, with which QOS, in which
// partitions, and how large they may be. It comes from slurmdbd (associations and QOS of
// https://slurm.schedmd.com/rest_api.html), so that there is little of it on a cluster without accounting. Whether
// slurmctld holds jobs to it (AccountingStorageEnforce of slurm.conf) no REST answer says.
type Access struct {
	User         string // whom it is about; "" if that is not known: then Associations are everybody's that could be seen
	Associations []Association
	QOS          []QOS // nil if they are not known
	// Complete says that Associations are all that the user has. Where slurmdbd hides others' (PrivateData), none proves
	// nothing.
	Complete bool
	// Partitions are all of the cluster, with those that are hidden or for other groups; nil if they are not known.
	Partitions []Partition
}

// Association lets one user charge one account. Limits are the user's own or, where there are none, those of the account
// above, which slurmdbd has put in already.
type Association struct {
	User, Account, Cluster string
	Partition              string // "" for all
	Default                bool   // the user's default account
	QOS                    []string
	DefaultQOS             string
	MaxTime                Limit  // wall clock of one job; LimitUnset or LimitInfinite for no limit
	MaxSubmit              Num    // jobs of the user in the queue at once
	MaxPerJob              string // TRES of one job, as in cpu=64,gres/gpu=8; "" for no limit
	MaxPerNode             string // TRES of one job on each node
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
