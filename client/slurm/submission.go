package slurm

// KeyPrefix begins the key of every submit, which stands in the comment of its job.
const KeyPrefix = "flexq:"

// Submission is a batch job to be. Only set fields are sent, so that the cluster's defaults hold for the rest. The
// script is the content, not a path. client/sbatch makes one from a script's #SBATCH lines.
type Submission struct {
	Script                        string
	Name, Partition, Account, QOS string
	WorkDir                       string
	Env                           []string // NAME=value; never empty when sent: Slurm refuses that
	Args                          []string // of the script

	Nodes                        string // "4" or "2-4"
	LeastNodes                   uint32 // where Nodes does not say
	Tasks, TasksPerNode          uint32
	TasksPerSocket, TasksPerGPU  uint32
	CPUsPerTask, CPUsPerGPU      uint32
	MinCPUs                      uint32 // of each node
	LeastCPUs                    uint32 // of the whole job
	ThreadsPerCore               uint32
	MemPerNode, MemPerCPU        uint64 // MiB
	MemPerGPU, TmpDisk           uint64 // MiB; the disk is that of each node
	MemAll                       bool   // all memory of each node
	TRESPerNode, TRESPerJob      string // as in gres/gpu:8
	TRESPerTask, TRESPerSocket   string
	Licenses                     string
	Exclusive, Contiguous        bool
	Overcommit                   bool
	Sharing                      string // instead of Exclusive: user, mcs, topo or oversubscribe
	Features, Prefer             string
	RequiredNodes, ExcludedNodes string
	Reservation, Network         string

	Limit, MinLimit   Limit
	Begin, Deadline   Time
	Array, Dependency string
	Hold              bool
	Requeue           *bool
	KillOnNodeFail    *bool
	Nice              int64
	Warning           Warning
	Flags             []string // Slurm's job flags, as in SPREAD_JOB

	StdIn, StdOut, StdErr string // Slurm expands %j, %x and the like
	OpenMode              string // of the output: append or truncate
	Comment, Extra, WCKey string
	MailType              string // Slurm's REST words joined by commas, as in END,TIME=90%
	MailUser              string

	// Empty are the fields of text, by their REST names, that are sent although nothing stands in them: account, extra and
	// such. It is what --extra= asks for; Slurm tells it from no word at all.
	Empty []string

	// Tuning is what few jobs say.
	Tuning Tuning

	// Parts are the further parts of a het job, each with its own options and environment. Their Script, Args and Key
	// are not looked at: the script runs on the first part's nodes.
	Parts []Submission

	// Key is that of this one submit, flexq:<ULID>, for who must know it before; "" lets the client make one.
	Key string
}

// Warning is the signal that Slurm sends a job before its time is over. Without a signal there is none.
type Warning struct {
	Signal string // name without SIG, or number
	Before uint16 // seconds before the end; Slurm takes 60 for 0
	Batch  bool   // only to the batch script; else only to the steps
	Resv   bool   // also when a reservation begins that would end the job
}
