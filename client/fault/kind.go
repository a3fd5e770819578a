package fault

// String names the kind in a few lower-case words, as a log or a JSON answer shows it.
func (k Kind) String() string {
	switch k {
	case Other:
		return "other"
	case Unauthenticated:
		return "unauthenticated"
	case PermissionDenied:
		return "permission denied"
	case NotFound:
		return "not found"
	case InvalidArgument:
		return "invalid argument"
	case RateLimited:
		return "rate limited"
	case Unavailable:
		return "unavailable"
	case TokenRejected:
		return "token rejected"
	case JobUnknown:
		return "job unknown"
	case Refused:
		return "refused"
	case SlurmDown:
		return "slurm down"
	case AccountingDown:
		return "accounting down"
	case NoVersion:
		return "no version"
	case TooLarge:
		return "too large"
	case ReadOnly:
		return "read-only"
	case Insecure:
		return "insecure"
	case Credential:
		return "credential"
	case Unreachable:
		return "unreachable"
	case TimedOut:
		return "timed out"
	case Cut:
		return "cut"
	case Malformed:
		return "malformed"
	case UnknownOutcome:
		return "unknown outcome"
	case Cancelled:
		return "cancelled"
	case Usage:
		return "usage"
	}
	return "other"
}

// Transient reports whether the same question may be answered later with nobody doing anything about it. It is
// true of no fault that a write can leave behind: those are UnknownOutcome.
func (k Kind) Transient() bool {
	switch k {
	case RateLimited, Unavailable, SlurmDown, AccountingDown, Unreachable, TimedOut, Cut:
		return true
	case Other, Unauthenticated, PermissionDenied, NotFound, InvalidArgument, TokenRejected, JobUnknown, Refused,
		NoVersion, TooLarge, ReadOnly, Insecure, Credential, Malformed, UnknownOutcome, Cancelled, Usage:
		return false
	}
	return false
}
