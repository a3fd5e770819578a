package slurm

import "time"

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
	// Licenses and Reservations are all that a job of the user's may name: Slurm may hide others', and refuses those. An
	// empty list says that there are none; nil says that they are not known.
	Licenses     []License
	Reservations []Reservation
	AsOf         time.Time // when all this was so, by the cluster's clock; zero if that is not known
}

// License is a licence that slurmctld counts. A remote one is named NAME@SERVER. Total is how many there are, whoever
// has them; Free is how many nobody has now.
type License struct {
	Name        string
	Total, Free uint64
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
	MaxJobs                Num    // jobs of the user that run at once
	MaxSubmit              Num    // jobs of the user in the queue at once, each task of an array for itself
	MaxPerJob              string // TRES of one job, as in cpu=64,gres/gpu=8; "" for no limit
	MaxPerNode             string // TRES of one job on each node
	MaxMinutes             string // TRES of one job times its limit in minutes
}

// QOS is a quality of service, with those of its limits that one job can be held against. Lists of TRES are as in
// cpu=64,gres/gpu=8, and "" is no limit.
type QOS struct {
	Name        string
	Flags       []string // as in DENY_LIMIT
	MaxTime     Limit    // wall clock of one job
	MaxPerJob   string   // TRES of one job
	MaxPerNode  string   // TRES of one job on each node
	MinPerJob   string   // TRES that a job must ask for at least
	MaxMinutes  string   // TRES of one job times its limit in minutes
	UsageFactor float64

	// What all jobs of it, those of one user and those of one account may have at once.
	Group, PerUser, PerAccount Crowd
}

// Crowd bounds what several jobs may have together.
type Crowd struct {
	Jobs   Num    // that run
	Submit Num    // in the queue, each task of an array for itself
	TRES   string // of those that run
}
