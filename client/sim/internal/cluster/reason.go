package cluster

// Reason says why a job waits, or why it failed.
type Reason uint8

// The reasons that are simulated.
const (
	NoReason Reason = iota
	WaitPriority
	WaitDependency
	WaitResources
	WaitPartTime
	WaitPartNodes
	WaitHeldAdmin
	WaitHeldUser
	WaitBegin
	WaitArrayLimit
	WaitNodes
	WaitNever
	WaitJobLimit
	WaitLicenses
	FailExit
	FailSignal
	FailTime
	FailNode
	FailDeadline
	FailConstraints
	FailMemory
	numReasons
)

// String returns the name that squeue and slurmrestd show.
func (r Reason) String() string {
	return [numReasons]string{
		"None", "Priority", "Dependency", "Resources", "PartitionTimeLimit", "PartitionNodeLimit", "JobHeldAdmin",
		"JobHeldUser", "BeginTime", "JobArrayTaskLimit", "ReqNodeNotAvail", "DependencyNeverSatisfied",
		"QOSMaxJobsPerUserLimit", "Licenses", "NonZeroExitCode", "RaisedSignal", "TimeLimit", "NodeDown", "DeadLine",
		"BadConstraints", "OutOfMemory",
	}[r]
}
