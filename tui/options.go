package tui

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/keymap"
)

// Service is what the screen asks of a cluster. Every call may block until its context ends, and is made from a
// command, never from Update or View. Errors are *fault.Fault.
type Service interface {
	Cluster(ctx context.Context) (slurm.Cluster, error)
	// Refresh makes the next lists whole, whatever the cluster says of changes. It sends nothing and does not block.
	Refresh()
	// Jobs returns the queue; with since, the cluster may answer that nothing changed.
	Jobs(ctx context.Context, since slurm.Time) (slurm.List[slurm.Job], error)
	Job(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error)
	Nodes(ctx context.Context) (slurm.List[slurm.Node], error)
	Partitions(ctx context.Context) (slurm.List[slurm.Partition], error)
	Pools(ctx context.Context) (flex.Pools, error)
	Cancel(ctx context.Context, ref slurm.Ref, signal string) (slurm.CancelOutcome, error)
	Submit(ctx context.Context, job slurm.Submission) (slurm.Submitted, error)
	Update(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) error
	// UpdateNode drains a node or lets it take jobs again; it returns what Slurm warns of.
	UpdateNode(ctx context.Context, node string, change slurm.NodeUpdate) ([]slurm.Problem, error)
	// ReportFaultyNode asks the platform to replace a machine. The operation goes on after the call; Operation tells
	// by its name how far it is.
	ReportFaultyNode(ctx context.Context, report flex.FaultReport) (flex.Operation, error)
	Operation(ctx context.Context, name string) (flex.Operation, error)
}

// Observer joins what is seen of a cluster over time: leases, and events. It is called from commands, several at once, but
// snapshots come one after another in their order. Watch is called from the screen's loop and must not block.
type Observer interface {
	// Observe takes the newest snapshot. With an error, what it returns counts all the same: the outlook is there and
	// the events are, and only keeping them failed.
	Observe(ctx context.Context, s flex.Snapshot) (flex.Seen, error)
	// Events returns the events since a moment of the cluster's clock, oldest first.
	Events(ctx context.Context, since time.Time) ([]flex.Event, error)
	// Tell adds an event that only this program knows of.
	Tell(ctx context.Context, e flex.Event) error
	// Watch says whether notices shall tell of a job.
	Watch(job uint64, on bool)
}

// Notices say how the user is told of what happens to own and watched jobs, and of what. An Observer that takes events
// away from other programs must be made with Rings, or what is switched off here is told nowhere.
type Notices struct {
	Bell     bool // ring the terminal's bell
	Terminal bool // ask the terminal for a notification (OSC 9, or 777 where that is the one that it knows)

	JobEnded, JobFailed, JobRequeued bool
	Lease                            bool // a lease under a running job comes to its end
}

// Retry is a notice that a read is being tried again, or that something else keeps the user waiting.
type Retry struct {
	Op   string        // what is being done
	Wait time.Duration // until the next try
	Why  error         // may be nil
	// Submit says how far the submit is that is under way, where the notice is about one: "looking for its key, 2 of 4".
	Submit string
	Key    string // of that submit
}

// Options are what the screen needs to run. Service, Scripts and Now are required.
type Options struct {
	Service Service
	Scripts Scripts
	Now     func() time.Time
	// ClusterNow is the cluster's clock, by which elapsed times are counted; nil means Now. The simulated platform's
	// may run faster.
	ClusterNow func() time.Time
	// Tick returns a command that gives fn's message after d; nil means tea.Tick. Tests give their own clock.
	Tick func(d time.Duration, fn func(time.Time) tea.Msg) tea.Cmd
	// Rand spreads the polls, from 0 to 1; nil means no spread.
	Rand func() float64

	Context    string // name of the context, shown in the header
	Place      string // where it is: region and cluster, or the address
	Simulation bool   // says in the header that nothing is real
	User       string // whose jobs "mine" are, if known before the cluster tells
	Mine       bool   // start with mine only
	ReadOnly   bool
	Keys       *keymap.Map // nil: the defaults
	Theme      string      // name as theme.New takes it; empty: auto
	NoColor    bool
	ASCII      bool
	Poll       Poll
	Defaults   SubmitDefaults
	Retries    <-chan Retry  // notices of reads that are tried again; may be nil
	Access     Access        // nil: not known
	Unsettled  Unsettled     // nil: there are none
	Past       Past          // nil: nobody has the script of a job
	Editor     Editor        // nil: there is none
	Drafts     Drafts        // nil: forms do not outlive the program
	Storage    Storage       // nil: nothing is to be kept, or it is not known whether it can be
	NewKey     func() string // of a submit, so that its draft can name it before it is sent; nil: the Service makes it
	Margin     time.Duration // below which a job that fits into a lease is called tight; 0: the usual
	Observer   Observer      // nil: leases and events are worked out in memory only
	Notices    Notices

	// Suspend gives the terminal back to the shell and stops the program until somebody has it go on, or the context ends.
	// It reports false if nobody could have it go on, and it was not stopped. nil: Bubble Tea's own way, which cannot tell.
	Suspend func(ctx context.Context) (stopped bool)

	// Farewell is told, after the screen is gone, what became of changes that were under way when the user left.
	Farewell func(lines []string)

	Input  io.Reader // nil: the terminal
	Output io.Writer // nil: the terminal
	Env    []string  // environment of the terminal (TERM, NO_COLOR, SSH_TTY...); nil: the process's
	// Program holds further options of the Bubble Tea program; for tests.
	Program []tea.ProgramOption
}

// Poll are the pauses between calls, while nothing is wrong and the terminal has the focus.
type Poll struct {
	Jobs, Nodes, Pools time.Duration
}
