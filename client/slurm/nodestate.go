package slurm

import (
	"math/bits"
	"strings"
)

// NodeBase is the one state that a node is in, without its flags. The values are Slurm's own words.
type NodeBase string

// The base states of a node. NodeUnknown is the zero value, and also what Slurm says of a node that has not
// registered since slurmctld started.
const (
	NodeUnknown   NodeBase = ""
	NodeDown      NodeBase = "DOWN"
	NodeIdle      NodeBase = "IDLE"
	NodeAllocated NodeBase = "ALLOCATED"
	NodeError     NodeBase = "ERROR"
	NodeMixed     NodeBase = "MIXED"
	NodeFuture    NodeBase = "FUTURE"
)

// NodeFlags is a set of what may hold for a node beside its base state.
type NodeFlags uint32

// The flags of a node, in the order in which scontrol show node prints them.
const (
	NodeBlocked NodeFlags = 1 << iota // by a job that has its whole block of the topology
	NodeCloud
	NodeCompleting
	NodeDrain
	NodeDynamicFuture
	NodeDynamicNorm
	NodeInvalidReg // registered with less than slurm.conf says
	NodeFail
	NodeMaintenance
	NodePowerDown // power-down asked for, not begun
	NodePowerUp
	NodePoweredDown
	NodeRebootRequested
	NodeRebootIssued
	NodeReserved
	NodeResume
	NodeNotResponding
	NodePlanned // for a job that is to start later
	NodePoweringUp
	NodePoweringDown
	NodeUndrain // from here on scontrol has no name and prints "?"
	NodeRebootCanceled
	NodePowerDrain
	NodeExternal

	nodeFlagCount = iota
)

// NodeState is a node's state as Slurm keeps it: one base and a set of flags. The zero value is unknown.
type NodeState struct {
	Base  NodeBase
	Flags NodeFlags
	Other string // words that are not known here, as Slurm wrote them, joined by commas
}

// ParseNodeState reads the words that Slurm gives for a node's state. Each may itself be a list with plus signs,
// commas or blanks, in any case. Words that are not known are kept in Other. It never fails.
func ParseNodeState(words ...string) NodeState {
	var s NodeState
	for _, list := range words {
		if s.add(list) {
			continue
		}
		for _, w := range strings.FieldsFunc(list, splitsState) {
			if !s.add(w) && !s.add(strings.ToUpper(w)) {
				s.Other = joinWord(s.Other, w)
			}
		}
	}
	return s
}

func (s *NodeState) add(word string) bool {
	switch word {
	case "UNKNOWN":
	case "DOWN":
		s.Base = NodeDown
	case "IDLE":
		s.Base = NodeIdle
	case "ALLOCATED":
		s.Base = NodeAllocated
	case "ERROR":
		s.Base = NodeError
	case "MIXED":
		s.Base = NodeMixed
	case "FUTURE":
		s.Base = NodeFuture
	default:
		f := nodeFlagOf(word)
		s.Flags |= f
		return f != 0
	}
	return true
}

func nodeFlagOf(word string) NodeFlags {
	switch word {
	case "MAINT":
		return NodeMaintenance
	case "NO_RESPOND":
		return NodeNotResponding
	}
	for i := range nodeFlagCount {
		if f := NodeFlags(1) << i; nodeFlagName(f) == word {
			return f
		}
	}
	return 0
}

// nodeFlagName takes exactly one flag.
func nodeFlagName(f NodeFlags) string {
	return [nodeFlagCount]string{
		"BLOCKED", "CLOUD", "COMPLETING", "DRAIN", "DYNAMIC_FUTURE", "DYNAMIC_NORM", "INVALID_REG", "FAIL",
		"MAINTENANCE", "POWER_DOWN", "POWER_UP", "POWERED_DOWN", "REBOOT_REQUESTED", "REBOOT_ISSUED", "RESERVED",
		"RESUME", "NOT_RESPONDING", "PLANNED", "POWERING_UP", "POWERING_DOWN", "UNDRAIN", "REBOOT_CANCELED",
		"POWER_DRAIN", "EXTERNAL",
	}[bits.TrailingZeros32(uint32(f))]
}

// Has reports whether all the flags in f are set.
func (s NodeState) Has(f NodeFlags) bool { return s.Flags&f == f }

func (s NodeState) any(f NodeFlags) bool { return s.Flags&f != 0 }

// IsUp reports whether the node is switched on, answers, and would take a job: it is neither down nor drained
// nor failing nor on its way to or from power, and not kept for maintenance.
func (s NodeState) IsUp() bool {
	switch s.Base {
	case NodeIdle, NodeAllocated, NodeMixed:
		return !s.any(NodeDrain | NodeFail | NodeInvalidReg | NodeNotResponding | NodePoweredDown |
			NodePoweringDown | NodePoweringUp | NodePowerDown | NodeRebootIssued | NodeMaintenance)
	case NodeUnknown, NodeDown, NodeError, NodeFuture:
	}
	return false
}

// IsDraining reports whether the node takes no new job while work is still on it.
func (s NodeState) IsDraining() bool { return s.Has(NodeDrain) && s.isBusy() }

// IsDrained reports whether the node takes no new job and has no work on it.
func (s NodeState) IsDrained() bool { return s.Has(NodeDrain) && !s.isBusy() }

// IsDown reports whether Slurm counts the node as lost.
func (s NodeState) IsDown() bool { return s.Base == NodeDown || s.Base == NodeError }

func (s NodeState) isBusy() bool { return s.inUse() || s.Has(NodeCompleting) }

func (s NodeState) inUse() bool { return s.Base == NodeAllocated || s.Base == NodeMixed }
