package cluster

// Model is how the capacity of a pool is bought.
type Model string

// The provisioning models of a node pool.
const (
	OnDemand  Model = "ON_DEMAND"
	Reserved  Model = "RESERVATION"
	Spot      Model = "SPOT"
	FlexStart Model = "FLEX_START"
)

// Pool is a node pool of the cluster resource. Its nodes are named CLUSTER-POOL-INDEX; those with an index below
// Min are static: they are always made again.
type Pool struct {
	ID    string
	Model Model
	Shape *Shape
	Min   int
	Max   int
	Login bool
	Zone  string
	Cloud bool // its nodes are State=CLOUD in Slurm

	Duration int64 // seconds a Flex Start machine may live; 0: no end
	// Wait is how long Flex Start capacity takes to come, in seconds: at least Wait[0], below Wait[1].
	Wait [2]int64
	// Boot is how long a machine takes from its creation to its registration.
	Boot int64
	// Idle is how long a dynamic node stays up without work; Off how long it takes to power down.
	Idle, Off int64
	// ResumeTimeout is how long Slurm waits for a node to come up; 0 means as long as it takes.
	ResumeTimeout int64
	// FaultRate is the chance that a job shows a fault of one of its nodes.
	FaultRate float64
	Rates     Rates

	nodes []*Node
	stock Stock
}

// Nodes returns the nodes of the pool in the order of their index.
func (p *Pool) Nodes() []*Node { return p.nodes }

// Reservation is a reservation of nodes.
type Reservation struct {
	Name       string
	Nodes      []int32
	Start, End int64
	Maint      bool
	IgnoreJobs bool // made though jobs run on the nodes
	Users      string
}

// Event is one thing that happened to a machine, as the cluster resource lists it.
type Event struct {
	At            int64
	Type, Message string
}
