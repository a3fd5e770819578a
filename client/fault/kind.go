package fault

// String names the kind in a few lower-case words, as a log or a JSON answer shows it.
func (k Kind) String() string {
	return k.of(&[Usage + 1]string{
		Other:            "other",
		Unauthenticated:  "unauthenticated",
		PermissionDenied: "permission denied",
		NotFound:         "not found",
		InvalidArgument:  "invalid argument",
		RateLimited:      "rate limited",
		Unavailable:      "unavailable",
		TokenRejected:    "token rejected",
		JobUnknown:       "job unknown",
		Refused:          "refused",
		SlurmDown:        "slurm down",
		AccountingDown:   "accounting down",
		NoVersion:        "no version",
		TooLarge:         "too large",
		ReadOnly:         "read-only",
		Insecure:         "insecure",
		Credential:       "credential",
		Unreachable:      "unreachable",
		TimedOut:         "timed out",
		Cut:              "cut",
		Malformed:        "malformed",
		UnknownOutcome:   "unknown outcome",
		Cancelled:        "cancelled",
		Usage:            "usage",
	})
}

// of looks the kind up; a kind that does not exist is Other.
func (k Kind) of(texts *[Usage + 1]string) string {
	if k > Usage {
		k = Other
	}
	return texts[k]
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

// ConcernsOneJob reports whether a fault that a call about one job met says nothing of the same call about another
// job. A series of such calls goes on after it; after any other fault the rest would meet the same, and is not sent.
func (k Kind) ConcernsOneJob() bool {
	switch k {
	case JobUnknown, Refused, UnknownOutcome, TooLarge, Usage,
		AccountingDown: // met only by a job that has left the queue
		return true
	case Other, Unauthenticated, PermissionDenied, NotFound, InvalidArgument, RateLimited, Unavailable, TokenRejected,
		SlurmDown, NoVersion, ReadOnly, Insecure, Credential, Unreachable, TimedOut, Cut, Malformed, Cancelled:
		return false
	}
	return false
}
