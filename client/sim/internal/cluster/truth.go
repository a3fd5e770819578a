package cluster

// Happening is one thing that really happened. Unlike the Events of the platform all of them are kept.
type Happening struct {
	At       int64
	Kind     string // as in expired; one of the Told constants
	Node     string
	Pool     string
	Machine  uint64 // behind the node at that moment; 0: none
	Job      uint32 // 0: none
	Shown    string // the job as squeue shows it
	User     string // of the job
	Restarts uint16 // of the job, for requeued: the new number
	Cause    string // one of the Told constants that led to it, or Slurm's state of a job that ended
}

// The kinds of what happens.
const (
	ToldPoweringUp    = "powering_up"
	ToldReady         = "ready"
	ToldPoweringDown  = "powering_down"
	ToldPoweredDown   = "powered_down"
	ToldDraining      = "draining"
	ToldDrained       = "drained"
	ToldResumed       = "resumed"
	ToldDown          = "down"
	ToldUp            = "up"
	ToldNotResponding = "not_responding"
	ToldRebooted      = "rebooted"
	ToldCreated       = "machine_created"
	ToldReplaced      = "replaced"
	ToldExpired       = "expired"
	ToldRepair        = "repair"
	ToldDeleted       = "deleted"
	ToldProlog        = "prolog_error"
	ToldEpilog        = "epilog_error"
	ToldGPU           = "gpu_error"
	ToldScan          = "scan_error"
	ToldStarted       = "job_started"
	ToldRequeued      = "requeued"
	ToldNodeFail      = "node_fail"
	ToldEnded         = "job_ended"
	ToldFailed        = "job_failed"
	ToldCancelled     = "job_cancelled"
	ToldReported      = "reported"
	ToldRequested     = "requested"
	ToldStockOut      = "stock_out"
)

// Causes that are not things that happen by themselves.
const (
	causeUser     = "user"
	causeSlurm    = "slurm"
	causeTimeout  = "resume_timeout"
	causeNotFresh = "after_" // and what took the machine before
)

// Machine is one machine of Compute Engine, from its creation on.
type Machine struct {
	Node    string
	Pool    string
	ID      uint64
	Created int64
	Runs    int64  // when it enters RUNNING
	Ends    int64  // its forced end; 0: none
	Removed int64  // 0: it is there
	Cause   string // kind of what took it away
}

// Truth returns everything that happened, oldest first. It grows at its end only.
func (c *Cluster) Truth() []Happening { return c.truth }

// Machines returns all machines of compute nodes that there ever were, in the order of their creation.
func (c *Cluster) Machines() []*Machine { return c.machines }

func (c *Cluster) note(h Happening) {
	h.At = c.now
	c.truth = append(c.truth, h)
}

func (c *Cluster) tellNode(kind string, n *Node, cause string) {
	c.note(Happening{Kind: kind, Node: n.Name, Pool: n.Pool.ID, Machine: n.Instance, Cause: cause})
}

func (c *Cluster) tellJob(kind string, j *Job, at int32, cause string) {
	h := Happening{Kind: kind, Job: j.ID, Shown: j.shown(), User: j.User.Name, Restarts: j.Restarts, Cause: cause}
	if at >= 0 {
		n := c.nodes[at]
		h.Node, h.Pool, h.Machine = n.Name, n.Pool.ID, n.Instance
	}
	c.note(h)
}

// shown is the job's id as squeue shows it.
func (j *Job) shown() string {
	switch {
	case j.Array != nil && !j.Remainder():
		return id(j.Array.ID) + "_" + id(j.Task)
	case j.Het != nil:
		return id(j.Het.ID) + "+" + id(j.HetOffset)
	default:
		return id(j.ID)
	}
}

// tellEnd tells how a job ended.
func (c *Cluster) tellEnd(j *Job) {
	kind := ToldFailed
	switch {
	case j.State == Completed:
		kind = ToldEnded
	case j.State == NodeFail:
		kind = ToldNodeFail
	case j.State == Cancelled && j.KilledBy == j.User.Name:
		kind = ToldCancelled
	}
	c.tellJob(kind, j, j.FailedNode, j.State.String())
}

func (c *Cluster) setDrain(n *Node, on bool, cause string) {
	if n.Drain == on {
		return
	}
	n.Drain = on
	if !on {
		c.tellNode(ToldResumed, n, cause)
		return
	}
	c.tellNode(ToldDraining, n, cause)
	c.maybeDrained(n)
}

func (c *Cluster) maybeDrained(n *Node) {
	if n.Drain && len(n.jobs) == 0 {
		c.tellNode(ToldDrained, n, "")
	}
}

func (c *Cluster) setDown(n *Node, on bool, cause string) {
	if n.Down == on {
		return
	}
	n.Down = on
	if on {
		c.tellNode(ToldDown, n, cause)
	} else {
		c.tellNode(ToldUp, n, cause)
	}
}
