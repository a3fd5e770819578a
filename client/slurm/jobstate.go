package slurm

import "strings"

// JobBase is the one state that a job is in, without its flags. The values are Slurm's own words
// (https://slurm.schedmd.com/job_state_codes.html).
type JobBase string

// The base states of a job. JobUnknown is the zero value: Slurm said nothing, or a word that is not known here.
const (
	JobUnknown     JobBase = ""
	JobPending     JobBase = "PENDING"
	JobRunning     JobBase = "RUNNING"
	JobSuspended   JobBase = "SUSPENDED"
	JobComplete    JobBase = "COMPLETED"
	JobCancelled   JobBase = "CANCELLED"
	JobFailed      JobBase = "FAILED"
	JobTimeout     JobBase = "TIMEOUT"
	JobNodeFail    JobBase = "NODE_FAIL"
	JobPreempted   JobBase = "PREEMPTED"
	JobBootFail    JobBase = "BOOT_FAIL"
	JobDeadline    JobBase = "DEADLINE"
	JobOutOfMemory JobBase = "OUT_OF_MEMORY"
)

// JobFlags is a set of what may hold for a job beside its base state.
type JobFlags uint32

// The flags of a job. Up to JobSignaling they stand in the order of Slurm's precedence, and the first that is
// set names the job's state in place of the base; those after it never do.
const (
	JobCompleting JobFlags = 1 << iota
	JobStageOut
	JobConfiguring
	JobResizing
	JobRequeued
	JobRequeueFed
	JobRequeueHold
	JobSpecialExit
	JobStopped
	JobRevoked
	JobResvDelHold
	JobSignaling
	JobPowerUpNode
	JobReconfigFail
	JobLaunchFailed
	JobUpdateDB

	jobNamingFlags = JobSignaling<<1 - 1
)

// JobState is a job's state as Slurm keeps it: one base and a set of flags. The zero value is unknown.
type JobState struct {
	Base  JobBase
	Flags JobFlags
	Other string // words that are not known here, as Slurm wrote them, joined by commas
}

// ParseJobState reads the words that Slurm gives for a job's state. Each may itself be a list with commas,
// blanks or plus signs, in any case, and names as well as compact codes are understood. Words that are not known
// are kept in Other. It never fails.
func ParseJobState(words ...string) JobState {
	var s JobState
	for _, w := range words {
		if !s.add(w) {
			s.addList(w)
		}
	}
	return s
}

func (s *JobState) addList(list string) {
	if rest, ok := strings.CutPrefix(list, "CANCELLED by "); ok { // sacct's form, with the user's id
		s.Base, list = JobCancelled, strings.TrimLeft(rest, "0123456789")
	}
	for _, w := range strings.FieldsFunc(list, splitsState) {
		if !s.add(w) && !s.add(strings.ToUpper(w)) {
			s.Other = joinWord(s.Other, w)
		}
	}
}

func (s *JobState) add(word string) bool {
	if b := jobBaseOf(word); b != JobUnknown {
		s.Base = b
		return true
	}
	f := jobFlagOf(word)
	s.Flags |= f
	return f != 0
}

func splitsState(r rune) bool { return r == ',' || r == ' ' || r == '+' || r == '|' }

func joinWord(list, word string) string {
	if list == "" {
		return word
	}
	return list + "," + word
}

// Has reports whether all the flags in f are set.
func (s JobState) Has(f JobFlags) bool { return s.Flags&f == f }

// IsPending reports whether the job waits in the queue. A job whose nodes are being made ready, or whose former
// run is still being cleaned up, is active instead.
func (s JobState) IsPending() bool {
	return s.Base == JobPending && s.Flags&(JobConfiguring|JobCompleting) == 0
}

// IsActive reports whether the job holds nodes: it runs, is suspended, is being started or is completing.
func (s JobState) IsActive() bool {
	return s.Base == JobRunning || s.Base == JobSuspended || s.Flags&(JobConfiguring|JobCompleting) != 0
}

// IsFinal reports whether the job has ended for good; not while it is completing.
func (s JobState) IsFinal() bool { return s.hasEnded() && s.Flags&JobCompleting == 0 }

func (s JobState) hasEnded() bool {
	switch s.Base {
	case JobComplete, JobCancelled, JobFailed, JobTimeout, JobNodeFail, JobPreempted, JobBootFail, JobDeadline,
		JobOutOfMemory:
		return true
	case JobUnknown, JobPending, JobRunning, JobSuspended:
	}
	return false
}

// IsFailure reports whether the job ended, or is ending, in another way than by success or by being cancelled.
func (s JobState) IsFailure() bool {
	return s.hasEnded() && s.Base != JobComplete && s.Base != JobCancelled
}
