package cluster

import "math/bits"

// Power says whether the machine of a node exists and runs.
type Power uint8

// The power states.
const (
	PowerUp Power = iota
	PoweringUp
	PoweringDown
	PoweredDown
)

// Node is one compute node.
type Node struct {
	Index    int32
	Name     string
	Pool     *Pool
	Parts    []string
	Shape    *Shape
	Port     int
	Number   int // its index in its pool
	Features []string

	Down, Drain, Fail bool
	NoRespond         bool
	Power             Power
	Planned           bool // backfill keeps it for a job
	Resv              *Reservation

	Reason, ReasonUser string
	ReasonAt           int64
	Comment            string
	Boot, SlurmdStart  int64
	LastBusy           int64
	Registered         bool // it has registered at least once: its system is known

	CPUs, GPUs uint16 // in use; GPUs has a bit for each
	Mem        uint32
	jobs       []*Job

	// The machine behind the node.
	Instance uint64 // 0: none
	Created  int64
	Expires  int64 // forced end; 0: none
	Runs     int64 // when it enters RUNNING, from which on its forced end counts
	Started  int64 // when it entered RUNNING last
	MaxRun   int64 // how long it may run, as its pool said when it was made; 0: no end
	Host     uint64
	Detail   string

	machine    *Machine
	request    *Request
	lastGone   string // what took the machine before
	repair     bool   // it is being replaced
	refuse     bool   // it will not boot
	rebooting  bool
	hostReport bool            // its host is being repaired
	failNext   [numFaults]bool // faults that the next job meets
	gen        uint32
}

// Shape is the hardware of a node.
type Shape struct {
	Sockets, Cores, Threads int
	CPUs                    int
	Mem                     int // MiB
	GPUs                    int
	GPUType                 string // as in nvidia_h200
	MachineType             string
	Accelerator             string // as in NVIDIA_H200_141GB
}

// Cloud reports whether Slurm knows the node as State=CLOUD.
func (n *Node) Cloud() bool { return n.Pool.Cloud }

// Words returns Slurm's words for the state, base first, in slurmrestd's order.
func (n *Node) Words() []string {
	w := append(make([]string, 0, 4), n.base())
	add := func(on bool, word string) {
		if on {
			w = append(w, word)
		}
	}
	add(n.Resv != nil, "RESERVED")
	add(n.Cloud(), "CLOUD")
	add(n.Drain, "DRAIN")
	add(n.completing(), "COMPLETING")
	add(n.NoRespond, "NOT_RESPONDING")
	add(n.Power == PoweredDown, "POWERED_DOWN")
	add(n.Fail, "FAIL")
	add(n.Power == PoweringUp, "POWERING_UP")
	add(n.Resv != nil && n.Resv.Maint, "MAINTENANCE")
	add(n.Power == PoweringDown, "POWERING_DOWN")
	add(n.Planned && len(n.jobs) == 0 && !n.Down && !n.Drain, "PLANNED")
	return w
}

func (n *Node) base() string {
	switch {
	case n.Down:
		return "DOWN"
	case int(n.CPUs) >= n.Shape.CPUs:
		return "ALLOCATED"
	case len(n.jobs) > 0:
		return "MIXED"
	default:
		return "IDLE"
	}
}

func (n *Node) completing() bool {
	for _, j := range n.jobs {
		if j.Flags&Completing != 0 {
			return true
		}
	}
	return false
}

// GPUsUsed returns how many GPUs are in use.
func (n *Node) GPUsUsed() int { return bits.OnesCount16(n.GPUs) }

// Jobs returns the jobs that have something of the node.
func (n *Node) Jobs() []*Job { return n.jobs }

// usable reports whether a job may be placed on the node now or after it has been powered up.
func (n *Node) usable() bool {
	return !n.Down && !n.Drain && !n.Fail && !n.repair && !n.rebooting && n.Resv == nil && n.Power != PoweringDown
}

func (n *Node) up() bool { return n.Power == PowerUp && !n.Down && !n.rebooting }
