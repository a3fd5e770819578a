package cluster

// Error is an error number of Slurm, with Slurm's text for it.
type Error int

// The errors that a request can meet (slurm_errno.h).
const (
	ErrPartition   Error = 2000
	ErrNoDefault   Error = 2001
	ErrDenied      Error = 2002
	ErrUser        Error = 2010
	ErrUnavailable Error = 2014
	ErrJobID       Error = 2017
	ErrNodeName    Error = 2018
	ErrWriting     Error = 2019
	ErrTransition  Error = 2020
	ErrDone        Error = 2021
	ErrNodeState   Error = 2028
	ErrFeature     Error = 2029
	ErrDependency  Error = 2038
	ErrHeld        Error = 2042
	ErrTimeLimit   Error = 2051
	ErrWorkDir     Error = 2063
	ErrGres        Error = 2072
	ErrNotPending  Error = 2073
	ErrArray       Error = 2081
	ErrFinished    Error = 2084
	ErrNotWholeHet Error = 2108
	ErrSignalJobs  Error = 2173
)

// Error returns Slurm's text.
func (e Error) Error() string {
	switch e {
	case ErrPartition:
		return "Invalid partition name specified"
	case ErrNoDefault:
		return "No partition specified or system default partition"
	case ErrDenied:
		return "Access/permission denied"
	case ErrUser:
		return "Invalid user id"
	case ErrUnavailable:
		return "Requested node configuration is not available"
	case ErrJobID:
		return "Invalid job id specified"
	case ErrNodeName:
		return "Invalid node name specified"
	case ErrWriting:
		return "I/O error writing script/environment to file"
	case ErrTransition:
		return "Job can not be altered now, try again later"
	case ErrSignalJobs:
		return "Invalid signal jobs request, at least one job id or filter is required."
	case ErrDone:
		return "Job/step already completing or completed"
	case ErrNodeState:
		return "Invalid node state specified"
	case ErrFeature:
		return "Invalid feature specification"
	case ErrDependency:
		return "Job dependency problem"
	case ErrHeld:
		return "Job is in held state, pending scheduler release"
	case ErrTimeLimit:
		return "Requested time limit is invalid (missing or exceeds some limit)"
	case ErrWorkDir:
		return "Job cannot be submitted without the current working directory specified."
	case ErrGres:
		return "Invalid generic resource (gres) specification"
	case ErrNotPending:
		return "Job is no longer pending execution"
	case ErrArray:
		return "Invalid job array specification"
	case ErrFinished:
		return "Job has already finished"
	case ErrNotWholeHet:
		return "Operation not permitted on individual component of heterogeneous job"
	default:
		return "Unspecified error"
	}
}
