package cluster

import "errors"

// ErrPool means that the cluster has no such compute pool.
var ErrPool = errors.New("no such pool")

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
	ErrLicenses    Error = 2048
	ErrTimeLimit   Error = 2051
	ErrResvAccess  Error = 2052
	ErrReservation Error = 2053
	ErrWorkDir     Error = 2063
	ErrGres        Error = 2072
	ErrNotPending  Error = 2073
	ErrArray       Error = 2081
	ErrFinished    Error = 2084
	ErrGresType    Error = 2119
	ErrTimeMin     Error = 2124
	ErrSignalJobs  Error = 2173
)

// Error returns Slurm's text.
func (e Error) Error() string {
	if text, ok := errorTexts()[e]; ok {
		return text
	}
	return "Unspecified error"
}

func errorTexts() map[Error]string {
	return map[Error]string{
		ErrPartition:   "Invalid partition name specified",
		ErrNoDefault:   "No partition specified or system default partition",
		ErrDenied:      "Access/permission denied",
		ErrUser:        "Invalid user id",
		ErrUnavailable: "Requested node configuration is not available",
		ErrJobID:       "Invalid job id specified",
		ErrNodeName:    "Invalid node name specified",
		ErrWriting:     "I/O error writing script/environment to file",
		ErrTransition:  "Job can not be altered now, try again later",
		ErrSignalJobs:  "Invalid signal jobs request, at least one job id or filter is required.",
		ErrDone:        "Job/step already completing or completed",
		ErrNodeState:   "Invalid node state specified",
		ErrFeature:     "Invalid feature specification",
		ErrDependency:  "Job dependency problem",
		ErrHeld:        "Job is in held state, pending scheduler release",
		ErrLicenses:    "Invalid license specification",
		ErrResvAccess:  "Access denied to requested reservation",
		ErrReservation: "Requested reservation is invalid",
		ErrGresType:    "Invalid GRES specification (with and without type identification)",
		ErrTimeMin:     "Invalid time-min specification (exceeds job's time or other limits)",
		ErrTimeLimit:   "Requested time limit is invalid (missing or exceeds some limit)",
		ErrWorkDir:     "Job cannot be submitted without the current working directory specified.",
		ErrGres:        "Invalid generic resource (gres) specification",
		ErrNotPending:  "Job is no longer pending execution",
		ErrArray:       "Invalid job array specification",
		ErrFinished:    "Job has already finished",
	}
}
