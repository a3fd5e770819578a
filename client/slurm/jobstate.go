package slurm

import "strings"

// JobBase is the one state that a job is in, without its flags. The values are Slurm's own words as its REST
// interface spells them (https://slurm.schedmd.com/squeue.html#SECTION_JOB-STATE-CODES).
type JobBase string

// The base states of a job. JobUnknown is the zero value: Slurm said nothing, or a word that we do not know.
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

// The flags of a job, in the order of Slurm's precedence: the first that is set names the state.
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
	JobPowerUpNode // these three never name the state
	JobReconfigFail
	JobLaunchFailed
	JobUpdateDB
	JobExpediting
)

// JobState is a job's state as Slurm keeps it: one base and a set of flags. The zero value is unknown.
type JobState struct {
	Base  JobBase
	Flags JobFlags
	Other string // words that we do not know, as Slurm wrote them, separated by commas
}

// jobBases and the tables below are constant; they are functions' data only because Go has no constant tables.
func jobBaseCode(b JobBase) string {
	switch b {
	case JobPending:
		return "PD"
	case JobRunning:
		return "R"
	case JobSuspended:
		return "S"
	case JobComplete:
		return "CD"
	case JobCancelled:
		return "CA"
	case JobFailed:
		return "F"
	case JobTimeout:
		return "TO"
	case JobNodeFail:
		return "NF"
	case JobPreempted:
		return "PR"
	case JobBootFail:
		return "BF"
	case JobDeadline:
		return "DL"
	case JobOutOfMemory:
		return "OOM"
	case JobUnknown:
	}
	return "?"
}

type jobFlag struct {
	flag       JobFlags
	name, code string
	words      string
}

func jobFlagTable() [17]jobFlag {
	return [...]jobFlag{
		{JobCompleting, "COMPLETING", "CG", "completing"},
		{JobStageOut, "STAGE_OUT", "SO", "staging data out"},
		{JobConfiguring, "CONFIGURING", "CF", "nodes are being made ready"},
		{JobResizing, "RESIZING", "RS", "changing its size"},
		{JobRequeued, "REQUEUED", "RQ", "requeued"},
		{JobRequeueFed, "REQUEUE_FED", "RF", "requeued by the federation"},
		{JobRequeueHold, "REQUEUE_HOLD", "RH", "requeued and held"},
		{JobSpecialExit, "SPECIAL_EXIT", "SE", "special exit, held"},
		{JobStopped, "STOPPED", "ST", "stopped"},
		{JobRevoked, "REVOKED", "RV", "runs on a sibling cluster"},
		{JobResvDelHold, "RESV_DEL_HOLD", "RD", "held: its reservation was deleted"},
		{JobSignaling, "SIGNALING", "SI", "being signalled"},
		{JobPowerUpNode, "POWER_UP_NODE", "", "nodes are powering up"},
		{JobReconfigFail, "RECONFIG_FAIL", "", "node reconfiguration failed"},
		{JobLaunchFailed, "LAUNCH_FAILED", "", "launch failed"},
		{JobUpdateDB, "UPDATE_DB", "", ""},
		{JobExpediting, "EXPEDITING", "", "expedited requeue"},
	}
}

// ParseJobState reads the words that Slurm gives for a job's state; each may itself be a list with commas,
// spaces or plus signs, in any case. Unknown words are kept in Other. It never fails.
func ParseJobState(words ...string) JobState {
	var s JobState
	for _, list := range words {
		for _, w := range strings.FieldsFunc(strings.ToUpper(list), splitsState) {
			s.add(w)
		}
	}
	return s
}

func splitsState(r rune) bool { return r == ',' || r == ' ' || r == '+' || r == '|' }

func (s *JobState) add(word string) {
	if code := jobBaseCode(JobBase(word)); code != "?" {
		s.Base = JobBase(word)
		return
	}
	for _, f := range jobFlagTable() {
		if f.name == word {
			s.Flags |= f.flag
			return
		}
	}
	if s.Other != "" {
		s.Other += ","
	}
	s.Other += word
}

// String gives the long name as squeue %T and scontrol print it: a flag's, if one with a name is set, else the
// base's.
func (s JobState) String() string {
	for _, f := range jobFlagTable() {
		if f.code != "" && s.Flags&f.flag != 0 {
			return f.name
		}
	}
	if s.Base != JobUnknown {
		return string(s.Base)
	}
	if s.Other != "" {
		return s.Other
	}
	return "?"
}

// Code gives the compact name as squeue %t prints it: PD, R, CG...; "?" for an unknown state.
func (s JobState) Code() string {
	for _, f := range jobFlagTable() {
		if f.code != "" && s.Flags&f.flag != 0 {
			return f.code
		}
	}
	return jobBaseCode(s.Base)
}

// Has reports whether all the flags in f are set.
func (s JobState) Has(f JobFlags) bool { return s.Flags&f == f }

// IsPending reports whether the job waits in the queue. A job whose nodes are being made ready is active.
func (s JobState) IsPending() bool {
	return s.Base == JobPending && s.Flags&(JobConfiguring|JobCompleting) == 0
}

// IsActive reports whether the job holds nodes: it runs, is suspended, is being started or is completing.
func (s JobState) IsActive() bool {
	return s.Base == JobRunning || s.Base == JobSuspended || s.Flags&(JobConfiguring|JobCompleting) != 0
}

// IsFinal reports whether the job has ended for good; not while it is completing.
func (s JobState) IsFinal() bool {
	switch s.Base {
	case JobComplete, JobCancelled, JobFailed, JobTimeout, JobNodeFail, JobPreempted, JobBootFail, JobDeadline,
		JobOutOfMemory:
		return s.Flags&JobCompleting == 0
	case JobUnknown, JobPending, JobRunning, JobSuspended:
	}
	return false
}

// IsFailure reports whether the job ended, or is ending, otherwise than by success or by being cancelled.
func (s JobState) IsFailure() bool {
	switch s.Base {
	case JobFailed, JobTimeout, JobNodeFail, JobPreempted, JobBootFail, JobDeadline, JobOutOfMemory:
		return true
	case JobUnknown, JobPending, JobRunning, JobSuspended, JobComplete, JobCancelled:
	}
	return false
}

// Words says the state in plain words.
func (s JobState) Words() string { return strings.ToLower(strings.ReplaceAll(s.String(), "_", " ")) }
