package fault

import (
	"errors"
	"strings"
	"time"

	"flexq/client/slurm"
)

// Kind classifies a fault. It decides the exit code, whether a read is tried again, and the look on the screen.
type Kind uint8

// The kinds of fault. The first group is answered by the platform around Slurm, the second by Slurm itself, the
// third is found on our side of the wire.
const (
	Other Kind = iota

	Unauthenticated  // 401: no credential, or an expired one
	PermissionDenied // 403 PERMISSION_DENIED: no access to this cluster
	NotFound         // 404 NOT_FOUND: no such cluster
	InvalidArgument  // 400 INVALID_ARGUMENT: not a Slurm path, malformed, or too large
	RateLimited      // 429, RESOURCE_EXHAUSTED
	Unavailable      // 503 UNAVAILABLE, 502, 504: not reachable for now

	TokenRejected  // Slurm's 511 (and 401 of a plain slurmrestd): bad or expired token
	JobUnknown     // Slurm knows no such job, neither in the queue nor in accounting
	Refused        // Slurm said no: see Problems
	SlurmDown      // slurmrestd answers, slurmctld does not
	AccountingDown // slurmctld answers, slurmdbd does not
	NoVersion      // no data version that both sides speak

	TooLarge       // the request has 1 MB or more; it was not sent
	ReadOnly       // a write in read-only mode; it was not sent
	Insecure       // a token would have gone over plain http; it was not sent
	Credential     // no credential could be had at all
	Unreachable    // no connection: name, network, TLS
	TimedOut       // no answer in time
	Cut            // the connection broke inside the answer
	Malformed      // the answer is not what the protocol says
	UnknownOutcome // a write may or may not have happened
	Cancelled      // the caller gave up
	Usage          // the caller asked for something that cannot be: see What
)

// Fault is an error with the two sentences that its reader needs. It never holds a token.
type Fault struct {
	Kind       Kind
	Op         string          // what was being done: "list jobs"
	What       string          // what happened, one sentence without a full stop
	Cure       string          // what to do, one sentence without a full stop; may be empty
	Status     int             // HTTP status that decided, outer or Slurm's; 0 if there was none
	RPC        string          // google.rpc status: PERMISSION_DENIED, ...
	Problems   []slurm.Problem // Slurm's own errors
	Warnings   []slurm.Problem // and what else it said in the same answer
	Key        string          // the submission key, for UnknownOutcome
	RetryAfter time.Duration   // what the server asked for
	// Settled is of a write: the work on it has ended, or never began, so that what the cluster shows from now on is
	// all that comes of it. It is always true of a write whose outcome is known. An UnknownOutcome is settled only if
	// Slurm itself answered in full; otherwise the request may be under way yet, and a look at the cluster that finds
	// nothing proves nothing.
	Settled bool
	Err     error // the cause, may be nil
}

// Error gives operation, what and cure in one line.
func (f *Fault) Error() string {
	var b strings.Builder
	if f.Op != "" {
		b.WriteString(f.Op)
		b.WriteString(": ")
	}
	b.WriteString(f.What)
	if f.Cure != "" {
		b.WriteString("; ")
		b.WriteString(f.Cure)
	}
	return b.String()
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// KindOf returns the kind of the first Fault in err's chain, and Other if there is none.
func KindOf(err error) Kind {
	var f *Fault
	if errors.As(err, &f) {
		return f.Kind
	}
	return Other
}
