package slurm

import "math/bits"

// JobCode explains one of the states by which Slurm's commands show jobs.
type JobCode struct {
	Code, Name string // as squeue's %t and %T print it
	Words      string // in plain words
}

// JobCodes lists all states by which a job can be shown, base states first, for help texts and completion.
func JobCodes() []JobCode {
	var out []JobCode
	for _, b := range []JobBase{
		JobPending, JobRunning, JobSuspended, JobComplete, JobCancelled, JobFailed, JobTimeout, JobNodeFail,
		JobPreempted, JobBootFail, JobDeadline, JobOutOfMemory,
	} {
		out = append(out, codeOfBase(b))
	}
	for f := JobCompleting; f&jobNamingFlags != 0; f <<= 1 {
		out = append(out, codeOfFlag(f))
	}
	return out
}

// String gives the long name as squeue %T and scontrol's JobState print it: the first flag that names a state,
// else the base. For an unknown state it gives Slurm's own word, or "?" if there was none.
func (s JobState) String() string {
	if c := s.shown(); c.Name != "" {
		return c.Name
	}
	if s.Other != "" {
		return s.Other
	}
	return "?"
}

// Code gives the compact name as squeue %t prints it: PD, R, CG, ... It is "?" for an unknown state.
func (s JobState) Code() string {
	if c := s.shown(); c.Code != "" {
		return c.Code
	}
	return "?"
}

// Words says in plain words what String names: "waiting", "running", "out of memory".
func (s JobState) Words() string {
	if c := s.shown(); c.Words != "" {
		return c.Words
	}
	return "unknown"
}

func (s JobState) shown() JobCode {
	if named := s.Flags & jobNamingFlags; named != 0 {
		return codeOfFlag(named & -named)
	}
	return codeOfBase(s.Base)
}

func codeOfBase(b JobBase) JobCode {
	switch b {
	case JobPending:
		return JobCode{"PD", "PENDING", "waiting"}
	case JobRunning:
		return JobCode{"R", "RUNNING", "running"}
	case JobSuspended:
		return JobCode{"S", "SUSPENDED", "suspended"}
	case JobComplete:
		return JobCode{"CD", "COMPLETED", "completed"}
	case JobCancelled:
		return JobCode{"CA", "CANCELLED", "cancelled"}
	case JobFailed:
		return JobCode{"F", "FAILED", "failed"}
	case JobTimeout:
		return JobCode{"TO", "TIMEOUT", "out of time"}
	case JobNodeFail:
		return JobCode{"NF", "NODE_FAIL", "node failed"}
	case JobPreempted:
		return JobCode{"PR", "PREEMPTED", "preempted"}
	case JobBootFail:
		return JobCode{"BF", "BOOT_FAIL", "node did not boot"}
	case JobDeadline:
		return JobCode{"DL", "DEADLINE", "deadline passed"}
	case JobOutOfMemory:
		return JobCode{"OOM", "OUT_OF_MEMORY", "out of memory"}
	case JobUnknown:
	}
	return JobCode{}
}

// codeOfFlag takes exactly one of the flags that name a state.
func codeOfFlag(f JobFlags) JobCode {
	return [...]JobCode{
		{"CG", "COMPLETING", "completing"},
		{"SO", "STAGE_OUT", "staging out"},
		{"CF", "CONFIGURING", "starting"},
		{"RS", "RESIZING", "resizing"},
		{"RQ", "REQUEUED", "requeued"},
		{"RF", "REQUEUE_FED", "requeued (federation)"},
		{"RH", "REQUEUE_HOLD", "requeued, held"},
		{"SE", "SPECIAL_EXIT", "special exit, held"},
		{"ST", "STOPPED", "stopped"},
		{"RV", "REVOKED", "runs on another cluster"},
		{"RD", "RESV_DEL_HOLD", "held, reservation deleted"},
		{"SI", "SIGNALING", "being signalled"},
	}[bits.TrailingZeros32(uint32(f))]
}

// jobBaseOf returns a constant, never the word itself, so that a decoder's buffer is not kept alive by it.
func jobBaseOf(word string) JobBase {
	switch word {
	case "PENDING", "PD":
		return JobPending
	case "RUNNING", "R":
		return JobRunning
	case "SUSPENDED", "S":
		return JobSuspended
	case "COMPLETED", "CD":
		return JobComplete
	case "CANCELLED", "CA":
		return JobCancelled
	case "FAILED", "F":
		return JobFailed
	case "TIMEOUT", "TO":
		return JobTimeout
	case "NODE_FAIL", "NF":
		return JobNodeFail
	case "PREEMPTED", "PR":
		return JobPreempted
	case "BOOT_FAIL", "BF":
		return JobBootFail
	case "DEADLINE", "DL":
		return JobDeadline
	case "OUT_OF_MEMORY", "OOM":
		return JobOutOfMemory
	}
	return JobUnknown
}

func jobFlagOf(word string) JobFlags {
	switch word {
	case "POWER_UP_NODE":
		return JobPowerUpNode
	case "RECONFIG_FAIL":
		return JobReconfigFail
	case "LAUNCH_FAILED":
		return JobLaunchFailed
	case "UPDATE_DB":
		return JobUpdateDB
	}
	for f := JobCompleting; f&jobNamingFlags != 0; f <<= 1 {
		if c := codeOfFlag(f); word == c.Name || word == c.Code {
			return f
		}
	}
	return 0
}
