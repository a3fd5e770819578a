package slurm

import "strings"

// nodeName is a state's name for people, long and compact, and the sign that Slurm puts behind it.
type nodeName struct{ long, compact, sign string }

// String gives the long state as sinfo %T prints it: "idle~", "mixed", "draining". Unlike scontrol it is one
// word, chosen by Slurm's own precedence, with at most one sign:
//
//	$ maintenance   ^ reboot issued   @ reboot asked for   # powering up   % powering down
//	~ powered down   ! power-down asked for   * not responding   + completing   - planned
func (s NodeState) String() string { n := s.name(); return n.long + n.sign }

// Compact gives the short state as sinfo %t prints it: "alloc", "drng", "mix#".
func (s NodeState) Compact() string { n := s.name(); return n.compact + n.sign }

// Full gives the state with all flags as scontrol show node prints it: "IDLE+CLOUD+POWERED_DOWN".
func (s NodeState) Full() string {
	var b strings.Builder
	if s.Base == NodeUnknown {
		b.WriteString("UNKNOWN")
	} else {
		b.WriteString(string(s.Base))
	}
	for i := range nodeFlagCount {
		if f := NodeFlags(1) << i; s.Has(f) {
			b.WriteByte('+')
			b.WriteString(nodeFlagName(f))
		}
	}
	if s.Other != "" {
		b.WriteByte('+')
		b.WriteString(strings.ReplaceAll(s.Other, ",", "+"))
	}
	return b.String()
}

// name follows node_state_string of Slurm 24.11: what keeps a node from work comes before what it does.
func (s NodeState) name() nodeName {
	switch {
	case s.Has(NodeInvalidReg):
		return nodeName{"inval", "inval", ""}
	case s.Has(NodeMaintenance) && !s.Has(NodeDrain) && !s.inUse() && s.Base != NodeDown:
		return nodeName{"maint", "maint", s.deaf()}
	case s.any(NodeRebootRequested|NodeRebootIssued) && !s.inUse():
		if s.Has(NodeRebootIssued) {
			return nodeName{"reboot", "boot", "^"}
		}
		return nodeName{"reboot", "boot", s.deaf()}
	case s.IsDraining():
		return nodeName{"draining", "drng", s.sign()}
	case s.Has(NodeDrain):
		return nodeName{"drained", "drain", s.sign()}
	case s.Has(NodeFail) && (s.Base == NodeAllocated || s.Has(NodeCompleting)):
		return nodeName{"failing", "failg", s.deaf()}
	case s.Has(NodeFail):
		return nodeName{"fail", "fail", s.deaf()}
	}
	return s.baseName()
}

func (s NodeState) baseName() nodeName {
	switch {
	case s.Base == NodeDown:
		return nodeName{"down", "down", s.sign()}
	case s.Base == NodeAllocated:
		return nodeName{"allocated", "alloc", s.signOr(NodeCompleting, "+")}
	case s.Has(NodeCompleting):
		return nodeName{"completing", "comp", s.sign()}
	case s.Base == NodeIdle:
		return s.idleName()
	case s.Base == NodeMixed:
		return nodeName{"mixed", "mix", s.signOr(NodePlanned, "-")}
	case s.Base == NodeFuture:
		return nodeName{"future", "futr", s.sign()}
	case s.Base == NodeUnknown && s.isPowerFlag():
		return nodeName{strings.ToLower(nodeFlagName(s.Flags)), "unk", ""}
	case s.Has(NodeResume):
		return nodeName{"resume", "resm", ""}
	case s.Base == NodeUnknown:
		return nodeName{"unknown", "unk", s.deaf()}
	}
	return nodeName{"?", "?", ""}
}

func (s NodeState) idleName() nodeName {
	sign := s.sign()
	switch {
	case sign != "":
	case s.Has(NodeReserved):
		return nodeName{"reserved", "resv", ""}
	case s.Has(NodeBlocked):
		return nodeName{"blocked", "block", ""}
	case s.Has(NodePlanned):
		return nodeName{"planned", "plnd", ""}
	}
	return nodeName{"idle", "idle", sign}
}

// isPowerFlag reports whether one flag about power is all that is known.
func (s NodeState) isPowerFlag() bool {
	switch s.Flags {
	case NodeCloud, NodePowerDown, NodePowerUp, NodePoweredDown, NodePoweringUp, NodePoweringDown:
		return true
	default:
		return false
	}
}

// sign is what Slurm puts behind a state's name, by its precedence.
func (s NodeState) sign() string {
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
	}
	return s.deaf()
}

func (s NodeState) deaf() string {
	if s.Has(NodeNotResponding) {
		return "*"
	}
	return ""
}

func (s NodeState) signOr(f NodeFlags, weaker string) string {
	if sign := s.sign(); sign != "" || !s.Has(f) {
		return sign
	}
	return weaker
}
