package gateway

import (
	"net/http"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// doubtful reports whether a write that got this answer may have been carried out all the same.
func doubtful(f *fault.Fault) bool {
	if f.Settled {
		return false
	}
	proof, more := false, slices.ContainsFunc(f.Problems, func(p slurm.Problem) bool { return !fault.SlurmUnread(p.Source) })
	for _, p := range f.Problems {
		switch {
		case fault.SlurmMayStillCome(p.Number):
			return true
		case more && fault.SlurmUnread(p.Source): // and slurmrestd went on in spite of it
		default:
			proof = proof || fault.SlurmNotDone(p.Number)
		}
	}
	if proof {
		return false
	}
	switch f.Kind {
	case fault.TimedOut, fault.Cut, fault.Cancelled, fault.Malformed, fault.Unavailable, fault.SlurmDown,
		fault.AccountingDown:
		return true
	case fault.Refused:
		return f.Status < http.StatusBadRequest || f.Status >= http.StatusInternalServerError ||
			f.Status == http.StatusRequestTimeout
	case fault.Other, fault.Unauthenticated, fault.PermissionDenied, fault.NotFound, fault.InvalidArgument,
		fault.RateLimited, fault.TokenRejected, fault.JobUnknown, fault.NoVersion, fault.TooLarge, fault.ReadOnly,
		fault.Insecure, fault.Credential, fault.Unreachable, fault.UnknownOutcome, fault.Usage:
		return false
	}
	return false
}

// uncertain makes the fault of a write that may have happened out of what went wrong.
func uncertain(f *fault.Fault) *fault.Fault {
	g := *f
	g.Kind = fault.UnknownOutcome
	g.What = "nobody knows whether this happened: " + f.What
	g.Cure = fault.UnknownOutcome.Cure()
	g.Err = f
	return &g
}

// answered reports whether a doubtful answer is one that Slurm gave when its work was over: it says that all went
// well, and only what it says of it cannot be understood. Everything else leaves the work under way, for all we
// know: a line that broke, a gateway in between that gave up waiting, slurmrestd that lost sight of slurmctld.
func answered(f *fault.Fault, rep *reply) bool {
	for _, p := range f.Problems {
		if fault.SlurmMayStillCome(p.Number) {
			return false
		}
	}
	return isJSON(rep.header) && rep.slurm >= http.StatusOK && rep.slurm < http.StatusMultipleChoices &&
		(f.Kind == fault.Malformed || f.Kind == fault.Refused)
}

// renewable tells the writer whose token was not accepted that nothing was done, and that the next try has another
// token: what would be tried again for a read is left to the user.
func renewable(f *fault.Fault) {
	switch {
	case f.Kind != fault.Unauthenticated && f.Kind != fault.TokenRejected, strings.HasPrefix(f.Cure, "try again"):
	default:
		f.Cure = "try again, which takes a new token; if it stays, " + f.Cure
	}
}
