package sim

import "time"

// Profile chooses the cluster that is simulated.
type Profile uint8

const (
	// Lab is a small cluster named hcsdemo: partitions a3u (default, 4 GPU nodes), cpu (2 nodes) and flex (4 nodes
	// that power up on demand), users alice, bob, carol and root, no jobs. Job scripts "run": sleep N, exit N and
	// kill -N $$ in them have their effect.
	Lab Profile = iota
	// Demo is a training cluster full of life: Config.Jobs jobs on Config.Nodes nodes, and new ones as time passes.
	Demo
	// Lease is a smaller cluster whose machines come and go, for days to be played in a second: static and dynamic Flex
	// Start pools with leases of one to seven days, frequent mishaps of every kind, and about Config.Jobs jobs that use
	// whole machines and parts. All that happens in it, Truth tells from the first second on.
	Lease
)

// Form is how the answer of callSlurmRestApi carries Slurm's payload; public pages of the platform disagree.
type Form uint8

const (
	// FormStructured is {"status":200,"structuredBody":{...}}.
	FormStructured Form = iota
	// FormString is {"status":200,"body":"{...}"}: the payload as text.
	FormString
	// FormObject is {"status":200,"body":{...}}.
	FormObject
	// FormStructuredFirst is FormStructured with the payload before the status.
	FormStructuredFirst
)

// ResourceForm is how the cluster resource is written; public pages and JSON of protocol buffers allow several ways.
type ResourceForm uint8

const (
	// ResourceCamel has names in camelCase, numbers as numbers, and the list key modelDevelopmentClusters.
	ResourceCamel ResourceForm = iota
	// ResourceSnake has names in snake_case, numbers as texts, the node pools backwards, and the list key clusters.
	ResourceSnake
)

// Access is what a credential may do with the cluster, as the platform's roles give it.
type Access uint8

const (
	// AccessFull may read the cluster resource and call Slurm (roles/aiplatform.user).
	AccessFull Access = iota
	// AccessView may only read the cluster resource (roles/aiplatform.viewer).
	AccessView
	// AccessRun may only call Slurm.
	AccessRun
	// AccessNone may do neither: PERMISSION_DENIED.
	AccessNone
)

// User is a Linux account of the cluster. Its credential's e-mail is NAME@PROJECT.iam.gserviceaccount.com.
type User struct {
	UID           uint32
	Account       string // in Slurm's accounting
	Operator      bool   // may cancel and change the jobs of others
	Administrator bool   // may also drain nodes
	Access        Access
	NoCompute     bool // lacks the permissions of Compute Engine (roles/compute.viewer)
}

// Config says what to simulate. The zero value is the Lab profile with a clock that only Advance moves.
type Config struct {
	Profile Profile
	Seed    int64 // the same seed gives the same cluster and the same course of events
	Jobs    int   // Demo, Lease: jobs in the queue; 0 means 300, or 40 of Lease, a negative number none
	Nodes   int   // Demo, Lease: compute nodes; 0 means 24, or 16 of Lease

	// Speed is how many simulated seconds pass in one second of Now. 0: only Advance moves the clock.
	Speed float64
	// Now is the real clock; needed when Speed is not 0. Nil: a fixed moment.
	Now func() time.Time

	Project, Region, Cluster string          // "" means flexq-demo, us-central1, and hcsdemo or demo
	Users                    map[string]User // added to the profile's own, or in their place

	MinJobAge time.Duration // how long a finished job stays in the queue; 0 means 5 minutes
	TokenLife time.Duration // of access tokens, in time of Now; 0 means 1 hour
	Release   string        // of Slurm; "" means 24.11.5 (Lab) or 25.05.4 (Demo)
	// DataVersions are the data versions that slurmrestd serves, as in v0.0.42; nil means those of the release.
	DataVersions []string
	Form         Form
	// LeaseReservations shows a reservation dws-eol-NODE for the end of each Flex Start machine, as slurm-gcp makes
	// them: counted from the node's boot, so late by the minutes that it took.
	LeaseReservations bool
	// Resource is how the cluster resource is written.
	Resource ResourceForm

	// Strict reports each request that is not of the protocol to OnViolation, once, in one line. The request is
	// still answered as the real service would.
	Strict      bool
	OnViolation func(string)

	// Forward sends the Slurm calls to a real slurmrestd instead of the simulated one.
	Forward *Forward
}

// Forward is a real slurmrestd behind the simulated platform.
type Forward struct {
	URL   string        // http://HOST:PORT, https://..., or unix:PATH
	Token func() string // for X-SLURM-USER-TOKEN; nil or "" sends none
}
