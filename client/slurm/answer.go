package slurm

import (
	"fmt"
	"strings"
	"time"
)

// Problem is one entry of the errors[] or warnings[] that slurmrestd puts into any of its answers, whatever the
// status (https://slurm.schedmd.com/rest_api.html, openapi_error and openapi_warning).
type Problem struct {
	Number      int    // Slurm's error number, 0 for a warning
	Error       string // Slurm's own text for the number
	Description string
	Source      string // function of slurmrestd that reports
}

// String gives the most that the problem says on one line: its description, which often repeats the error, or the
// error, or both, and Slurm's number if there is one.
func (p Problem) String() string {
	text := p.Error + ": " + p.Description
	switch {
	case p.Description == "" || strings.Contains(p.Error, p.Description):
		text = p.Error
	case p.Error == "" || strings.Contains(p.Description, p.Error):
		text = p.Description
	}
	if p.Number == 0 {
		return text
	}
	return strings.TrimSpace(fmt.Sprintf("%s (Slurm's error %d)", text, p.Number))
}

// List is one answer of the cluster that holds many items, as of a moment. It is a snapshot: never change it.
type List[T any] struct {
	Items      []T
	LastUpdate Time      // Slurm's own clock at the last change; hand it back to ask only for news
	AsOf       time.Time // our clock when the answer was complete
	Unchanged  bool      // the cluster says that nothing changed since; Items is empty then
	Warnings   []Problem
	Skipped    []string // fields that could not be read, each with its place; the rest was
}

// JobDetail is what the cluster knows of one id: one job, the tasks of an array, or the parts of a het job.
type JobDetail struct {
	Jobs     []Job
	Source   Source // Accounting when the queue no longer has it
	AsOf     time.Time
	Warnings []Problem
	Skipped  []string
}

// Cluster is what the cluster says of itself.
type Cluster struct {
	Name        string
	Release     string // of Slurm, as in 24.11.5
	DataVersion string // of its REST answers, as in v0.0.42
	Accounting  bool   // slurmrestd names an accounting plugin
	Responding  bool   // slurmctld answers
	Controllers []Controller
	User        string // whom the service takes us for, when it says so
	UserLater   bool   // who that is is still being found out: it may be known when one asks again
	Warnings    []Problem
}

// Controller is one slurmctld.
type Controller struct {
	Host       string
	Mode       string // primary, backup
	Responding bool
	Latency    time.Duration
}

// Diag is a part of what sdiag shows.
type Diag struct {
	At                                      Time // slurmctld's clock at the answer
	ServerThreads, AgentQueue               int64
	AccountingQueue                         int64 // what slurmctld has not told slurmdbd yet; -1 if it does not say
	Pending, Running                        int64
	Submitted, Started, Completed, Failed   int64
	Canceled                                int64
	BackfillLast, ScheduleCycleLast         time.Duration
	ScheduleQueueLength, BackfillQueueDepth int64
}

// CancelResult says what became of a cancel or a signal.
type CancelResult uint8

// The outcomes of a cancel.
const (
	CancelAccepted CancelResult = iota // Slurm took it; the job ends later
	CancelFinished                     // it had ended before: success
	CancelUnknown                      // Slurm knows no such job
	CancelRefused                      // not ours, or Slurm says no: see Message
)

// CancelOutcome is the outcome of cancelling or signalling one id.
type CancelOutcome struct {
	Ref     Ref
	Result  CancelResult
	Code    int    // Slurm's error number
	Message string // Slurm's own words; of several tasks also how many were cancelled
	// Warnings are what Slurm said beside.
	Warnings []Problem
}

// Submitted is the answer to a submit. ID is never 0: a submit that made no job is an error.
type Submitted struct {
	ID       uint64
	Key      string // the submission key that was sent in the comment
	Message  string // job_submit plug-in's message to the user
	Warnings []Problem
	// Note says what was wrong with the answer, where the job is known all the same: "its answer was cut; found by its
	// key". "" mostly.
	Note string
}

// JobUpdate changes a job that exists. Nil fields stay as they are.
type JobUpdate struct {
	Hold      *bool
	Limit     *Limit
	Partition *string
	Name      *string
	Comment   *string
	Priority  *uint64
	QOS       *string
	Nice      *int64
}
