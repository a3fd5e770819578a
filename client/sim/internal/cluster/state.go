package cluster

// State is what becomes of a job, without the flags beside it.
type State uint8

// The base states, in Slurm's order (slurm.h, enum job_states).
const (
	Pending State = iota
	Running
	Suspended
	Completed
	Cancelled
	Failed
	Timeout
	NodeFail
	Preempted
	BootFail
	Deadline
	OutOfMemory
	numStates
)

// String returns Slurm's long name.
func (s State) String() string {
	return [numStates]string{
		"PENDING", "RUNNING", "SUSPENDED", "COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL", "PREEMPTED",
		"BOOT_FAIL", "DEADLINE", "OUT_OF_MEMORY",
	}[s]
}

// Code returns the short name that Slurm's commands take for a state.
func (s State) Code() string {
	return [numStates]string{"PD", "R", "S", "CD", "CA", "F", "TO", "NF", "PR", "BF", "DL", "OOM"}[s]
}

// ParseState reads a long name or a short one, in upper case.
func ParseState(word string) (State, bool) {
	for s := range numStates {
		if word == s.String() || word == s.Code() {
			return s, true
		}
	}
	return 0, false
}

// Final reports whether a job in this state has ended.
func (s State) Final() bool { return s > Suspended }

// Flag is what Slurm shows beside the state of a job.
type Flag uint8

// The flags that are simulated, in the order in which slurmrestd lists them.
const (
	Completing Flag = 1 << iota
	Configuring
	PowerUpNode
	SpecialExit
	Stopped
)

// Words returns Slurm's names of the flags.
func (f Flag) Words() []string {
	var words []string
	for i, w := range [...]string{"COMPLETING", "CONFIGURING", "POWER_UP_NODE", "SPECIAL_EXIT", "STOPPED"} {
		if f&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return words
}

// Exit is how a job ended.
type Exit struct {
	Code   uint16
	Signal uint8
}

// SignalName returns the name without SIG, and "" for none.
func (e Exit) SignalName() string {
	if e.Signal == 0 {
		return ""
	}
	if name := signalNames()[e.Signal]; name != "" {
		return name
	}
	return "Unknown"
}
