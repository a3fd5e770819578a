package fault

// New returns a fault of kind k with the usual two sentences of its kind; what replaces the first of them
// unless it is empty.
func New(k Kind, op, what string) *Fault {
	if what == "" {
		what = k.What()
	}
	return &Fault{Kind: k, Op: op, What: what, Cure: k.Cure()}
}

// What is the sentence that a fault of this kind says when nothing more exact is known.
func (k Kind) What() string {
	switch k {
	case Other:
		return "something went wrong"
	case Unauthenticated:
		return "the platform does not accept the credential"
	case PermissionDenied:
		return "the credential gives no access to this cluster"
	case NotFound:
		return "there is no such cluster"
	case InvalidArgument:
		return "the platform refuses the request: not a Slurm path, malformed, or too large"
	case RateLimited:
		return "too many requests in a short time"
	case Unavailable:
		return "the cluster cannot be reached for now"
	case TokenRejected:
		return "Slurm does not accept the token"
	case JobUnknown:
		return "Slurm knows no such job"
	case Refused:
		return "Slurm refused the request"
	case SlurmDown:
		return "Slurm's controller does not answer"
	case AccountingDown:
		return "Slurm's accounting does not answer"
	case NoVersion:
		return "the cluster serves no data version that flexq can read"
	case TooLarge:
		return "the request has 1 MB or more and was not sent"
	case ReadOnly:
		return "this would change the cluster, and flexq is in read-only mode; nothing was sent"
	case Insecure:
		return "the token would go over a connection that anyone can read; nothing was sent"
	case Credential:
		return "no credential could be had"
	case Unreachable:
		return "no connection to the cluster's service"
	case TimedOut:
		return "no answer in time"
	case Cut:
		return "the connection broke inside the answer"
	case Malformed:
		return "the answer is not what the protocol says"
	case UnknownOutcome:
		return "nobody knows whether this happened"
	case Cancelled:
		return "given up before there was an answer"
	case Usage:
		return "the request cannot be made"
	}
	return "something went wrong"
}

// Cure is the advice for a fault of this kind when nothing more exact is known; it is empty if there is none.
func (k Kind) Cure() string {
	switch k {
	case Other, Refused, Cancelled, Usage:
		return ""
	case Unauthenticated, Credential:
		return "run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a credential file"
	case PermissionDenied:
		return "ask for the role roles/aiplatform.user on the project"
	case NotFound:
		return "check the settings project, region and cluster"
	case InvalidArgument:
		return "check the setting slurm_version, and keep the whole request under 1 MB"
	case RateLimited:
		return "wait a little, and ask less often"
	case Unavailable:
		return "wait a little and try again"
	case TokenRejected:
		return "get a new token, as with `scontrol token`"
	case JobUnknown:
		return "check the id; accounting may have forgotten a job that ended long ago"
	case SlurmDown:
		return "wait, or tell whoever runs the cluster that slurmctld is down"
	case AccountingDown:
		return "wait, or tell whoever runs the cluster that slurmdbd is down; live jobs can still be seen"
	case NoVersion:
		return "remove the setting slurm_version so that the version is found by asking"
	case TooLarge:
		return "put the script on the cluster's shared storage and submit a short script that calls it"
	case ReadOnly:
		return "start flexq without --read-only, and check the setting read_only of the context"
	case Insecure:
		return "use an https address, or a tunnel to localhost"
	case Unreachable:
		return "check the network, the address, and the proxy settings"
	case TimedOut, Cut:
		return "try again; if it happens often, check the network"
	case Malformed:
		return "check that the address is that of the API, and that nothing between changes its answers"
	case UnknownOutcome:
		return "look at the cluster before doing it again"
	}
	return ""
}
