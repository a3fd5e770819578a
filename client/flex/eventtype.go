package flex

import "slices"

// EventTypes lists all types, those of nodes first, for filters and completion.
func EventTypes() []EventType {
	return []EventType{
		NodeAppeared, NodeGone, NodePoweringUp, NodeReady, NodePoweringDown, NodePoweredDown, NodeDraining,
		NodeDrained, NodeResumed, NodeDown, NodeUp, NodeNotResponding, NodeRebooted,
		MachineCreated, MachineReplaced, LeaseExpired, MachineRepaired, MachineDeleted,
		PrologError, EpilogError, GPUError, ScanError, PlatformEvent,
		JobRequeued, JobNodeFailed, JobEnded, JobFailed, JobAtRisk,
		LeaseEnds, NodeReported,
	}
}

// IsKnown reports whether the type is one of EventTypes. Another may stand in a journal that a newer program wrote.
func (t EventType) IsKnown() bool { return slices.Contains(EventTypes(), t) }

// Words says in plain words what happened, to be read after the name of the node or job: "machine replaced",
// "lease expired". A type that is not known gives its own text.
func (t EventType) Words() string {
	switch t {
	case NodeAppeared, NodeGone, NodePoweringUp, NodeReady, NodePoweringDown, NodePoweredDown, NodeDraining,
		NodeDrained, NodeResumed, NodeDown, NodeUp, NodeNotResponding, NodeRebooted:
		return t.nodeWords()
	case MachineCreated, MachineReplaced, LeaseExpired, MachineRepaired, MachineDeleted, PrologError, EpilogError,
		GPUError, ScanError, PlatformEvent:
		return t.machineWords()
	case JobRequeued:
		return "requeued"
	case JobNodeFailed:
		return "failed by its node"
	case JobEnded:
		return "ended"
	case JobFailed:
		return "failed"
	case JobAtRisk:
		return "will be killed"
	case LeaseEnds:
		return "lease ends"
	case NodeReported:
		return "reported as faulty"
	}
	return string(t)
}

func (t EventType) nodeWords() string {
	switch t {
	case NodeAppeared:
		return "new in Slurm"
	case NodeGone:
		return "gone from Slurm"
	case NodePoweringUp:
		return "powering up"
	case NodePoweringDown:
		return "powering down"
	case NodePoweredDown:
		return "powered down"
	case NodeUp:
		return "up again"
	case NodeNotResponding:
		return "not responding"
	default: // ready, draining, drained, resumed, down, rebooted
		return string(t)
	}
}

func (t EventType) machineWords() string {
	switch t {
	case MachineCreated:
		return "machine created"
	case MachineReplaced:
		return "machine replaced"
	case LeaseExpired:
		return "lease expired"
	case MachineRepaired:
		return "machine taken for repair"
	case MachineDeleted:
		return "machine deleted"
	case PrologError:
		return "prolog error"
	case EpilogError:
		return "epilog error"
	case GPUError:
		return "GPU error"
	case ScanError:
		return "health scan error"
	default:
		return "platform event"
	}
}

// usual is how much an event of the type matters when no job is hit by it.
func (t EventType) usual() Severity {
	switch t {
	case NodeDraining, NodeNotResponding, NodeGone, NodeRebooted, MachineReplaced, LeaseExpired, PlatformEvent,
		NodeReported:
		return Notice
	case NodeDown, MachineRepaired, MachineDeleted, JobRequeued, JobFailed, JobAtRisk:
		return Warning
	case PrologError, EpilogError, GPUError, ScanError, JobNodeFailed:
		return Critical
	default:
		return Info
	}
}

// Words names the severity.
func (s Severity) Words() string {
	switch s {
	case Info:
		return "info"
	case Notice:
		return "notice"
	case Warning:
		return "warning"
	case Critical:
		return "critical"
	}
	return "unknown"
}
