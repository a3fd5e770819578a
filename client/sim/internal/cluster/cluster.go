package cluster

import (
	"fmt"
	"math/rand/v2"
)

// Config says what a cluster is made of. Times are in seconds.
type Config struct {
	Name  string
	Seed  int64
	Start int64 // the moment at which the clock begins

	Shapes     []*Shape
	Pools      []*Pool
	Partitions []PartitionConfig
	Users      []*User
	Licenses   []License

	MinJobAge  int64
	Requeue    int64 // how long a requeued job waits
	KillWait   int64 // from a signal to the end
	Epilog     [2]int64
	Backfill   int64 // interval
	Settle     int64 // slurmctld looks at booting nodes so often
	Silence    int64 // SlurmdTimeout
	MemPerCPU  uint64
	Weights    Weights
	Release    string
	Stagger    bool // the machines of static pools are of different ages at the start
	JobsAtOnce int  // per user in QOS normal, 0: no bound
	// Plan says what a submitted script does; nil: its commands are read.
	Plan func(c *Cluster, j *Job) Plan
}

// PartitionConfig is one partition with the pools that it is made of.
type PartitionConfig struct {
	Name     string
	Default  bool
	Pools    []string
	MaxTime  uint32
	DefTime  uint32
	Tier     uint32
	Features []string
}

// Cluster is a simulated Slurm cluster. Make it with New.
type Cluster struct {
	cfg       Config
	now       int64
	seq       uint64
	events    eventQueue
	nextSched int64
	rng       *rand.Rand

	nodes  []*Node
	byName map[string]*Node
	parts  []*Partition
	pools  []*Pool
	users  map[string]*User
	nobody *User
	resvs  []*Reservation

	lastID  uint32
	jobs    map[uint32]*Job
	order   []*Job
	gone    int // entries of order whose job is forgotten
	history []*Job
	log     []Event

	truth    []Happening
	machines []*Machine
	requests []*Request
	ops      []*Operation

	demo *demo // nil: nobody submits but through requests

	doubtful []*Job            // jobs whose dependencies must be looked at
	watchers map[uint32][]*Job // jobs by the id that they depend on
	stats    Stats

	jobsAt, nodesAt, partsAt, resvsAt, backfillAt int64
	bfDirty                                       bool
	instances                                     uint64
}

// historyLimit is how many ended jobs accounting keeps.
const historyLimit = 50_000

// New returns a cluster whose static nodes are up and which has no jobs.
func New(cfg Config) (*Cluster, error) {
	c := &Cluster{
		cfg: cfg, now: cfg.Start, rng: rand.New(rand.NewPCG(uint64(cfg.Seed), 0x5eed)),
		byName: map[string]*Node{}, users: map[string]*User{}, jobs: map[uint32]*Job{}, watchers: map[uint32][]*Job{}, nobody: &User{Name: "nobody", UID: 65534, Share: 1}, pools: cfg.Pools,
		jobsAt: cfg.Start, nodesAt: cfg.Start, partsAt: cfg.Start, resvsAt: cfg.Start,
	}
	c.stats.Since = cfg.Start
	for _, u := range cfg.Users {
		c.users[u.Name] = u
	}
	c.makeNodes()
	if err := c.makePartitions(); err != nil {
		return nil, err
	}
	c.push(event{kind: evBackfill, at: c.now + c.cfg.Backfill})
	c.push(event{kind: evPriority, at: c.now + priorityPeriod})
	for _, p := range c.pools {
		c.planHazard(p)
	}
	return c, nil
}

func (c *Cluster) makeNodes() {
	port := 6917
	for _, p := range c.pools {
		if p.Login {
			c.makeLogin(p)
			continue
		}
		for i := range p.Max {
			n := &Node{
				Index: int32(len(c.nodes)), Name: fmt.Sprintf("%s-%s-%d", c.cfg.Name, p.ID, i), Pool: p, Shape: p.Shape,
				Port: port, Number: i,
			}
			port++
			c.nodes = append(c.nodes, n)
			c.byName[n.Name] = n
			p.nodes = append(p.nodes, n)
			if i < p.Min {
				age := int64(3600)
				if c.cfg.Stagger && p.Duration > 0 {
					age += c.rng.Int64N(p.Duration - 2*age)
				}
				c.machineAt(n, c.now-age)
				n.Boot, n.SlurmdStart, n.Registered = c.now-age+p.Boot, c.now-3, true
				n.LastBusy = c.now - 3
			} else {
				n.Power = PoweredDown
			}
		}
	}
}

// makeLogin makes the machines of a login pool; Slurm does not know them.
func (c *Cluster) makeLogin(p *Pool) {
	for i := range p.Max {
		n := &Node{Index: -1, Name: fmt.Sprintf("%s-%s-%03d", c.cfg.Name, p.ID, i+1), Pool: p, Shape: p.Shape, Number: i}
		p.nodes = append(p.nodes, n)
		n.Instance, n.Created = c.newInstance(), c.now-3600
		n.Runs, n.Started, n.Host = n.Created+n.startDelay(), n.Created+n.startDelay(), n.Instance
	}
}

func (c *Cluster) makePartitions() error {
	for _, pc := range c.cfg.Partitions {
		p := &Partition{Name: pc.Name, Default: pc.Default, MaxTime: pc.MaxTime, DefTime: pc.DefTime, Tier: max(pc.Tier, 1)}
		for _, id := range pc.Pools {
			pool := c.poolByID(id)
			if pool == nil || pool.Login {
				return fmt.Errorf("partition %s: no compute pool %q", pc.Name, id)
			}
			for _, n := range pool.nodes {
				p.Nodes = append(p.Nodes, n.Index)
				n.Parts = append(n.Parts, p.Name)
				if n.Features == nil {
					n.Features = pc.Features
				}
			}
		}
		c.parts = append(c.parts, p)
	}
	return nil
}

func (c *Cluster) poolByID(id string) *Pool {
	for _, p := range c.pools {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (c *Cluster) newInstance() uint64 {
	c.instances++
	return 1_000_000_000_000_000_000 + c.rng.Uint64N(8_000_000_000_000_000_000) + c.instances
}

func (c *Cluster) newID() uint32 {
	c.lastID++
	return c.lastID
}

func (c *Cluster) put(j *Job) {
	c.jobs[j.ID] = j
	c.order = append(c.order, j)
	c.jobChanged()
}

func (c *Cluster) jobChanged()  { c.jobsAt = c.now }
func (c *Cluster) nodeChanged() { c.nodesAt = c.now }
