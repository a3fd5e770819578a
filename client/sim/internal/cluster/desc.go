package cluster

// Slurm's two special numbers of 32 bits.
const (
	NoVal    uint32 = 0xfffffffe
	Infinite uint32 = 0xffffffff
)

// Desc is what a user asked for. It is shared by the tasks of an array and never changed: an update makes a new one.
type Desc struct {
	Name, Partition, Account, QOS string
	User                          *User
	WorkDir                       string
	StdIn, StdOut, StdErr         string // patterns; "" means Slurm's defaults
	Comment, Extra, AdminComment  string
	Features, ReqNodes, ExcNodes  string
	Licenses, Network, WCKey      string
	Reservation                   string
	TRESPerNode, TRESPerJob       string
	TRESPerTask, TRESPerSocket    string
	MailUser, Command, SubmitLine string
	MailType                      []string
	Container                     string
	Script                        string

	MinNodes, MaxNodes        uint32 // MaxNodes 0: not given
	Tasks                     uint32 // 0: not given
	CPUsPerTask, TasksPerNode uint32
	MinCPUs                   uint32
	NodeCPUs                  uint32 // that each node must have
	MemPerNode, MemPerCPU     uint64 // MiB
	MemSet                    bool
	GPUs                      uint32 // per node
	GPUsTotal                 uint32 // per job, when asked for so
	Limit, LimitMin           uint32 // minutes, NoVal or Infinite
	Begin, Deadline           int64
	Nice                      int32
	Exclusive, Contiguous     bool
	Requeue, Hold             bool
	OwnAccount, OwnQOS        bool // not the defaults
	DefaultPart               bool

	gpuKind string // the type of GPU that it insists on
	ready   bool   // checked and completed

	Array string // as asked for
	Deps  []Dep

	// Plan is what the job does when it runs; nil: the script says it.
	Plan func(c *Cluster, j *Job) Plan
}

// Plan is what a job does once it runs.
type Plan struct {
	Seconds int64 // until it ends by itself; 0 means at once
	Exit    Exit
	OOM     bool
	Fault   bool // its node shows a fault while it runs
}

// need is what a job asks of nodes.
type need struct {
	min, max      int // nodes
	tasks         int // 0: one per node
	cpt, tpn      int
	gpus          int // per node
	memNode, memC uint64
	memSet        bool
	exclusive     bool
	nodeCPUs      int // that a node must have, whatever the job gets of it
}

func (d *Desc) need() need {
	n := need{
		min: int(max(d.MinNodes, 1)), tasks: int(d.Tasks), cpt: int(max(d.CPUsPerTask, 1)),
		tpn: int(d.TasksPerNode), gpus: int(d.GPUs), memNode: d.MemPerNode, memC: d.MemPerCPU, memSet: d.MemSet,
		exclusive: d.Exclusive, nodeCPUs: int(max(d.NodeCPUs, d.TasksPerNode*max(d.CPUsPerTask, 1))),
	}
	n.max = int(d.MaxNodes)
	if n.max < n.min && d.MinNodes > 0 {
		n.max = n.min
	}
	if n.tpn > 0 && n.tasks == 0 {
		n.tasks = n.tpn * n.min
	}
	if n.tpn > 0 {
		n.min = max(n.min, (n.tasks+n.tpn-1)/n.tpn)
		if n.max == 0 && n.min > 1 {
			n.max = n.min
		}
		if !n.exclusive && int(d.NodeCPUs) > n.tpn*n.cpt {
			n.nodeCPUs = 1 << 30 // a node gives the job no more than its tasks use
		}
	}
	if d.GPUsTotal > 0 && n.gpus == 0 {
		n.gpus = int(d.GPUsTotal+uint32(n.min)-1) / n.min
	}
	return n
}

// TaskCount returns how many tasks the job starts, as Slurm shows it.
func (d *Desc) TaskCount() uint32 {
	switch {
	case d.Tasks > 0:
		return d.Tasks
	case d.TasksPerNode > 0:
		return d.TasksPerNode * max(d.MinNodes, 1)
	default:
		return max(d.MinNodes, 1)
	}
}

// CPUsAsked returns the least number of CPUs the job can run on.
func (d *Desc) CPUsAsked() uint32 {
	return max(d.TaskCount()*max(d.CPUsPerTask, 1), d.MinCPUs)
}
