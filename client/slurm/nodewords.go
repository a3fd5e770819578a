package slurm

import "strings"

// Words says the state in plain words, what keeps the node from work first: "powered down, idle, cloud".
func (s NodeState) Words() string {
	var out []string
	for i := nodeFlagCount - 1; i >= 0; i-- {
		if f := NodeFlags(1) << i; s.Has(f) && f != NodeCloud {
			out = append(out, s.flagWords(f))
		}
	}
	out = append(out, s.baseWords())
	if s.Has(NodeCloud) {
		out = append(out, s.flagWords(NodeCloud))
	}
	if s.Other != "" {
		out = append(out, strings.ReplaceAll(s.Other, ",", ", "))
	}
	return strings.Join(out, ", ")
}

func (s NodeState) baseWords() string {
	switch s.Base {
	case NodeDown:
		return "down"
	case NodeIdle:
		return "idle"
	case NodeAllocated:
		return "all in use"
	case NodeMixed:
		return "partly in use"
	case NodeError:
		return "in error"
	case NodeFuture:
		return "defined for later"
	case NodeUnknown:
	}
	return "state unknown"
}

func (s NodeState) flagWords(f NodeFlags) string {
	switch f {
	case NodeDrain:
		if s.isBusy() {
			return "draining (takes no new jobs)"
		}
		return "drained (takes no jobs)"
	case NodeBlocked:
		return "kept free by a job on its block"
	case NodeDynamicFuture, NodeDynamicNorm:
		return "dynamic"
	case NodeInvalidReg:
		return "registered with less than configured"
	case NodeFail:
		return "failing (set by the administrator)"
	case NodeMaintenance:
		return "in maintenance"
	case NodePowerDown:
		return "to be powered down"
	case NodePowerUp:
		return "to be powered up"
	case NodeRebootRequested:
		return "to be rebooted"
	case NodeRebootIssued:
		return "rebooting"
	case NodeRebootCanceled:
		return "reboot called off"
	case NodePlanned:
		return "planned for a waiting job"
	case NodePowerDrain:
		return "draining before power-down"
	case NodeCloud, NodeCompleting, NodePoweredDown, NodeReserved, NodeResume, NodeNotResponding, NodePoweringUp,
		NodePoweringDown, NodeUndrain, NodeExternal:
	}
	return strings.ToLower(strings.ReplaceAll(nodeFlagName(f), "_", " "))
}
