package flex

import (
	"strings"
	"time"
)

// How far two tellings of one event may be apart. Programs poll at their own times, and the platform's records come
// from other clocks than Slurm's.
const (
	looseWithin = 2 * time.Minute
	mergeWithin = 5 * time.Minute
)

// Same reports whether two events tell of the same thing: they have one ID; or neither knows its moment (Loose), and
// type, node and job agree within two minutes; or they tell so of the one machine of a node, of which each program
// makes up a name by what Slurm showed it, which may differ by a second; or one is a record of the platform alone and the
// other what was seen in Slurm or of the machines, of one type and node within five minutes.
func Same(a, b Event) bool {
	if a.ID == b.ID {
		return true
	}
	if a.Type != b.Type || a.Node != b.Node || !sameJob(a, b) {
		return false
	}
	apart := a.At.Sub(b.At).Abs()
	if a.Loose && b.Loose || a.isOfMachine(b) {
		return apart <= looseWithin
	}
	return a.Node != "" && (a.From == ByPlatform) != (b.From == ByPlatform) && a.Type.hasTwin() && apart <= mergeWithin
}

// isOfMachine reports whether two events of one type and node can only be of one machine, as at least one of them does
// not have its id.
func (e Event) isOfMachine(other Event) bool {
	switch e.Type {
	case MachineCreated, MachineReplaced, LeaseEnds:
		return e.Node != "" && e.Within == other.Within && (!hasID(e.Machine) || !hasID(other.Machine))
	default:
		return false
	}
}

// hasID reports whether what stands for a machine is its id of Compute Engine.
func hasID(machine string) bool { return machine != "" && machine[0] >= '0' && machine[0] <= '9' }

// sameJob compares the job that an event of a job is about. Events of nodes name the jobs that were hit, and those
// may differ by a poll.
func sameJob(a, b Event) bool {
	return !a.Type.ofJob() || len(a.Jobs) > 0 && len(b.Jobs) > 0 && a.Jobs[0] == b.Jobs[0]
}

func (t EventType) ofJob() bool {
	switch t {
	case JobRequeued, JobNodeFailed, JobEnded, JobFailed, JobAtRisk:
		return true
	default:
		return false
	}
}

// hasTwin reports whether both the platform's records and what is seen of nodes and machines tell events of the type.
func (t EventType) hasTwin() bool {
	switch t {
	case NodeDraining, NodePoweringDown, NodeRebooted, MachineRepaired, MachineDeleted:
		return true
	default:
		return false
	}
}

// ConcernsNode reports whether the event is about the node.
func (e Event) ConcernsNode(node string) bool { return node != "" && e.Node == node }

// ConcernsJob reports whether the event is about the job or hit it. The id is as squeue shows it; that of a whole
// array or het job stands for all its tasks and components.
func (e Event) ConcernsJob(id string) bool {
	if id == "" {
		return false
	}
	for _, j := range e.Jobs {
		if rest, ok := strings.CutPrefix(j, id); ok && (rest == "" || rest[0] == '_' || rest[0] == '+') {
			return true
		}
	}
	return false
}
