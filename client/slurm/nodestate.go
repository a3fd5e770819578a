package slurm

import "strings"

// NodeBase is the one state that a node is in, without its flags.
type NodeBase string

// The base states of a node. NodeUnknown is also Slurm's own word for a node that never registered.
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
	NodeBlocked NodeFlags = 1 << iota
	NodeCloud
	NodeCompleting
	NodeDrain
	NodeDynamicFuture
	NodeDynamicNorm
	NodeInvalidReg
	NodeFail
	NodeMaintenance
	NodePowerDown
	NodePowerDrain
	NodePoweringUp
	NodePoweredDown
	NodePoweringDown
	NodePlanned
	NodeRebootIssued
	NodeRebootRequested
	NodeReserved
	NodeResume
	NodeUndrain
	NodeNotResponding
	NodeCloudless // spare
	NodeExternal
	NodePowerUp
)

// NodeState is a node's state as Slurm keeps it: one base and a set of flags. The zero value is unknown.
type NodeState struct {
	Base  NodeBase
	Flags NodeFlags
	Other string // words that we do not know, as Slurm wrote them, separated by commas
}

// ParseNodeState reads the words that Slurm gives for a node's state; each may itself be a list with plus signs
// or commas, in any case. Unknown words are kept in Other. It never fails.
func ParseNodeState(words ...string) NodeState {
	var s NodeState
	for _, list := range words {
		for _, w := range strings.FieldsFunc(strings.ToUpper(list), splitsState) {
			s.add(w)
		}
	}
	return s
}

type nodeFlag struct {
	flag NodeFlags
	name string
}

func nodeFlagTable() []nodeFlag {
	return []nodeFlag{
		{NodeBlocked, "BLOCKED"},
		{NodeCloud, "CLOUD"},
		{NodeCompleting, "COMPLETING"},
		{NodeDrain, "DRAIN"},
		{NodeDynamicFuture, "DYNAMIC_FUTURE"},
		{NodeDynamicNorm, "DYNAMIC_NORM"},
		{NodeInvalidReg, "INVALID_REG"},
		{NodeFail, "FAIL"},
		{NodeMaintenance, "MAINTENANCE"},
		{NodePowerDown, "POWER_DOWN"},
		{NodePowerUp, "POWER_UP"},
		{NodePowerDrain, "POWER_DRAIN"},
		{NodePoweringUp, "POWERING_UP"},
		{NodePoweredDown, "POWERED_DOWN"},
		{NodePoweringDown, "POWERING_DOWN"},
		{NodePlanned, "PLANNED"},
		{NodeRebootIssued, "REBOOT_ISSUED"},
		{NodeRebootRequested, "REBOOT_REQUESTED"},
		{NodeReserved, "RESERVED"},
		{NodeResume, "RESUME"},
		{NodeUndrain, "UNDRAIN"},
		{NodeNotResponding, "NOT_RESPONDING"},
		{NodeExternal, "EXTERNAL"},
	}
}

func (s *NodeState) add(word string) {
	switch NodeBase(word) {
	case NodeDown, NodeIdle, NodeAllocated, NodeError, NodeMixed, NodeFuture:
		s.Base = NodeBase(word)
		return
	case NodeUnknown:
		return
	}
	if word == "UNKNOWN" {
		return
	}
	for _, f := range nodeFlagTable() {
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

// Full gives the state as scontrol show node prints it: IDLE+CLOUD+POWERED_DOWN.
func (s NodeState) Full() string {
	var b strings.Builder
	b.WriteString(s.base())
	for _, f := range nodeFlagTable() {
		if s.Flags&f.flag != 0 {
			b.WriteString("+" + f.name)
		}
	}
	if s.Other != "" {
		b.WriteString("+" + strings.ReplaceAll(s.Other, ",", "+"))
	}
	return b.String()
}

func (s NodeState) base() string {
	if s.Base == NodeUnknown {
		return "UNKNOWN"
	}
	return string(s.Base)
}

// Has reports whether all the flags in f are set.
func (s NodeState) Has(f NodeFlags) bool { return s.Flags&f == f }

func (s NodeState) long() string {
	busy := s.Base == NodeAllocated || s.Base == NodeMixed || s.Has(NodeCompleting)
	switch {
	case s.Has(NodeDrain) && busy:
		return "draining"
	case s.Has(NodeDrain):
		return "drained"
	}
	return strings.ToLower(s.base())
}

// String gives the long state as sinfo %T prints it: idle~, mixed, draining.
func (s NodeState) String() string { return s.long() + s.suffix() }

// Compact gives the short state as sinfo %t prints it: alloc, drng, mix#.
func (s NodeState) Compact() string {
	switch l := s.long(); l {
	case "draining":
		return "drng" + s.suffix()
	case "drained":
		return "drain" + s.suffix()
	case "allocated":
		return "alloc" + s.suffix()
	case "mixed":
		return "mix" + s.suffix()
	default:
		return l + s.suffix()
	}
}

func (s NodeState) suffix() string {
	switch {
	case s.Has(NodeMaintenance):
		return "$"
	case s.Has(NodeRebootIssued):
		return "^"
	case s.Has(NodeRebootRequested):
		return "@"
	case s.Has(NodePoweringUp):
		return "#"
	case s.Has(NodePoweringDown):
		return "%"
	case s.Has(NodePoweredDown):
		return "~"
	case s.Has(NodePowerDown):
		return "!"
	case s.Has(NodeNotResponding):
		return "*"
	}
	return ""
}

// Words says the state in plain words, flags included.
func (s NodeState) Words() string { return strings.ToLower(strings.ReplaceAll(s.Full(), "_", " ")) }

// IsDraining reports whether the node takes no new job though some work is still on it.
func (s NodeState) IsDraining() bool { return s.long() == "draining" }

// IsUp reports whether the node is switched on, answers, and is neither down nor drained nor failed.
func (s NodeState) IsUp() bool {
	switch s.Base {
	case NodeIdle, NodeAllocated, NodeMixed:
		return s.Flags&(NodeDrain|NodeFail|NodeNotResponding|NodePoweredDown|NodePoweringDown|NodePoweringUp|NodeInvalidReg) == 0
	case NodeUnknown, NodeDown, NodeError, NodeFuture:
	}
	return false
}
