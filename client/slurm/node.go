package slurm

import "slices"

// Node is one node as slurmctld knows it.
type Node struct {
	Name, Address, Hostname string
	State                   NodeState
	Partitions              []string
	CPUs, AllocCPUs         uint32
	Sockets, Cores, Threads uint32
	RealMemory, AllocMemory uint64 // MiB
	FreeMemory              Num    // MiB
	CPULoad                 float64
	GRES, GRESUsed          string
	TRES, TRESUsed          TRES
	Features, Active        []string
	Boot, SlurmdStart       Time
	LastBusy                Time
	Reason, ReasonUser      string
	ReasonSince             Time
	ResumeAfter             Time
	Reservation             string
	Comment, Extra          string
	InstanceID              string
	InstanceType            string
	Architecture, OS        string
	Version                 string
	Weight                  uint32
}

// Partition is one partition as slurmctld knows it.
type Partition struct {
	Name         string
	State        []string // UP, DOWN, DRAIN, INACTIVE
	Default      bool
	SaysDefault  bool // whether it is the default is told: from data version v0.0.45 on
	Nodes        Hostlist
	NodeCount    uint32
	CPUs         uint32
	TRES         TRES
	MaxTime      Limit
	DefaultTime  Limit
	MinNodes     uint32
	MaxNodes     Num
	PriorityTier uint32
	QOS          string // whose limits hold for its jobs
	// Who may use it, and who may not; lists with commas, "" for all and none.
	AllowAccts, DenyAccts string
	AllowQOS, DenyQOS     string
	AllowGroups           string
	SuspendTime           Num // seconds
	// What a job may have at most.
	MaxCPUsPerNode              Num
	MaxMemPerNode, MaxMemPerCPU Num // MiB; one of the two at most, 0 for none
}

// Reservation is one reservation as slurmctld knows it.
type Reservation struct {
	Name, Partition string
	Flags           []string
	Nodes           Hostlist
	NodeCount       uint32
	Start, End      Time
	Users, Accounts string // lists with commas; -NAME keeps a name out
	Groups          string
	TRES            TRES
}

// Has reports whether the reservation has a flag, as in FLEX.
func (r *Reservation) Has(flag string) bool { return slices.Contains(r.Flags, flag) }
