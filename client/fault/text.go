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
	return k.of(&[Usage + 1]string{
		Other:            "something went wrong",
		Unauthenticated:  "the platform does not accept the credential",
		PermissionDenied: "the credential gives no access to this cluster",
		NotFound:         "there is no such cluster",
		InvalidArgument:  "the platform refuses the request: not a Slurm path, malformed, or too large",
		RateLimited:      "too many requests in a short time",
		Unavailable:      "the cluster cannot be reached for now",
		TokenRejected:    "Slurm does not accept the token",
		JobUnknown:       "Slurm knows no such job",
		Refused:          "Slurm refused the request",
		SlurmDown:        "Slurm's controller does not answer",
		AccountingDown:   "Slurm's accounting does not answer",
		NoVersion:        "the cluster serves no data version that flexq can read",
		TooLarge:         "the request has 1 MB or more and was not sent",
		ReadOnly:         "this would change the cluster, and flexq is in read-only mode; nothing was sent",
		Insecure:         "the token would go over a connection that anyone can read; nothing was sent",
		Credential:       "no credential could be had",
		Unreachable:      "no connection to the cluster's service",
		TimedOut:         "no answer in time",
		Cut:              "the connection broke inside the answer",
		Malformed:        "the answer is not what the protocol says",
		UnknownOutcome:   "nobody knows whether this happened",
		Cancelled:        "given up before there was an answer",
		Usage:            "the request cannot be made",
	})
}

// Cure is the advice for a fault of this kind when nothing more exact is known; it is empty if there is none.
func (k Kind) Cure() string {
	const login = "run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a credential file"
	const again = "try again; if it happens often, check the network"
	return k.of(&[Usage + 1]string{
		Unauthenticated:  login,
		Credential:       login,
		PermissionDenied: "ask for the role roles/aiplatform.user on the project",
		NotFound:         "check the settings project, region and cluster",
		InvalidArgument:  "check the setting slurm_version, and keep the whole request under 1 MB",
		RateLimited:      "wait a little, and ask less often",
		Unavailable:      "wait a little and try again",
		TokenRejected:    "get a new token, as with `scontrol token`",
		JobUnknown:       "check the id; accounting may have forgotten a job that ended long ago",
		SlurmDown:        "wait, or tell whoever runs the cluster that slurmctld is down",
		AccountingDown:   "wait, or tell whoever runs the cluster that slurmdbd is down; live jobs can still be seen",
		NoVersion:        "leave out --slurm-version and the setting slurm_version, so that the version is found by asking",
		TooLarge:         "put the script on the cluster's shared storage and submit a short script that calls it",
		ReadOnly:         "leave out --read-only, and check the setting read_only; `flexq config show` says where it comes from",
		Insecure:         "use an https address, or a tunnel to localhost",
		Unreachable:      "check the network, the address, and the proxy settings",
		TimedOut:         again,
		Cut:              again,
		Malformed:        "check that the address is that of the API, and that nothing between changes its answers",
		UnknownOutcome:   "look at the cluster before doing it again",
	})
}
