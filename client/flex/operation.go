package flex

import "time"

// Operation is a long-running operation of the platform, as far as it has come.
type Operation struct {
	Name     string // as the platform names it: projects/NUMBER/locations/REGION/operations/ID
	Done     bool
	Error    string // why it failed; "" while it runs and when it went well
	Progress string // the platform's own words on how far it is; often ""
	Created  time.Time
	Updated  time.Time
}

// Failed reports whether the operation has ended without doing what it was for.
func (o Operation) Failed() bool { return o.Error != "" }

// FaultReport asks the platform to replace a machine (reportFaultyNodes).
type FaultReport struct {
	Node string
	// Behavior is what the host does wrong: PERFORMANCE, SILENT_DATA_CORRUPTION, UNRECOVERABLE_GPU_ERROR or
	// BEHAVIOR_UNSPECIFIED. With "" the machine is replaced and its host is not reported.
	Behavior    string
	Description string // of the fault, in free text; only with a Behavior
}
