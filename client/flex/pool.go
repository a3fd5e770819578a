package flex

import (
	"strings"
	"time"
)

// Model says how the machines of a pool are had. The values are the platform's own words; a word that is not
// among them is kept as it is.
type Model string

// The provisioning models of the platform.
const (
	ModelUnknown Model = ""
	OnDemand     Model = "ON_DEMAND"
	Reservation  Model = "RESERVATION"
	Spot         Model = "SPOT"
	FlexStart    Model = "FLEX_START"
)

// Words names the model as the platform's console does.
func (m Model) Words() string {
	switch m {
	case OnDemand:
		return "On-demand"
	case Reservation:
		return "Reservation"
	case Spot:
		return "Spot"
	case FlexStart:
		return "Flex-start"
	case ModelUnknown:
		return ""
	default:
		return strings.ToLower(strings.ReplaceAll(string(m), "_", " "))
	}
}

// Pool is a set of like machines. The pools of a cluster resource are its node pools; where there is no such
// resource a pool is a partition (FromPartition), and only ID, Partitions and Max are known.
type Pool struct {
	ID              string
	Model           Model
	MachineType     string // as in a3-ultragpu-8g
	AcceleratorType string // as in NVIDIA_H200_141GB
	Accelerators    int    // of one machine
	Min, Max        int    // machines; those with an index below Min are always there
	Zone            string
	MaxDuration     time.Duration // longest life of a Flex Start machine; 0 if there is no end or it is not known
	Login           bool          // login nodes, which Slurm does not know as nodes
	Partitions      []string      // those that use the pool
	FromPartition   bool
	FromConfig      bool   // the config file describes it
	Nodes           string // of the config file: a host list of its nodes in which * stands for any text
}

// HasLease reports whether the machines of the pool are taken away at the end of a fixed time.
func (p Pool) HasLease() bool { return p.Model == FlexStart }

// Instance is a machine as the cluster resource knows it.
type Instance struct {
	Node     string // name, in Slurm as in Compute Engine
	PoolID   string
	Login    bool
	State    string // PREPARING, RUNNING, ERROR, UPDATING, or a newer word
	ID       string // of Compute Engine; changes when the machine is replaced
	Created  time.Time
	Updated  time.Time
	Detail   string
	Physical PhysicalHost

	// What Compute Engine says of it; zero without that source.
	Ends        time.Time     // resourceStatus.scheduling.terminationTimestamp: the forced end
	MaxRun      time.Duration // scheduling.maxRunDuration
	LastStart   time.Time
	Status      string // RUNNING, STAGING, REPAIRING, ...
	Zone        string
	FromCompute bool
}

// PhysicalHost is where in the data centre a machine stands; hosts that share a block are near each other.
type PhysicalHost struct{ Cluster, Block, Subblock, Host string }
