package slurm

// Source says where a record comes from.
type Source uint8

// The two places where Slurm knows jobs.
const (
	Live       Source = iota // the queue of slurmctld (/slurm/{v}/jobs)
	Accounting               // slurmdbd (/slurmdb/{v}/jobs)
)

// Job is one record of the queue or of accounting. For an array, each started task is a record of its own, and
// the tasks that have not started share one (Array.Tasks names them). All text has been neutralised by
// client/wire: no control characters, no ANSI, no bidi overrides. A zero field means that Slurm does not say.
type Job struct {
	ID     uint64
	Array  Array
	Het    Het
	Source Source

	Name, User, Account, Partition, QOS, Cluster string
	UserID                                       uint32
	Group                                        string

	State  JobState
	Reason string // state_reason as Slurm names it; "None" is kept as ""
	// StateDescription is Slurm's free text beside the reason, often empty.
	StateDescription string
	Priority         Num
	Hold             bool
	Nice             int64

	Submit, Eligible, Accrue, Start, End Time // End is the expected end while a job runs
	Deadline, Suspended                  Time
	LastSchedEval, Preempt, Resize       Time
	Limit, MinLimit                      Limit
	// PreSuspend is for how many seconds the job had run before it was last suspended or resumed.
	PreSuspend int64
	// Elapsed is what accounting says; use Used for a job of the queue.
	Elapsed int64

	Nodes          Hostlist // allocated; for a job of the queue in Slurm's compressed form
	NodeCount      Num
	MaxNodes       Num
	BatchHost      string
	RequiredNodes  Hostlist
	ExcludedNodes  Hostlist
	ScheduledNodes Hostlist
	FailedNode     string

	CPUs, Tasks, CPUsPerTask, TasksPerNode Num
	MemPerNode, MemPerCPU                  Num // MiB
	TRESRequested, TRESAllocated           TRES
	TRESPerNode, TRESPerJob, TRESPerTask   string
	TRESPerSocket                          string
	GRESDetail                             []string
	Features                               string
	Licenses, Reservation, Network         string
	Exclusive, Contiguous                  bool

	Exit, DerivedExit Exit
	Restarts          uint32
	Requeue           bool
	Batch             bool
	Dependency        string
	Comment           string
	AdminComment      string
	SystemComment     string
	Extra             string
	MailUser          string

	WorkDir, StdIn, StdOut, StdErr string
	Command, SubmitLine            string
	Container                      string

	Steps []Step // accounting only
}

// Array says how a job belongs to an array. Job is 0 for a job that is not of an array.
type Array struct {
	Job     uint64
	Task    uint32
	HasTask bool
	Tasks   string // the tasks that have not started, as in "2-3,5-90:2"; without the throttle
	Max     uint32 // most tasks that may run at once (the %N of --array); 0: no bound
}

// Het says how a job belongs to a heterogeneous job. Job is 0 for any other job.
type Het struct {
	Job    uint64
	Offset uint32
	Set    Hostlist // ids of all components, as in "21-22"
}

// Exit is how a job, a step or its batch script ended.
type Exit struct {
	Set        bool
	Code       uint32
	Signal     uint32
	SignalName string
	CoreDumped bool
}

// Step is one job step as accounting keeps it.
type Step struct {
	ID, Name   string
	State      JobState
	Exit       Exit
	Start, End Time
	Elapsed    int64 // seconds
	Nodes      Hostlist
	NodeCount  uint32
	Tasks      uint32
	// CPU time in seconds, and the peak resident memory of its largest task in bytes; 0 when not gathered.
	TotalCPU, MaxRSS int64
}
